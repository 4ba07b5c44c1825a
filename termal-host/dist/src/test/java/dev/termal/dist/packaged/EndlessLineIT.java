package dev.termal.dist.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An agent that never ends its line, and a host with little memory. */
class EndlessLineIT extends RunTest {
    @Test
    @Tag("FRAME-06")
    void anEndlessLineIsAnErrorInASmallHeap() {
        Ended r = host.with("TERMAL_JAVA_OPTS", "-Xmx64m")
                .run("run", "--agent-cmd", "[\"sh\",\"-c\",\"yes | tr -d '\\\\n'\"]", "hi");
        assertEquals(1, r.exit(), r::toString);
        assertTrue(r.err().contains("line"), r::toString);
        assertFalse(r.toString().contains("OutOfMemory"), r::toString);
    }
}

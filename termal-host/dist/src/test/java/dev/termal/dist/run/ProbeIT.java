package dev.termal.dist.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.RunTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The built-in agent through its probes. */
class ProbeIT extends RunTest {
    @Test
    @Tag("R-AG-130")
    @Tag("R-AG-131")
    void theDemoAgentIsProbedAndWhatWasFoundIsKept() throws Exception {
        Ended ended = host.run("probe", "demo");
        assertEquals(0, ended.exit(), ended::toString);
        assertTrue(ended.err().contains("spends tokens"), ended::toString);
        for (String id : List.of("P1", "P2", "P3", "P5", "P8", "E")) {
            assertTrue(
                    ended.out().lines().anyMatch(line -> line.matches(id + " .* (PASS|FALLBACK) .*")), ended::toString);
        }
        assertTrue(ended.out().lines().anyMatch(line -> line.matches("F .* ABSENT .*")), ended::toString);
        try (Stream<Path> files = Files.list(host.home().resolve("probes/demo-acp"))) {
            String kept = Files.readString(files.findFirst().orElseThrow());
            assertTrue(kept.contains("\"captured\""), kept);
        }
    }

    @Test
    void anEngineWithoutProbesSaysSo() {
        Ended ended = host.run("probe", "antigravity", "-e", "stream-json");
        assertEquals(1, ended.exit(), ended::toString);
        assertTrue(ended.err().contains("has no probes"), ended::toString);
    }
}

package dev.termal.dist.gemini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The published Gemini CLI through the probes, with a model that says back what it is told. */
class GeminiProbeIT extends GeminiStage {
    GeminiProbeIT() {
        super("acp");
    }

    @Test
    @Tag("R-AG-130")
    void whatIsReliedOnPasses() {
        Ended ended = host.run("probe", "gemini", "-m", "gemini-2.5-pro");
        assertEquals(0, ended.exit(), ended::toString);
        for (String id : List.of("P1", "P3", "P5", "F")) {
            assertTrue(ended.out().lines().anyMatch(line -> line.matches(id + " .* PASS .*")), ended::toString);
        }
        host.awaitNothingLeft();
    }
}

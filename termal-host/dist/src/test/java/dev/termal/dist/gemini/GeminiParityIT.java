package dev.termal.dist.gemini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import org.junit.jupiter.api.Test;

/** What is seen of the published Gemini CLI by both engines, side by side. */
class GeminiParityIT extends GeminiStage {
    GeminiParityIT() {
        super("acp");
    }

    @Test
    void whatFailsIsShownAndIsAnExitCode() {
        Ended ended = host.with("GEMINI_API_KEY", "")
                .start("parity", "gemini", "-m", "gemini-2.5-pro")
                .closeInput()
                .end();
        assertEquals(1, ended.exit(), ended::toString);
        assertTrue(ended.out().lines().anyMatch(line -> line.matches("text-stream +FAIL +FAIL.*")), ended::toString);
        host.awaitNothingLeft();
    }

    @Test
    void oneEngineAloneIsNothingToCompare() {
        Ended ended = host.run("parity", "demo");
        assertEquals(2, ended.exit(), ended::toString);
        assertTrue(ended.err().contains("one engine alone"), ended::toString);
    }
}

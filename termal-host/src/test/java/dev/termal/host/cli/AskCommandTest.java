package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.SessionId;
import dev.termal.host.SessionSpec;
import dev.termal.host.json.Json;
import dev.termal.host.json.Samples;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

@Tag("R-AG-149")
@Tag("R-AG-171")
class AskCommandTest {
    private final FakeSession session = new FakeSession(turn -> Samples.done("Forty-two"));
    private final FakeTermal termal = new FakeTermal(session);
    private final TestShell shell = new TestShell(options -> termal.open(options));

    @Test
    void theAnswerTheTimeAndHowToGoOn() {
        assertEquals(0, shell.run("ask", "-a", "sample", "what", "is", "it?"));
        assertEquals("Forty-two\n", shell.out());
        assertTrue(shell.err().contains("done after "), shell.err());
        assertTrue(shell.err().contains("termal ask -a sample --resume agent-1"), shell.err());
        assertEquals("what is it?", session.prompts.get(0).text());
        SessionSpec spec = termal.opened.get(0);
        assertTrue(spec.oneShot());
        assertFalse(spec.attended());
        assertEquals(Optional.of(Duration.ofMinutes(10)), spec.timeout());
    }

    @Test
    void oneObjectForPrograms() {
        assertEquals(
                0,
                shell.run(
                        "ask",
                        "-a",
                        "sample",
                        "--resume",
                        "agent-0",
                        "--mode",
                        "plan",
                        "-m",
                        "big",
                        "--timeout",
                        "5s",
                        "-o",
                        "json",
                        "go on"));
        JsonNode answer = Json.read(shell.out());
        assertEquals("Forty-two", answer.path("text").asString());
        assertEquals("agent-1", answer.path("session").asString());
        assertEquals("done", answer.path("outcome").asString());
        assertFalse(answer.path("aborted").asBoolean(true)
                || answer.path("timedOut").asBoolean(true));
        assertTrue(answer.path("durationMs").isNumber());
        SessionSpec spec = termal.opened.get(0);
        assertEquals(Optional.of(new SessionId("agent-0")), spec.resume());
        assertEquals(Optional.of("plan"), spec.mode());
        assertEquals(Optional.of("big"), spec.model());
    }

    @Test
    @Tag("R-AG-172")
    void anAgentThatRunsInsideOfItselfIsNotAsked() {
        shell.environment = Map.of("TERMAL_HOME", "/nowhere/termal", "TERMAL_INSIDE", "other;sample;");
        assertEquals(2, shell.run("ask", "-a", "sample", "hi"));
        assertTrue(shell.err().contains("inside of sample"), shell.err());
        assertTrue(session.prompts.isEmpty());
        shell.environment = Map.of("TERMAL_HOME", "/nowhere/termal", "TERMAL_INSIDE", "other;");
        assertEquals(0, shell.run("ask", "-a", "sample", "hi"));
    }

    @Test
    @Tag("R-AG-172")
    void aQuestionIsNeeded() {
        assertEquals(2, shell.run("ask", "-a", "sample"));
        assertTrue(shell.err().contains("ask what?"), shell.err());
    }
}

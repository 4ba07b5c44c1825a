package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.host.event.Outcome;
import dev.termal.host.json.Json;
import dev.termal.host.json.Samples;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** How a run ends that signals do not let to its end. */
final class RunSignalsTest extends RunFixture {
    @Test
    void theFirstSignalCancelsAndTheTurnEndsProperly() {
        turn(s -> {
            shell.signals.get("INT").run();
            s.cancelled.await();
            return Samples.ended(Outcome.CANCELLED, Optional.empty());
        });
        assertEquals(130, run("-o", "json", "hi"));
        List<JsonNode> lines = shell.out().lines().map(Json::read).toList();
        assertEquals("cancelled", lines.get(lines.size() - 1).get("outcome").asString());
        assertEquals(1, session.killed.getCount());
    }

    @Test
    void theSecondSignalKillsAndTheThirdHalts() {
        turn(s -> {
            shell.signals.get("INT").run();
            shell.signals.get("INT").run();
            s.killed.await();
            shell.signals.get("INT").run();
            assertEquals(130, shell.halted.take());
            return Samples.ended(Outcome.CANCELLED, Optional.empty());
        });
        assertEquals(130, run("hi"));
    }

    @Test
    void aTerminatedRunSaysSoByItsExitCode() {
        turn(s -> {
            shell.signals.get("TERM").run();
            s.cancelled.await();
            return Samples.ended(Outcome.CANCELLED, Optional.empty());
        });
        assertEquals(143, run("hi"));
    }

    @Test
    void aTurnThatWasDoneBeforeTheSignalIsDone() {
        turn(s -> {
            shell.signals.get("INT").run();
            return Samples.done("Hello");
        });
        assertEquals(0, run("hi"));
    }

    @Test
    void aSignalBeforeTheTurnEndsTheCommand() {
        shell.opener = options -> {
            shell.signals.get("INT").run();
            return termal.open(options);
        };
        assertEquals(130, run("-o", "json", "hi"));
        assertEquals(
                "cancelled", Json.read(shell.out()).get("error").get("code").asString());
        assertTrue(session.prompts.isEmpty());
    }

    @Test
    void aFirstCtrlCSaysThatASecondEndsTheAgentAtOnce() {
        shell.terminals = TestShell.TERMINAL;
        turn(s -> {
            shell.signals.get("INT").run();
            s.cancelled.await();
            assertTrue(shell.err().contains("Ctrl-C again ends the agent at once"), shell.err());
            return Samples.ended(Outcome.CANCELLED, Optional.empty());
        });
        assertEquals(130, run("hi"));
    }

    @Test
    void whereNoPersonIsThereNothingIsSaidOfASecondOne() {
        turn(s -> {
            shell.signals.get("INT").run();
            return Samples.ended(Outcome.CANCELLED, Optional.empty());
        });
        assertEquals(130, run("hi"));
        assertFalse(shell.err().contains("Ctrl-C"), shell.err());
    }
}

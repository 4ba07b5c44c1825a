package dev.termal.dist.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.HostRun;
import dev.termal.dist.packaged.RunTest;
import dev.termal.dist.packaged.ScriptedAcp;
import dev.termal.testkit.Script;
import dev.termal.testkit.ScriptedChild;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** An agent that never gets ready: the deadlines hold for its start too, and a signal ends it. */
class StartIT extends RunTest {
    private List<String> silentAgent() throws IOException {
        return ScriptedChild.command(
                new Script().stderr("starting up\n").expectMethod("initialize").stall("for good"), folder);
    }

    @ParameterizedTest
    @CsvSource({"--timeout, the agent was not ready within the deadline of 2s", "--idle-timeout, nothing was heard"})
    void theDeadlinesHold(String option, String message) throws Exception {
        Ended r = host.run("run", "--agent-cmd", ScriptedAcp.json(silentAgent()), "-o", "json", option, "2s", "hi");
        assertEquals(3, r.exit(), r::toString);
        JsonNode error = r.event("error");
        assertEquals(3, error.path("exitCode").asInt());
        assertEquals("timeout", error.path("error").path("code").asString(""));
        String told = error.path("error").path("message").asString("");
        assertTrue(told.contains(message) && told.contains("did not answer initialize"), told);
        assertTrue(told.contains("starting up"), told);
        assertEquals(1, r.err().lines().filter(line -> line.contains("termal:")).count(), r.err());
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void aSignalEndsIt(String signal, int exit) throws Exception {
        List<String> agent = silentAgent();
        HostRun run =
                host.start("run", "--agent-cmd", ScriptedAcp.json(agent), "hi").closeInput();
        while (host.processes().stream().noneMatch(process -> isAgent(process, agent))) {
            LockSupport.parkNanos(10_000_000); // of foreign processes nobody tells the start
        }
        Ended r = run.signal(signal).end();
        assertEquals(exit, r.exit(), r::toString);
        assertTrue(r.err().contains("cancelled before the turn began"), r.err());
    }

    private static boolean isAgent(ProcessHandle process, List<String> command) {
        return process.info()
                .arguments()
                .map(words -> Arrays.asList(words).containsAll(command.subList(1, command.size())))
                .orElse(false);
    }

    @Test
    void itsTimeIsMissingFromTheTurn() throws Exception {
        Ended r = host.run("run -a demo -o json --timeout 4s", "slow:60000");
        assertEquals(3, r.exit(), r::toString);
        JsonNode ended = r.event("turn_ended");
        assertEquals("timeout", ended.path("outcome").asString(""));
        assertTrue(ended.path("durationMs").asLong() < 4_000, ended::toString);
    }
}

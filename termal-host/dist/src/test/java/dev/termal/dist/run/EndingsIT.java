package dev.termal.dist.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.HostRun;
import dev.termal.dist.packaged.RunTest;
import dev.termal.dist.packaged.ScriptedAcp;
import dev.termal.testkit.Script;
import dev.termal.testkit.ScriptedChild;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** How a host ends before its time: signals, a reader that goes away, and an end that it does not see. */
class EndingsIT extends RunTest {
    private static final Path FULL = Path.of("/dev/full");

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143", "HUP, 129"})
    void aSignalCancelsTheTurn(String signal, int exit) {
        HostRun run =
                host.start("run", "-a", "demo", "-o", "json", "slow:60000").closeInput();
        run.await(line -> line.path("text").asString("").startsWith("Waiting"));
        Ended r = run.signal(signal).end();
        assertEquals(exit, r.exit(), r::toString);
        List<JsonNode> events = r.events();
        assertEquals("turn_ended", events.get(events.size() - 1).path("type").asString(""), "the last line");
        assertEquals("cancelled", r.outcome());
        assertEquals("", r.err());
    }

    @Test
    void aCancelledTurnIsToldInText() {
        HostRun run = host.start("run", "-a", "demo", "slow:60000").closeInput();
        run.awaitOut(line -> line.startsWith("Demo agent"));
        Ended r = run.interrupt().end();
        assertEquals(130, r.exit(), r::toString);
        assertEquals("termal: cancelled: the turn was cancelled\n", r.err());
    }

    @Test
    void theSecondSignalKillsAnAgentThatDoesNotStop() {
        HostRun run = host.start("run", "-a", "demo", "-o", "json", "fail:hang").closeInput();
        run.await(line -> line.path("text").asString("").startsWith("You said"));
        Ended r = run.interrupt().interrupt().end(); // with one alone it would take the 10 s of the cancel's grace
        assertEquals(130, r.exit(), r::toString);
        assertEquals("cancelled", r.outcome());
        assertTrue(r.event("turn_ended").path("durationMs").asLong() < 10_000, "killed, not waited for");
    }

    @ParameterizedTest
    @CsvSource({"text", "json"})
    void nobodyReadsAnyMore(String format) {
        HostRun run = host.start("run", "-a", "demo", "-o", format, "slow:1 slow:1 slow:300 slow:300 slow:60000")
                .closeInput();
        run.awaitOut(line -> true);
        Ended r = run.closeOutput().end();
        assertEquals(141, r.exit(), r::toString);
        assertEquals("", r.err(), "like any program whose output nobody reads");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run -a demo slow:60000",
                "run -a demo -o json slow:60000",
                "run -a demo -o quiet hello",
                "agents",
                "config show -o json",
                "completion",
                "--help",
                "--version"
            })
    void whereTheOutputCannotBeWrittenTheCommandFails(String line) {
        assumeTrue(Files.isWritable(FULL), "no " + FULL);
        Ended r = host.runInto(FULL, line.split(" "));
        assertEquals(7, r.exit(), r::toString);
        assertEquals("termal: cannot write to standard output: No space left on device\n", r.err());
    }

    @Test
    void aKilledHostLeavesNothing() {
        HostRun run =
                host.start("run", "-a", "demo", "-o", "json", "slow:60000").closeInput();
        run.await("turn_started");
        kill(run, "the demo agent");
    }

    @Test
    void aKilledHostLeavesNothingOfAgentsThatResist() throws Exception {
        Script script = ScriptedAcp.untilPrompt()
                .spawn(Script.Kin.CHILD)
                .spawn(Script.Kin.OWN_SESSION)
                .spawn(Script.Kin.ORPHAN)
                .ignoreTerminate()
                .send(ScriptedAcp.says("all there"))
                .stall("for good");
        HostRun run = host.start("run", "--agent-cmd", ScriptedAcp.command(script, folder), "-o", "json", "hi")
                .closeInput();
        run.await("message");
        assertEquals(3, ScriptedChild.kin(folder).size());
        kill(run, "an agent that ignores TERM, with a child, one in a session of its own, and an orphan");
    }

    private void kill(HostRun run, String whose) {
        int count = host.processes().size();
        long start = System.nanoTime();
        run.signal("KILL");
        host.awaitNothingLeft();
        System.out.printf(
                "host killed amid a turn of %s: its %d processes were gone after %d ms%n",
                whose, count, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
        assertEquals(137, run.end().exit());
    }
}

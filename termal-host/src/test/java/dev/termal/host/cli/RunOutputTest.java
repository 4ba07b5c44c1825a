package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.PermissionPolicy;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.json.Json;
import dev.termal.host.json.Samples;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a run prints: for people, for programs, the final text alone, the plan of a dry run, and warnings. */
final class RunOutputTest extends RunFixture {
    @Test
    void jsonIsOneObjectPerLine() {
        assertEquals(0, run("-o", "json", "hi"));
        List<JsonNode> lines = shell.out().lines().map(Json::read).toList();
        assertEquals(
                List.of("session", "turn_started", "message", "turn_ended"),
                lines.stream().map(line -> line.get("type").asString()).toList());
        assertEquals("the first that is ready", lines.get(0).get("reason").asString());
        assertEquals("done", lines.get(3).get("outcome").asString());
        assertEquals("", shell.err());
        assertFalse(spec().attended());
    }

    @Test
    void quietIsTheFinalTextAlone() {
        termal.warnings = List.of("careful");
        assertEquals(0, run("-o", "quiet", "hi"));
        assertEquals("Hello\n", shell.out());
        assertEquals("", shell.err());
    }

    @Test
    void quietStillSaysWhatWentWrong() {
        turn(s -> Samples.failed());
        assertEquals(1, run("-o", "quiet", "hi"));
        assertEquals("", shell.out());
        assertTrue(shell.err().contains("quota exceeded"));
    }

    @Test
    void aPersonWhoWaitsForTheStartIsToldSoAndWhatComesMeanwhileOnce() {
        shell.terminals = TestShell.TERMINAL;
        EntryBody again = new EntryBody.HostNotice(AgentEvent.Notice.Level.WARNING, "it is started once more");
        turn(s -> {
            s.emit(again); // as in a real stream, which is read from its beginning
            return Samples.done("Hello");
        });
        termal.opening = meanwhile -> {
            while (!shell.err().contains("waiting for sample to be ready")) {
                Thread.onSpinWait();
            }
            meanwhile.accept(new SessionEntry(2, Instant.EPOCH, 0, again));
            assertTrue(shell.err().contains("started once more"), shell.err());
        };
        assertEquals(0, run("-a", "sample", "hi"));
        assertEquals(1, shell.err().split("started once more", -1).length - 1, shell.err());
    }

    @Test
    void whatIsWaitedForIsNotShownAnyMoreOnceItIsThere() {
        shell.terminals = TestShell.TERMINAL;
        shell.environment = Map.of("TERM", "xterm", "NO_COLOR", "1");
        termal.opening = meanwhile -> {
            while (!shell.err().contains("waiting for sample to be ready; Ctrl-C gives up\n\u001B[?7h")) {
                Thread.onSpinWait();
            }
        };
        assertEquals(0, run("-a", "sample", "hi"));
        String after = shell.err().substring(shell.err().indexOf("\u001B[?7h"));
        assertTrue(after.startsWith("\u001B[?7h\u001B[1A\r\u001B[J"), after);
    }

    @Test
    void aSessionThatIsBegunByItsNameIsTold() {
        assertEquals(0, run("-a", "sample", "-s", "parser", "hi"));
        assertEquals("new session parser\n", shell.err());
        assertEquals(0, run("-a", "sample", "hi"));
        assertEquals("new session parser\n", shell.err(), "not where none has a name");
    }

    @Test
    void aQuickStartIsNotTalkedAbout() {
        shell.terminals = TestShell.TERMINAL;
        assertEquals(0, run("-a", "sample", "hi"));
        assertFalse(shell.err().contains("waiting for"), shell.err());
    }

    @Test
    void warningsAreTold() {
        termal.warnings = List.of("config.json: unknown key x");
        run("-a", "sample", "hi");
        assertEquals("warning: config.json: unknown key x\n", shell.err());
    }

    @Test
    void warningsAreToldBesideTheLinesForPrograms() {
        termal.warnings = List.of("plugin x.jar (read): damaged");
        run("-o", "json", "hi");
        assertEquals("warning: plugin x.jar (read): damaged\n", shell.err());
    }

    /** Even where only the text is wanted: the agent that is missing may be in the plugin that is broken. */
    @Test
    void warningsAreToldWhereNoPlanCanBeMade() {
        termal.warnings = List.of("plugin x.jar (read): damaged");
        termal.failure = Optional.of(new AgentException(ErrorCode.CONFIGURATION, "no agent is named x"));
        assertEquals(2, run("-o", "quiet", "-a", "x", "hi"));
        assertEquals("warning: plugin x.jar (read): damaged\ntermal: no agent is named x\n", shell.err());
    }

    @Test
    void aDryRunTellsWarnings() {
        termal.warnings = List.of("careful");
        assertEquals(0, run("--dry-run"));
        assertEquals("warning: careful\n", shell.err());
    }

    @Test
    void aDryRunShowsThePlanAndOpensNothing() {
        assertEquals(0, run("--dry-run", "-m", "large", "--timeout", "90s"));
        assertEquals("""
                agent         sample (the first that is ready)
                engine        some
                command       prog --flag 'a b'
                folder        FOLDER
                model         large
                permissions   ask
                protocol      style=plain
                timeout       1m30s
                idle timeout  5m
                environment   KEY=***
                not passed on NESTED
                """.replace("FOLDER", folder.toString()), shell.out());
        assertTrue(termal.opened.isEmpty());
        shell.out.reset();
        assertEquals(0, run("--dry-run", "-o", "json"));
        assertEquals("sample", Json.read(shell.out()).get("agent").asString());
    }

    @Test
    void aDryRunShowsTheToolsThatAreLent() {
        termal.hostTools = List.of("ask_user", "poll_result");
        assertEquals(0, run("--dry-run"));
        assertTrue(
                shell.out().contains("host tools    ask_user, poll_result; where the agent takes servers over HTTP\n"),
                shell.out());
        shell.out.reset();
        assertEquals(0, run("--dry-run", "-o", "json"));
        assertEquals("poll_result", Json.read(shell.out()).at("/hostTools/1").asString());
    }

    @Test
    void aDryRunShowsHowAnAgentThatCannotAskIsTold() {
        termal.policyArguments =
                Map.of(PermissionPolicy.ASK, List.of(), PermissionPolicy.AUTO, List.of("--approve=all"));
        assertEquals(0, run("--dry-run"));
        assertTrue(shell.out().contains("ask; the agent cannot ask, so it is told at launch:"), shell.out());
        assertTrue(shell.out().contains("auto        --approve=all"), shell.out());
        assertTrue(shell.out().contains("ask         (no argument)"), shell.out());
    }
}

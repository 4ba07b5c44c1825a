package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.host.json.Json;
import dev.termal.host.json.Samples;
import java.util.List;
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
}

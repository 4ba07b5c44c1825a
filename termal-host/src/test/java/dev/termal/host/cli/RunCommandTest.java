package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.McpServer;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.PermissionRequest;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.PresetAnswer;
import dev.termal.host.json.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a run opens, and how it ends. */
final class RunCommandTest extends RunFixture {
    @Test
    void printsTheAgentsTextAndExitsAsTheTurnEnded() {
        assertEquals(0, run("say", "hello"));
        assertEquals("Hello\n", shell.out());
        assertEquals("termal: the first that is ready\n", shell.err());
        assertEquals("say hello", session.prompts.get(0).text());
        assertEquals(1, termal.planned, "the agent is chosen once, and not again while opening");
        assertFalse(spec().attended());
        assertTrue(termal.closed);
        assertEquals(0, session.closed.getCount());
    }

    @ParameterizedTest
    @CsvSource({"DENIED, 5", "TIMEOUT, 3", "SESSION_LOST, 4", "AUTH_REQUIRED, 6", "EMPTY, 1", "CANCELLED, 130"})
    void theOutcomeIsTheExitCode(Outcome outcome, int code) {
        turn(s -> Samples.ended(outcome, Optional.empty()));
        assertEquals(code, run("hello"));
        assertTrue(shell.err().contains("termal: " + outcome.word().replace('_', ' ')), shell.err());
    }

    @Test
    void everyOptionReachesTheSession() throws IOException {
        Files.createDirectory(folder.resolve("sub"));
        String answers = file("answers.json", "[{\"match\":{\"title\":\"Deploy\"},\"answer\":[\"a\",2]}]");
        String mcp = file("mcp.json", "{\"mcpServers\":{\"files\":{\"command\":\"mcp-files\"}}}");
        assertEquals(
                0,
                run(
                        "-a",
                        "other",
                        "-e",
                        "some",
                        "-m",
                        "large",
                        "--mode",
                        "plan",
                        "--effort",
                        "high",
                        "--option",
                        "a=b=c",
                        "--option",
                        "d=e",
                        "--permissions",
                        "read-only",
                        "--answers",
                        answers,
                        "--strict",
                        "--mcp-config",
                        mcp,
                        "--timeout",
                        "1h30m",
                        "--idle-timeout",
                        "500ms",
                        "--cwd",
                        "sub",
                        "hi"),
                shell.err());
        assertEquals(Optional.of("other"), spec().agent());
        assertEquals(Optional.of("some"), spec().engine());
        assertEquals(Optional.of("large"), spec().model());
        assertEquals(Optional.of("plan"), spec().mode());
        assertEquals(Optional.of("high"), spec().effort());
        assertEquals(Map.of("a", "b=c", "d", "e"), spec().options());
        assertEquals(Optional.of(PermissionPolicy.READ_ONLY), spec().permissions());
        assertEquals(
                List.of(new PresetAnswer(Optional.of("Deploy"), Optional.empty(), Map.of("", List.of("a", "2")))),
                spec().answers());
        assertTrue(spec().strict());
        assertEquals("files", spec().mcpServers().get(0).name());
        assertInstanceOf(McpServer.Stdio.class, spec().mcpServers().get(0));
        assertEquals(Optional.of(Duration.ofMinutes(90)), spec().timeout());
        assertEquals(Optional.of(Duration.ofMillis(500)), spec().idleTimeout());
        assertEquals(folder.resolve("sub"), spec().cwd());
        assertEquals(
                "warning: --answers: [0] (title \"Deploy\") was not used: no question matched it\n",
                shell.err(),
                "the agent was named");
    }

    @Test
    void aCommandCanBeTheAgent() {
        assertEquals(0, run("--agent-cmd", "[\"prog\", \"a b\"]", "hi"));
        assertEquals(List.of("prog", "a b"), spec().command());
        assertEquals(Optional.empty(), spec().agent());
    }

    @Test
    void pluginFoldersCountBeforeAndBehindTheCommand() {
        shell.cwd = folder;
        assertEquals(0, shell.run("--plugins", "one", "run", "--plugins", "two", "hi"));
        assertEquals(
                List.of(folder.resolve("one"), folder.resolve("two")),
                termal.options.get(0).pluginFolders());
    }

    @Test
    void atATerminalAPersonIsAsked() {
        turn(s -> {
            s.emit(new EntryBody.PermissionRequested(
                    "p", new PermissionRequest(Samples.EDIT, List.of(Samples.ALLOW, Samples.REJECT))));
            s.emit(new EntryBody.PermissionAnswered(
                    "p",
                    s.decisions.take().equals(PermissionDecision.select(Samples.ALLOW))
                            ? Optional.of(Samples.ALLOW)
                            : Optional.empty(),
                    EntryBody.Decider.PERSON));
            return Samples.done("ok");
        });
        shell.terminals = TestShell.TERMINAL;
        shell.environment = Map.of("NO_COLOR", "1");
        shell.in = new Typed() {
            @Override
            public int available() {
                return 0; // what the test types ahead counts as typed in time
            }
        }.type("y\n");
        assertEquals(0, run("hi"));
        assertTrue(spec().attended());
        assertTrue(shell.err().contains("Allow? 1-2, or y, n: "), shell.err());
    }

    @Test
    void nobodyIsAskedWhoCannotSeeTheQuestion() {
        shell.terminals = new Terminals(true, true, false, false);
        run("hi");
        assertFalse(spec().attended());
    }
}

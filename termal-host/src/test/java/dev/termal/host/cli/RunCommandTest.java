package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.ContentBlock;
import dev.termal.api.ErrorCode;
import dev.termal.api.McpServer;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.PermissionRequest;
import dev.termal.host.SessionSpec;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.PresetAnswer;
import dev.termal.host.json.Json;
import dev.termal.host.json.Samples;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

@Timeout(120)
class RunCommandTest {
    private static final byte[] PNG = HexFormat.of().parseHex("89504e470d0a1a0a00000000");

    @TempDir
    Path folder;

    private FakeSession session = new FakeSession(s -> {
        s.emit(new EntryBody.Said(AgentEvent.MessageChunk.text("Hello"), false));
        return Samples.done("Hello");
    });

    private FakeTermal termal = new FakeTermal(session);
    private TestShell shell = new TestShell(options -> termal.open(options));

    private void turn(FakeSession.Turn turn) {
        session = new FakeSession(turn);
        termal = new FakeTermal(session);
    }

    private int run(String... args) {
        shell.cwd = folder;
        String[] all = new String[args.length + 1];
        all[0] = "run";
        System.arraycopy(args, 0, all, 1, args.length);
        return shell.run(all);
    }

    private SessionSpec spec() {
        return termal.opened.get(0);
    }

    private String file(String name, String content) throws IOException {
        Files.writeString(folder.resolve(name), content);
        return name;
    }

    @Test
    void printsTheAgentsTextAndExitsAsTheTurnEnded() {
        assertEquals(0, run("say", "hello"));
        assertEquals("Hello\n", shell.out());
        assertEquals("termal: agent sample: the first that is ready\n", shell.err());
        assertEquals("say hello", session.prompts.get(0).text());
        assertEquals(Optional.of("sample"), spec().agent());
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
        assertEquals("", shell.err(), "the agent was named");
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--modle x hi | unknown option '--modle'; did you mean '--model'? (put -- before a prompt with such words)",
                "--permissions yes hi | Invalid value for option '--permissions': 'yes' is not one of ask, auto, read-only, deny",
                "--permissions raed-only hi | 'raed-only' is not one of ask, auto, read-only, deny; did you mean 'read-only'?",
                "-o jsn hi | 'jsn' is not one of text, json, quiet; did you mean 'json'?",
                "--timeout 5 hi | '5' is not a length of time such as 500ms, 5s, 10m or 1h30m",
                "--agent-cmd prog hi | 'prog' is no JSON array of texts, such as '[\"my-agent\", \"--stdio\"]'",
                "--agent-cmd [] hi | '[]' is no JSON array of texts",
                "--agent-cmd [1] hi | '[1]' is no JSON array of texts",
                "-a x --agent-cmd [\"y\"] hi | give --agent or --agent-cmd, not both",
                "--model | Missing required parameter for option '--model'",
                "--option x hi | --option",
                "--image nosuch hi | nosuch: no such file",
                "--image . hi | this is not a file",
                "--answers nosuch hi | nosuch: cannot be read",
                "--mcp-config nosuch hi | nosuch: no such file",
                "--cwd nosuch hi | nosuch: no such folder",
            })
    void mistakesAreTold(String line, String expected) {
        assertEquals(2, run(line.split(" ")));
        assertTrue(shell.err().startsWith("termal: "), shell.err());
        assertTrue(shell.err().contains(expected), shell.err());
        assertTrue(shell.err().lines().count() <= 2, shell.err());
        assertEquals("", shell.out());
        assertTrue(termal.opened.isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"-o json --modle x", "-ojson --modle x", "--output=json --modle x", "--modle x --output json"})
    void mistakesAreToldToProgramsToo(String line) {
        assertEquals(2, run(line.split(" ")));
        JsonNode error = Json.read(shell.out());
        assertEquals("error", error.get("type").asString());
        assertEquals(2, error.get("exitCode").asInt());
        assertEquals("configuration", error.get("error").get("code").asString());
        assertTrue(shell.err().contains("--modle"));
    }

    @Test
    void whatFailsBeforeTheTurnHasItsOwnExitCode() {
        assertEquals(4, run("-o", "json", "-e", "nosuch", "hi"));
        JsonNode error = Json.read(shell.out());
        assertEquals("executable_not_found", error.get("error").get("code").asString());
        assertEquals("termal: prog was not found: install it\n", shell.err());
    }

    @Test
    void wrongConfigIsAUsageError() {
        termal.failure = Optional.of(new AgentException(ErrorCode.CONFIGURATION, "config.json: broken"));
        assertEquals(2, run("hi"));
        assertEquals("termal: config.json: broken\n", shell.err());
    }

    @Test
    void aFaultOfOurOwnIsOneLine() {
        shell.opener = options -> {
            throw new IllegalStateException("oops\n\tat somewhere");
        };
        assertEquals(1, run("-o", "json", "hi"));
        assertEquals("termal: internal error: java.lang.IllegalStateException: oops at somewhere\n", shell.err());
        assertEquals("internal", Json.read(shell.out()).get("error").get("code").asString());
    }

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

    @Test
    void pipedTextIsAttached() {
        shell.in = new ByteArrayInputStream("diff".getBytes(StandardCharsets.UTF_8));
        assertEquals(0, run("review"));
        assertEquals(
                List.of(ContentBlock.text("review"), ContentBlock.text("diff")),
                session.prompts.get(0).blocks());
    }

    @Test
    void anEmptyInputAttachesNothing() {
        run("review");
        assertEquals(1, session.prompts.get(0).blocks().size());
    }

    @Test
    void aSilentInputHangsNothing() {
        shell.in = new Typed();
        assertEquals(0, run("review"));
        assertEquals(1, session.prompts.get(0).blocks().size());
        assertTrue(shell.err().contains("nothing came on standard input within 3 s"), shell.err());
    }

    @Test
    void aDashMeansTheWholeInput() {
        shell.in = new ByteArrayInputStream("the prompt\n".getBytes(StandardCharsets.UTF_8));
        assertEquals(0, run("-"));
        assertEquals("the prompt", session.prompts.get(0).text());
    }

    @Test
    void withoutWordsAPipeIsThePrompt() {
        shell.in = new ByteArrayInputStream("the prompt".getBytes(StandardCharsets.UTF_8));
        assertEquals(0, run());
        assertEquals("the prompt", session.prompts.get(0).text());
    }

    @Test
    void noPromptIsAMistake() {
        shell.terminals = TestShell.TERMINAL;
        assertEquals(2, run());
        assertTrue(shell.err().contains("no prompt"), shell.err());
        shell.terminals = Terminals.NONE;
        assertEquals(2, run());
        assertEquals(2, run("-"));
    }

    @Test
    void inputIsBounded() {
        shell.in = new ByteArrayInputStream(new byte[Bounds.MAX_PIECE + 1]);
        assertEquals(2, run("review"));
        assertTrue(shell.err().contains("standard input is longer than 10 MiB"), shell.err());
    }

    @Test
    void aWordWithAnAtSignIsNotAFileOfArguments() throws IOException {
        file("args", "--strict");
        assertEquals(0, run("@args"));
        assertEquals("@args", session.prompts.get(0).text());
    }

    @Test
    void picturesAndFilesGoAlong() throws IOException {
        Files.write(folder.resolve("a.png"), PNG);
        Files.write(folder.resolve("b.bin"), new byte[] {0, 1, 2});
        file("c.txt", "grün");
        assertEquals(0, run("--image", "a.png", "--attach", "b.bin", "--attach", "c.txt", "see"), shell.err());
        List<ContentBlock> blocks = session.prompts.get(0).blocks();
        assertEquals(
                "image/png",
                assertInstanceOf(ContentBlock.Image.class, blocks.get(1)).mimeType());
        assertEquals(
                "AAEC",
                assertInstanceOf(ContentBlock.BlobResource.class, blocks.get(2)).base64());
        ContentBlock.TextResource text = assertInstanceOf(ContentBlock.TextResource.class, blocks.get(3));
        assertEquals("grün", text.text());
        assertEquals(folder.resolve("c.txt").toUri(), text.uri());
    }

    @Test
    void whatIsNoPictureIsRefused() throws IOException {
        assertEquals(2, run("--image", file("a.png", "no picture"), "see"));
        assertTrue(shell.err().contains("this is no png, jpeg, gif or webp picture"), shell.err());
    }

    @Test
    void tooMuchTogetherIsRefused() throws IOException {
        byte[] large = Arrays.copyOf(PNG, 9 * 1024 * 1024);
        Files.write(folder.resolve("a.png"), large);
        Files.write(folder.resolve("b.png"), large);
        assertEquals(2, run("--image", "a.png", "--image", "b.png", "see"));
        assertTrue(shell.err().contains("larger than 15 MiB"), shell.err());
        Files.write(folder.resolve("c.png"), Arrays.copyOf(PNG, Bounds.MAX_PIECE + 1));
        assertEquals(2, run("--image", "c.png", "see"));
        assertTrue(shell.err().contains("c.png: larger than 10 MiB"), shell.err());
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
        assertTrue(shell.err().contains("Allow? 1-2: "), shell.err());
    }

    @Test
    void nobodyIsAskedWhoCannotSeeTheQuestion() {
        shell.terminals = new Terminals(true, true, false, false);
        run("hi");
        assertFalse(spec().attended());
    }

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
    void whenNobodyReadsTheTurnIsCancelled() {
        turn(s -> {
            s.emit(new EntryBody.Said(AgentEvent.MessageChunk.text("Hello"), false));
            s.cancelled.await();
            return Samples.ended(Outcome.CANCELLED, Optional.empty());
        });
        shell.stdout = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        assertEquals(130, run("-o", "json", "hi"));
        assertEquals("", shell.err(), "no complaint, no stack trace");
    }
}

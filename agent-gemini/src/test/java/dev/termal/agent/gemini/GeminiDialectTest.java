package dev.termal.agent.gemini;

import static dev.termal.testkit.DialectOutputs.lastCall;
import static dev.termal.testkit.DialectOutputs.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.ContentBlock;
import dev.termal.api.ErrorCode;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import dev.termal.api.Usage;
import dev.termal.api.spi.LineDialect.Output;
import dev.termal.api.spi.LineDialect.TurnEnd;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The events of recorded runs, and of lines that no run has shown. */
class GeminiDialectTest {
    private final GeminiDialect dialect = new GeminiDialect(Optional.empty());

    private static List<Output> run(String name) {
        return StreamRun.read("stream/" + name + ".txt").outputs();
    }

    // -- recorded runs ------------------------------------------------------------------------------------------------

    @Test
    void aPlainTurn() {
        assertEquals(
                List.of(
                        "bound 13f18cb3-8c66-4807-9924-c636236348a1",
                        "text ECHO",
                        "text : ",
                        "text THINK about it",
                        "end END_TURN"),
                words(run("think")));
    }

    @Test
    void aCommand() {
        List<Output> outputs = run("tool");
        assertEquals(
                List.of(
                        "tool echo headless-tool EXECUTE PENDING",
                        "tool echo headless-tool EXECUTE COMPLETED",
                        "text TOOL DONE ("),
                words(outputs).subList(1, 4));
        ToolCall call = lastCall(outputs);
        assertEquals("run_shell_command__call_237_0", call.id());
        assertEquals("run_shell_command", call.tool().orElseThrow());
        assertEquals("echo headless-tool", call.command().orElseThrow());
        assertTrue(call.input().orElseThrow().text().contains("fake description"));
        assertEquals(List.of(new ToolCall.Content.Block(ContentBlock.text("headless-tool"))), call.content());
        assertEquals("\"headless-tool\"", call.output().orElseThrow().text());
    }

    @Test
    void aFileWrittenAndAFileRefused() {
        ToolCall written = lastCall(run("write"));
        assertEquals(ToolCall.Kind.EDIT, written.kind());
        assertEquals(ToolCall.Status.COMPLETED, written.status());
        assertEquals(List.of(), written.content());
        assertEquals(
                Path.of("/home/user/project/out.txt"),
                written.locations().get(0).path());
        ToolCall refused = lastCall(run("plan"));
        assertEquals(ToolCall.Status.FAILED, refused.status());
        assertTrue(refused.content().toString().contains("Access denied: plan path"));
    }

    @Test
    void twoCommandsAtOnce() {
        assertEquals(
                List.of(
                        "tool ls 0 EXECUTE PENDING",
                        "tool ls 1 EXECUTE PENDING",
                        "tool ls 0 EXECUTE COMPLETED",
                        "tool ls 1 EXECUTE COMPLETED"),
                words(run("par")).subList(1, 5));
    }

    @Test
    void figures() {
        TurnEnd end = (TurnEnd) run("tool").get(run("tool").size() - 1);
        Usage usage = end.usage().orElseThrow();
        assertEquals(200, usage.inputTokens().orElseThrow());
        assertEquals(40, usage.outputTokens().orElseThrow());
        assertEquals(240, usage.totalTokens().orElseThrow());
        assertEquals(0, usage.cachedReadTokens().orElseThrow());
        assertEquals(Duration.ofMillis(1284), usage.duration().orElseThrow());
        assertEquals(1, usage.toolCalls().orElseThrow());
        assertTrue(usage.thoughtTokens().isEmpty());
        assertEquals(200, usage.perModel().get("gemini-2.5-pro").inputTokens().orElseThrow());
    }

    @Test
    void zerosOfAFailureAreNoFigures() {
        TurnEnd end = (TurnEnd) run("err400").get(1);
        assertTrue(end.usage().isEmpty());
        assertEquals(ErrorCode.AGENT_ERROR, end.error().orElseThrow());
        assertTrue(end.message().contains("fake error 400"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"resume-id", "resume-latest", "sessionid", "uni", "text", "toolfail", "default-deny"})
    void runsThatEndWell(String name) {
        List<String> words = words(run(name));
        assertTrue(words.get(0).startsWith("bound "), words::toString);
        assertEquals("end END_TURN", words.get(words.size() - 1));
        assertTrue(words.stream().noneMatch(word -> word.startsWith("extension")), words::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "tool", "partial", "turnlimit", "err400"})
    void anotherDialectIsKeptAndNotUnderstood(String name) {
        StreamRun run = StreamRun.read("foreign/" + name + ".txt");
        List<String> words = words(run.outputs());
        assertFalse(words.isEmpty());
        assertTrue(words.stream().allMatch(word -> word.startsWith("extension gemini/")), words::toString);
    }

    // -- lines that no run has shown ----------------------------------------------------------------------------------

    @Test
    void severalObjectsOnALine() {
        assertEquals(
                List.of("text a", "text b", "text c"),
                words(
                        dialect.onLine(
                                "noise {\"type\":\"message\",\"role\":\"assistant\",\"content\":\"a\",\"delta\":true}"
                                        + "{\"type\":\"message\",\"role\":\"assistant\",\"content\":\"b\"} "
                                        + "{\"type\":\"message\",\"role\":\"assistant\",\"content\":[{\"text\":\"c\"}]}{\"type\":")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "noise",
                "{",
                "{}",
                "[]",
                "42",
                "null",
                "{\"type\":\"init\"}",
                "{\"type\":\"init\",\"session_id\":null}",
                "{\"type\":\"message\",\"role\":\"assistant\"}",
                "{\"type\":\"message\",\"role\":\"user\",\"content\":\"hi\"}",
                "{\"type\":\"message\",\"role\":\"assistant\",\"content\":"
            })
    void linesThatTellNothing(String line) {
        assertEquals(List.of(), dialect.onLine(line));
    }

    @Test
    void deepNestingIsNoise() {
        assertEquals(List.of(), dialect.onLine("{\"type\":\"message\",\"content\":" + "[".repeat(100_000)));
    }

    @Test
    void looseTypes() {
        Output end = dialect.onLine("{\"type\":\"result\",\"status\":\"success\",\"stats\":{\"input_tokens\":\"12\","
                        + "\"output_tokens\":3.0,\"total_tokens\":null,\"duration_ms\":\"soon\",\"models\":7}}")
                .get(0);
        Usage usage = ((TurnEnd) end).usage().orElseThrow();
        assertEquals(12, usage.inputTokens().orElseThrow());
        assertEquals(3, usage.outputTokens().orElseThrow());
        assertTrue(usage.totalTokens().isEmpty());
        assertTrue(usage.duration().isEmpty());
        assertEquals(
                List.of("tool tool OTHER PENDING", "tool unnamed-2 OTHER OTHER"),
                words(dialect.onLine(
                        "{\"type\":\"tool_use\",\"parameters\":\"x\"}{\"type\":\"tool_result\",\"status\":\"odd\"}")));
    }

    @Test
    void errorsOnTheWayAndUnknownWords() {
        assertEquals(
                List.of(
                        "notice WARNING Loop detected",
                        "notice ERROR blocked",
                        "extension gemini/thought",
                        "extension gemini/message",
                        "end OTHER"),
                words(dialect.onLine("{\"type\":\"error\",\"severity\":\"warning\",\"message\":\"Loop detected\"}"
                        + "{\"type\":\"error\",\"severity\":\"odd\",\"message\":\"blocked\"}"
                        + "{\"type\":\"thought\",\"text\":\"hm\"}"
                        + "{\"type\":\"message\",\"role\":\"tool\",\"content\":\"x\"}"
                        + "{\"type\":\"result\",\"status\":\"odd\"}")));
    }

    @Test
    void aToolThatThePolicyRefused() {
        ToolCall call = lastCall(dialect.onLine(
                "{\"type\":\"tool_use\",\"tool_id\":\"t\",\"tool_name\":\"write_file\",\"parameters\":{\"file_path\":\"a\"}}"
                        + "{\"type\":\"tool_result\",\"tool_id\":\"t\",\"status\":\"error\",\"error\":{\"type\":"
                        + "\"policy_violation\",\"message\":\"Tool execution denied by policy.\"}}"));
        assertEquals(ToolCall.Status.REJECTED, call.status());
        assertEquals("write_file a", call.title());
        assertEquals(List.of(), call.locations());
    }

    @Test
    void aCancelToldInWords() {
        TurnEnd end = (TurnEnd) dialect.onLine("{\"type\":\"result\",\"status\":\"error\",\"error\":{\"type\":"
                        + "\"FatalCancellationError\",\"message\":\"Operation cancelled.\"}}")
                .get(0);
        assertEquals(StopReason.CANCELLED, end.stopReason().orElseThrow());
    }
}

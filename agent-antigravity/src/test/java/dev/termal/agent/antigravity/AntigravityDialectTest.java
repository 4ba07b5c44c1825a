package dev.termal.agent.antigravity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.agent.antigravity.OpenFacts.Tokens;
import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.Extension;
import dev.termal.api.AgentEvent.MessageChunk;
import dev.termal.api.AgentEvent.Notice;
import dev.termal.api.AgentEvent.SessionBound;
import dev.termal.api.AgentEvent.ThoughtChunk;
import dev.termal.api.AgentEvent.ToolCallUpdate;
import dev.termal.api.ContentBlock;
import dev.termal.api.ErrorCode;
import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import dev.termal.api.ToolCall.Kind;
import dev.termal.api.ToolCall.Status;
import dev.termal.api.Usage;
import dev.termal.api.spi.LineDialect.Output;
import dev.termal.api.spi.LineDialect.Said;
import dev.termal.api.spi.LineDialect.TurnEnd;
import dev.termal.api.spi.ProcessExit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class AntigravityDialectTest {
    private final AntigravityDialect dialect = dialect(Tokens.OF_THE_PROCESS);

    private static AntigravityDialect dialect(Tokens counted) {
        AntigravityDialect dialect =
                new AntigravityDialect(Optional.empty(), counted, new AntigravityToolCalls(turn -> turn + "-"));
        dialect.beginTurn(Prompt.of("hello"));
        return dialect;
    }

    private List<AgentEvent> said(String... lines) {
        List<AgentEvent> events = new ArrayList<>();
        for (String line : lines) {
            for (Output output : dialect.onLine(line)) {
                if (output instanceof Said said) {
                    events.add(said.event());
                }
            }
        }
        return events;
    }

    private static TurnEnd end(AntigravityDialect of, String line) {
        return of.onLine(line).stream()
                .filter(TurnEnd.class::isInstance)
                .map(TurnEnd.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private ToolCall call(String line) {
        return ((ToolCallUpdate) said(line).get(0)).call();
    }

    @Tag("R-AG-47")
    @Tag("PF-76")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"event\":\"init\",\"init\":{\"conversation_id\":\"c1\"}}",
                "{\"event\":\"init\",\"conversation_id\":\"c1\",\"init\":{}}",
                "{\"event\":\"init\",\"conversation_id\":\"c1\"}",
                "{\"step_type\":\"user_input\",\"conversation_id\":\"c1\"}",
                "{\"event\":\"step_update\",\"step_update\":{\"step_type\":\"checkpoint\",\"conversation_id\":\"c1\"}}",
                "{\"event\":\"result\",\"conversation_id\":\"c1\",\"result\":{\"status\":\"OTHER\"}}"
            })
    void theFirstIdIsTheConversationWhereverItStands(String line) {
        assertEquals(List.of(new SessionBound(new SessionId("c1"))), said(line));
        assertEquals(List.of(), said(line.replace("c1", "c2")), "told once");
    }

    @Test
    @Tag("R-AG-47")
    void bothFormsOfTextAreRead() {
        assertEquals(
                List.of(MessageChunk.text("new "), MessageChunk.text("old "), MessageChunk.text("root")),
                said(
                        Agy.says(1, "new "),
                        Agy.step(2, "DONE", "agent_response", Map.of("response_text", "old ")),
                        "{\"step_type\":\"agent_response\",\"text_delta\":\"root\"}"));
    }

    @Test
    @Tag("R-AG-47")
    @Tag("R-AG-87")
    @Tag("R-AG-189")
    void whatIsNotKnownIsKeptOrSkippedAndNeverThrows() {
        for (String line :
                List.of("", "noise", "{", "[]", "42", "null", "{\"event\":5}", "{\"event\":\"init\",\"init\":7}")) {
            assertTrue(said(line).stream().allMatch(Extension.class::isInstance), line);
        }
        assertTrue(said("{\"event\":\"news\",\"news\":{\"a\":1}}").get(0) instanceof Extension kept
                && kept.name().equals("antigravity/news"));
        assertTrue(
                said("{\"event\":\"step_update\",\"step_update\":{\"step_type\":\"dance\"}}")
                                .get(0)
                        instanceof Extension);
        assertEquals(List.of(), said("{\"event\":\"step_update\",\"step_update\":{\"step_type\":\"user_input\"}}"));
    }

    @Tag("R-AG-47")
    @Tag("PF-73")
    @ParameterizedTest
    @CsvSource({
        "SUCCESS, END_TURN",
        "OK, END_TURN",
        "PAUSED, OTHER",
    })
    void theStatusSaysHowATurnEnded(String status, StopReason reason) {
        assertEquals(
                Optional.of(reason), end(dialect, Agy.result(status, Map.of())).stopReason());
    }

    @Tag("R-AG-148")
    @Tag("PF-73")
    @ParameterizedTest
    @CsvSource({
        "model overloaded, AGENT_ERROR",
        "You are not logged in, AUTH_REQUIRED",
        "Individual quota reached, LIMIT",
    })
    void anErrorKeepsItsWordsAndItsMeaning(String words, ErrorCode meaning) {
        for (Object error : List.of(words, Map.of("message", words))) {
            TurnEnd end = end(dialect, Agy.result("ERROR", Map.of("error", error)));
            assertEquals(Optional.of(meaning), end.error());
            assertEquals(words, end.message());
        }
    }

    @Test
    @Tag("R-AG-90")
    @Tag("PF-73")
    void aResponseCountsWhereNothingWasStreamed() {
        assertEquals(List.of(MessageChunk.text("all")), said(Agy.success("all")));
        dialect.beginTurn(Prompt.of("again"));
        assertEquals(List.of(MessageChunk.text("a")), said(Agy.says(1, "a"), Agy.success("a")));
        dialect.beginTurn(Prompt.of("again"));
        assertEquals(List.of(), said(Agy.success("")));
    }

    @Tag("R-AG-50")
    @Tag("PF-75")
    @ParameterizedTest
    @CsvSource({"63, 0", "64, 1"})
    void littleThinkingIsNotWorthALine(long tokens, int lines) {
        List<AgentEvent> events = said(
                Agy.step(1, "ACTIVE", "agent_response", Map.of("thinking_tokens", tokens / 2)),
                Agy.step(1, "DONE", "agent_response", Map.of("thinking_tokens", tokens)),
                Agy.success(""));
        List<ThoughtChunk> thoughts = events.stream()
                .filter(ThoughtChunk.class::isInstance)
                .map(ThoughtChunk.class::cast)
                .toList();
        assertEquals(lines, thoughts.size());
        thoughts.forEach(thought -> assertEquals(tokens, thought.tokens().orElseThrow()));
    }

    @Test
    @Tag("R-AG-50")
    void eachStepHasItsOwnThinkingAndThoughtsInWordsAreThoughts() {
        List<AgentEvent> events = said(
                Agy.step(1, "DONE", "agent_response", Map.of("thinking_tokens", 100)),
                Agy.step(2, "DONE", "agent_response", Map.of("thinking_tokens", 70, "thought_text", "hm")),
                Agy.step(3, "ACTIVE", "tool", Map.of("tool_name", "list_dir")),
                Agy.success("x"));
        List<String> shown = events.stream()
                .filter(ThoughtChunk.class::isInstance)
                .map(ThoughtChunk.class::cast)
                .map(thought -> thought.tokens().isPresent()
                        ? Long.toString(thought.tokens().getAsLong())
                        : ((ContentBlock.Text) thought.delta().orElseThrow()).text())
                .toList();
        assertEquals(List.of("100", "hm", "70"), shown);
    }

    @Test
    @Tag("R-AG-27")
    void aToolIsFoldedFromItsSteps() {
        Map<String, ?> parameters = Map.of("CommandLine", "ls -l", "Cwd", "/w");
        ToolCall begun = call(Agy.step(
                4,
                "ACTIVE",
                "tool",
                Map.of("tool_name", "run_command", "tool_info", Map.of("parameters", parameters))));
        assertEquals(
                List.of("1-4", "ls -l", Kind.EXECUTE, Status.IN_PROGRESS),
                List.of(begun.id(), begun.title(), begun.kind(), begun.status()));
        assertEquals(Optional.of("ls -l"), begun.command());
        ToolCall ended = call(Agy.step(4, "DONE", "tool", Map.of("response_text", "total 0")));
        assertEquals(Status.COMPLETED, ended.status());
        assertEquals("ls -l", ended.title(), "what was known stays");
        assertTrue(ended.content().toString().contains("total 0"));
        dialect.beginTurn(Prompt.of("next"));
        assertEquals(
                "2-4",
                call(Agy.step(4, "ACTIVE", "tool", Map.of("tool_name", "view_file")))
                        .id());
    }

    @Test
    @Tag("R-AG-79")
    void aToolOfAServerIsNamedByItsOwnName() {
        ToolCall call = call(Agy.step(
                1,
                "ACTIVE",
                "tool",
                Map.of(
                        "tool_name",
                        "call_mcp_tool",
                        "tool_info",
                        Map.of(
                                "parameters",
                                Map.of("ServerName", "notes", "ToolName", "find", "Arguments", Map.of("q", "x"))))));
        assertEquals(Optional.of("notes"), call.mcpServer());
        assertEquals(Optional.of("find"), call.tool());
        assertEquals("{\"q\":\"x\"}", call.input().orElseThrow().text());
    }

    @Test
    @Tag("R-AG-81")
    void aToolThatFailedSaysWhy() {
        ToolCall failed =
                call(Agy.step(1, "ERROR", "tool", Map.of("tool_name", "view_file", "error_message", "no such file")));
        assertEquals(Status.FAILED, failed.status());
        assertTrue(failed.content().toString().contains("no such file"));
        ToolCall nested = call(Agy.step(
                2,
                "ERROR",
                "tool",
                Map.of("tool_info", Map.of("name", "edit_file", "error", Map.of("message", "auto-denied by policy")))));
        assertEquals(Status.REJECTED, nested.status());
        assertEquals(Kind.EDIT, nested.kind());
    }

    @Test
    @Tag("R-AG-52")
    @Tag("PF-74")
    void whatWasDeniedWithoutAQuestionIsSeen() {
        TurnEnd end = end(dialect, Agy.success(""));
        String stderr = "tool run_command auto-denied: add it to permissions.allow\n";
        List<AgentEvent> events = dialect.beforeEnd(end, stderr);
        assertEquals(Status.REJECTED, ((ToolCallUpdate) events.get(0)).call().status());
        assertTrue(((Notice) events.get(1)).text().startsWith("tool run_command auto-denied"));

        dialect.beginTurn(Prompt.of("again"));
        said(Agy.says(1, "fine"));
        assertEquals(List.of(), dialect.beforeEnd(end(dialect, Agy.success("fine")), stderr), "that was before");

        dialect.beginTurn(Prompt.of("again"));
        said(Agy.step(3, "ERROR", "tool", Map.of("tool_name", "run_command")));
        events = dialect.beforeEnd(end(dialect, Agy.success("")), stderr + stderr);
        assertEquals("3-3", ((ToolCallUpdate) events.get(0)).call().id());
    }

    @Test
    @Tag("R-AG-52")
    @Tag("PF-74")
    void aSuccessWithoutAWordIsNotSilent() {
        List<AgentEvent> events = dialect.beforeEnd(end(dialect, Agy.success("")), "");
        assertTrue(((Notice) events.get(0)).text().contains("--permissions auto"));
        assertEquals(List.of(), dialect.beforeEnd(TurnEnd.failed(ErrorCode.AGENT_ERROR, "x"), ""));
    }

    @Test
    @Tag("R-AG-146")
    @Tag("R-AG-182")
    @Tag("PF-77")
    void tokensAreThoseOfTheTurn() {
        assertEquals(usage(100, 10), used(dialect, 100, 10));
        assertEquals(usage(50, 5), used(dialect, 150, 15), "of a count over the process");
        assertEquals(usage(40, 4), used(dialect, 40, 4), "a count that falls never was one over the process");
        assertEquals(usage(90, 9), used(dialect, 90, 9));
        AntigravityDialect perTurn = dialect(Tokens.OF_THE_TURN);
        assertEquals(usage(100, 10), used(perTurn, 100, 10));
        assertEquals(usage(150, 15), used(perTurn, 150, 15));
        assertEquals(Optional.empty(), end(dialect, Agy.success("no count")).usage());
    }

    private static Usage used(AntigravityDialect by, long input, long output) {
        return end(by, Agy.result("SUCCESS", Agy.usage(input, output))).usage().orElseThrow();
    }

    private static Usage usage(long input, long output) {
        return Usage.builder()
                .inputTokens(input)
                .outputTokens(output)
                .totalTokens(input + output)
                .build();
    }

    @Test
    @Tag("R-AG-182")
    void eachCountHasItsPlace() {
        TurnEnd end = end(
                dialect,
                Agy.result(
                        "SUCCESS",
                        Map.of(
                                "usage",
                                Map.of(
                                        "input_tokens", 1,
                                        "output_tokens", 2,
                                        "thinking_tokens", 3,
                                        "cache_read_tokens", 4,
                                        "total_tokens", 9))));
        Usage usage = end.usage().orElseThrow();
        assertEquals(3, usage.thoughtTokens().orElseThrow());
        assertEquals(4, usage.cachedReadTokens().orElseThrow());
        assertEquals(9, usage.totalTokens().orElseThrow());
        assertTrue(usage.cost().isEmpty(), "a subscription costs nothing by the token");
    }

    @Test
    @Tag("PF-78")
    void aPromptIsOneLineWhateverItHolds() {
        String text = "a\n\"b\"\u2028\\ ünïcode 😀\r\n" + "x".repeat(60_000);
        String line = dialect.promptLine(Prompt.of(text)).orElseThrow();
        assertFalse(line.contains("\n") || line.contains("\r"));
        assertEquals(
                text, JsonMapper.shared().readTree(line).at("/message/content").asString());
        assertEquals("user", JsonMapper.shared().readTree(line).path("event").asString());
    }

    @Tag("R-AG-40")
    @Tag("R-AG-148")
    @ParameterizedTest
    @CsvSource({
        "0, '', AGENT_EXITED",
        "1, '', AGENT_EXITED",
        "1, 'boom', AGENT_EXITED",
        "1, 'Please sign in', AUTH_REQUIRED",
        "2, 'flag provided but not defined: -input-format', CONFIGURATION",
        "1, 'conversation old-1 not found', SESSION_NOT_FOUND",
        "137, 'boom', AGENT_EXITED"
    })
    void anExitWithoutAnEndIsNoSuccess(int code, String stderr, ErrorCode meaning) {
        assertEquals(
                Optional.of(meaning),
                resuming().onExit(new ProcessExit(code), stderr, false).error());
    }

    private static AntigravityDialect resuming() {
        return new AntigravityDialect(
                Optional.of(new SessionId("old-1")), Tokens.OF_THE_TURN, AntigravityToolCalls.ofProcess());
    }

    @Test
    @Tag("R-AG-35")
    void aConversationIsLostWhereItWasNeverTold() {
        String gone = Agy.result("ERROR", Map.of("error", "conversation old-1 not found", "conversation_id", "old-1"));
        assertEquals(
                Optional.of(ErrorCode.SESSION_NOT_FOUND), end(resuming(), gone).error());
        AntigravityDialect goesOn = resuming();
        goesOn.onLine("{\"event\":\"init\",\"init\":{\"conversation_id\":\"old-1\"}}");
        assertEquals(Optional.of(ErrorCode.AGENT_ERROR), end(goesOn, gone).error());
        assertEquals(
                Optional.of(ErrorCode.AGENT_EXITED),
                goesOn.onExit(new ProcessExit(1), "panic in conversation old-1", false)
                        .error());
        assertEquals(
                Optional.of(ErrorCode.LIMIT),
                end(resuming(), Agy.result("ERROR", Map.of("error", "quota of old-1 is used up")))
                        .error());
    }

    @Test
    @Tag("PF-73")
    void anExitAfterTheEndChangesNothingUnlessItDeniesIt() {
        TurnEnd end = end(dialect, Agy.success("text"));
        assertEquals(end, dialect.onExit(new ProcessExit(0), "", true));
        assertTrue(dialect.onExit(new ProcessExit(1), "boom", true).error().isPresent());
    }
}

package dev.termal.agent.cursor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent.PlanUpdate;
import dev.termal.api.ContentBlock;
import dev.termal.api.ErrorCode;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import dev.termal.api.ToolCall.Content;
import dev.termal.api.Usage;
import dev.termal.api.spi.LineDialect.Output;
import dev.termal.api.spi.LineDialect.Said;
import dev.termal.api.spi.LineDialect.TurnEnd;
import dev.termal.api.spi.ProcessExit;
import dev.termal.testkit.DialectOutputs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CursorDialectTest {
    private static final String INIT =
            "{'type':'system','subtype':'init','apiKeySource':'login','session_id':'chat-1','model':'Auto'}";
    private static final String DONE = "{'type':'result','subtype':'success','is_error':false,'duration_ms':42,"
            + "'result':'all of it','session_id':'chat-1','usage':{'inputTokens':10,'outputTokens':'4',"
            + "'cacheReadTokens':3,'cacheWriteTokens':0}}";

    private final CursorDialect dialect = new CursorDialect(Optional.empty());

    private List<Output> play(String... lines) {
        return DialectOutputs.of(
                dialect, Stream.of(lines).map(line -> line.replace('\'', '"')).toList());
    }

    private static String piece(String text) {
        return "{'type':'assistant','message':{'role':'assistant','content':[{'type':'text','text':'" + text
                + "'}]},'timestamp_ms':1}";
    }

    private static String beforeTool(String text) {
        return "{'type':'assistant','message':{'content':[{'type':'text','text':'" + text
                + "'}]},'model_call_id':'m','timestamp_ms':1}";
    }

    private static String last(String text) {
        return "{'type':'assistant','message':{'content':[{'type':'text','text':'" + text + "'}]}}";
    }

    private static String call(String subtype, String body) {
        return "{'type':'tool_call','subtype':'" + subtype + "','call_id':'c1','tool_call':{'startedAtMs':1," + body
                + "},'session_id':'chat-1'}";
    }

    private List<String> heard(String... lines) {
        return DialectOutputs.words(play(lines));
    }

    private ToolCall lastCall(String... lines) {
        return DialectOutputs.lastCall(play(lines));
    }

    @Test
    void aTurnInPieces() {
        assertEquals(
                List.of(
                        "bound chat-1",
                        "thought hm",
                        "text I ",
                        "text look.",
                        "tool ls EXECUTE IN_PROGRESS",
                        "tool ls EXECUTE COMPLETED",
                        "text Do",
                        "text ne.",
                        "end END_TURN"),
                heard(
                        INIT,
                        "{'type':'user','message':{'role':'user','content':[{'type':'text','text':'hi'}]}}",
                        "{'type':'thinking','subtype':'delta','text':'hm'}",
                        "{'type':'thinking','subtype':'completed'}",
                        piece("I "),
                        piece("look."),
                        beforeTool("I look."),
                        call("started", "'shellToolCall':{'args':{'command':'ls'}}"),
                        call(
                                "completed",
                                "'shellToolCall':{'args':{'command':'ls'},'result':{'success':{'exitCode':0,'stdout':'a'}}}"),
                        piece("Do"),
                        piece("ne."),
                        last("Done."),
                        DONE));
    }

    @Test
    void aBuildThatTellsNoPieces() {
        assertEquals(
                List.of("text I look.", "tool ls EXECUTE IN_PROGRESS", "text Done.", "end END_TURN"),
                heard(
                        beforeTool("I look."),
                        call("started", "'shellToolCall':{'args':{'command':'ls'}}"),
                        last("Done."),
                        DONE));
    }

    @Test
    void aPieceThatRepeatsItselfIsNoRepetition() {
        assertEquals(List.of("text ha", "text ha"), heard(piece("ha"), piece("ha"), last("haha")));
    }

    @Test
    void textThatOnlyTheResultTells() {
        assertEquals(List.of("text all of it", "end END_TURN"), heard(DONE));
    }

    @Test
    void figures() {
        Usage usage = ((TurnEnd) play(piece("a"), DONE).get(1)).usage().orElseThrow();
        assertEquals(10, usage.inputTokens().orElseThrow());
        assertEquals(4, usage.outputTokens().orElseThrow());
        assertEquals(3, usage.cachedReadTokens().orElseThrow());
        assertEquals(Duration.ofMillis(42), usage.duration().orElseThrow());
        assertTrue(usage.totalTokens().isEmpty());
    }

    @Test
    void aCommandThatWasRefused() {
        ToolCall call = lastCall(
                call("started", "'shellToolCall':{'args':{'command':'rm x'}}"),
                call("completed", "'shellToolCall':{'result':{'rejected':{'command':'rm x','reason':'not allowed'}}}"));
        assertEquals(ToolCall.Status.REJECTED, call.status());
        assertEquals("rm x", call.command().orElseThrow());
        assertEquals(List.of(new Content.Block(ContentBlock.text("not allowed"))), call.content());
    }

    @ParameterizedTest
    @CsvSource({
        "success, COMPLETED",
        "failure, FAILED",
        "error, FAILED",
        "timeout, FAILED",
        "spawnError, FAILED",
        "permissionDenied, REJECTED",
        "somethingNew, OTHER"
    })
    void howACallEnds(String key, ToolCall.Status status) {
        assertEquals(
                status,
                lastCall(call("completed", "'readToolCall':{'args':{'path':'a'},'result':{'" + key + "':{}}}"))
                        .status());
    }

    @Test
    void anEditIsADiff() {
        String path = Path.of("/w/a.txt").toAbsolutePath().toString().replace('\\', '/');
        ToolCall call = lastCall(call(
                "completed",
                "'editToolCall':{'args':{'path':'" + path + "'},'result':{'success':{'path':'" + path
                        + "','beforeFullFileContent':'a','afterFullFileContent':'b','message':'Wrote'}}}"));
        assertEquals(ToolCall.Kind.EDIT, call.kind());
        assertEquals(List.of(new Content.Diff(Path.of(path), Optional.of("a"), Optional.of("b"))), call.content());
        assertEquals(Path.of(path), call.locations().get(0).path());
    }

    @Test
    void aToolOfAServer() {
        ToolCall call = lastCall(
                call(
                        "started",
                        "'mcpToolCall':{'args':{'providerIdentifier':'files','toolName':'get','args':{'k':'v'}}}"),
                call("completed", "'mcpToolCall':{'result':{'success':{'content':[{'text':{'text':'found'}}]}}}"));
        assertEquals("get", call.tool().orElseThrow());
        assertEquals("files", call.mcpServer().orElseThrow());
        assertEquals("get", call.title());
        assertEquals(List.of(new Content.Block(ContentBlock.text("found"))), call.content());
    }

    @Test
    void todosAreThePlan() {
        List<Output> outputs = play(call(
                "started",
                "'updateTodosToolCall':{'args':{'merge':false,'todos':[{'id':'1','content':'look',"
                        + "'status':'TODO_STATUS_IN_PROGRESS'},{'id':'2','content':'leap'}]}}"));
        PlanUpdate plan = (PlanUpdate) ((Said) outputs.get(1)).event();
        assertEquals("look", plan.entries().get(0).text());
        assertEquals("IN_PROGRESS", plan.entries().get(0).status().name());
        assertEquals("PENDING", plan.entries().get(1).status().name());
    }

    @Test
    void aPlanIsShown() {
        ToolCall call = lastCall(
                call("started", "'createPlanToolCall':{'args':{'plan':'# Steps'}}"),
                call("completed", "'createPlanToolCall':{'result':{'success':{'planUri':''}}}"));
        assertEquals(ToolCall.Status.COMPLETED, call.status());
        assertEquals(List.of(new Content.Block(ContentBlock.text("# Steps"))), call.content());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "noise",
                "{",
                "{}",
                "[]",
                "{'type':'system','subtype':'init'}",
                "{'type':'assistant'}",
                "{'type':'assistant','message':{'content':[{'type':'image'}]}}",
                "{'type':'thinking','subtype':'completed'}"
            })
    void linesThatTellNothing(String line) {
        assertEquals(List.of(), play(line));
    }

    @Test
    void whatIsNotKnownIsKept() {
        assertEquals(
                List.of(
                        "extension cursor/system",
                        "extension cursor/tool_call",
                        "extension cursor/tool_call",
                        "extension cursor/new"),
                heard(
                        "{'type':'system','subtype':'status'}",
                        "{'type':'tool_call','subtype':'started','tool_call':{}}",
                        "{'type':'tool_call','subtype':'started','tool_call':{'editToolCall':'odd'}}",
                        "{'type':'new'}"));
    }

    @Test
    void aResultThatIsAnError() {
        assertEquals(
                List.of("end AGENT_ERROR boom", "end AUTH_REQUIRED Not logged in"),
                heard(
                        "{'type':'result','subtype':'error','is_error':true,'result':'boom'}",
                        "{'type':'result','subtype':'success','is_error':true,'result':'Not logged in'}"));
    }

    @ParameterizedTest
    @CsvSource({
        "0, '', AGENT_EXITED",
        "1, '', AGENT_EXITED",
        "1, 'Error: Authentication required. Please run agent login', AUTH_REQUIRED",
        "1, 'Cannot use this model: x', AGENT_ERROR",
        "1, 'You have hit your usage limit', LIMIT",
        "1, 'No chat with id chat-9', SESSION_NOT_FOUND",
        "137, '', AGENT_EXITED"
    })
    void theEndOfTheProcess(int code, String stderr, ErrorCode meaning) {
        TurnEnd end =
                new CursorDialect(Optional.of(new SessionId("chat-9"))).onExit(new ProcessExit(code), stderr, false);
        assertEquals(meaning, end.error().orElseThrow());
        assertEquals(stderr, end.message());
    }

    @Test
    void aConversationThatGoesOnIsNotLost() {
        CursorDialect goesOn = new CursorDialect(Optional.of(new SessionId("chat-9")));
        goesOn.onLine("{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"chat-9\"}");
        assertEquals(
                ErrorCode.AGENT_ERROR,
                goesOn.onExit(new ProcessExit(1), "chat-9: something broke", false)
                        .error()
                        .orElseThrow());
    }

    @Test
    void theLastEventSaysMoreThanTheExitCode() {
        play(DONE);
        assertEquals(
                StopReason.END_TURN,
                dialect.onExit(new ProcessExit(0), "", true).stopReason().orElseThrow());
        assertEquals(
                ErrorCode.AGENT_ERROR,
                dialect.onExit(new ProcessExit(1), "", true).error().orElseThrow());
        assertEquals(
                StopReason.CANCELLED,
                dialect.onExit(new ProcessExit(130), "", false).stopReason().orElseThrow());
    }
}

package dev.termal.agent.cursor;

import static dev.termal.testkit.JsonRpcLines.error;
import static dev.termal.testkit.JsonRpcLines.request;
import static dev.termal.testkit.JsonRpcLines.result;
import static dev.termal.testkit.JsonRpcLines.resultOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.AgentId;
import dev.termal.api.AgentSession;
import dev.termal.api.Answer;
import dev.termal.api.ErrorCode;
import dev.termal.api.FollowUp;
import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionOption.Kind;
import dev.termal.api.PlanEntry;
import dev.termal.api.Prompt;
import dev.termal.api.Question;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import dev.termal.api.ToolCall.Status;
import dev.termal.api.TurnResult;
import dev.termal.api.spi.ClientCapabilities;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.EngineBinding;
import dev.termal.engine.acp.AcpEngineProvider;
import dev.termal.testkit.EventRecorder;
import dev.termal.testkit.FakeContext;
import dev.termal.testkit.FakeMachine;
import dev.termal.testkit.JsonRpcLines;
import dev.termal.testkit.Script;
import dev.termal.testkit.ScriptedAgent;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole turns in the words that builds of 2026 were recorded with. */
@Timeout(120)
class CursorConversationTest {
    private static final String SESSION = """
            {"sessionId":"s1","modes":{"currentModeId":"plan","availableModes":[{"id":"agent","name":"Agent"},\
            {"id":"plan","name":"Plan"},{"id":"ask","name":"Ask"}]},"configOptions":[\
            {"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"plan",\
            "options":[{"value":"agent","name":"Agent"},{"value":"plan","name":"Plan"}]},\
            {"id":"model","name":"Model","category":"model","type":"select","currentValue":"default[]",\
            "options":[{"value":"default[]","name":"Auto"},{"value":"gpt-5.3-codex[fast=false]","name":"Codex"}]}]}""";
    private static final String OPTIONS = """
            [{"optionId":"allow-once","name":"Allow","kind":"allow_once"},\
            {"optionId":"allow-always","name":"Always","kind":"allow_always"},\
            {"optionId":"reject-once","name":"Reject","kind":"reject_once"}]""";

    private final EngineBinding binding = new CursorAcp();

    @TempDir
    private Path folder;

    private static String update(String update) {
        return JsonRpcLines.notification("session/update", "{\"sessionId\":\"s1\",\"update\":" + update + "}");
    }

    private static String permission(int id, String call, String options) {
        return request(
                Integer.toString(id),
                "session/request_permission",
                "{\"sessionId\":\"s1\",\"toolCall\":" + call + ",\"options\":" + options + "}");
    }

    private static Script begun() {
        return new Script()
                .expectMethod("initialize")
                .send(result("{\"protocolVersion\":1,\"agentCapabilities\":{\"loadSession\":true,"
                        + "\"promptCapabilities\":{\"image\":true},\"sessionCapabilities\":{\"list\":{}}},"
                        + "\"authMethods\":[{\"id\":\"cursor_login\",\"name\":\"Log in\"}]}"));
    }

    private static Script prompted() {
        return begun().expectMethod("session/new")
                .send(result(SESSION.replace("\n", "")))
                .expectMethod("session/prompt")
                .as("prompt");
    }

    private static Script ended(Script script) {
        return script.send(resultOf("{{prompt.id}}", "{\"stopReason\":\"end_turn\"}"));
    }

    private interface Use {
        void of(AgentConnection connection, EventRecorder recorder) throws Exception;
    }

    private void connected(Script script, EventRecorder recorder, Use use) throws Exception {
        FakeMachine machine = FakeMachine.in(folder).executable("cursor-agent");
        try (FakeContext context = FakeContext.realTime();
                ScriptedAgent agent = ScriptedAgent.of(script);
                AgentConnection connection = new AcpEngineProvider()
                        .create(context)
                        .connect(new ConnectRequest(
                                new AgentId("cursor"),
                                binding,
                                SessionRequest.in(folder),
                                agent,
                                machine,
                                binding.options(),
                                ClientCapabilities.NONE,
                                event -> {}))) {
            use.of(connection, recorder);
        }
    }

    private TurnResult turn(Script script, EventRecorder recorder) throws Exception {
        CompletableFuture<TurnResult> ended = new CompletableFuture<>();
        connected(script, recorder, (connection, unused) -> {
            try (AgentSession session = connection.open(SessionRequest.in(folder), recorder)) {
                ended.complete(session.prompt(Prompt.of("go")));
            }
        });
        return ended.join();
    }

    private static ToolCall last(EventRecorder recorder, String id) {
        List<ToolCall> calls = recorder.events(AgentEvent.ToolCallUpdate.class).stream()
                .map(AgentEvent.ToolCallUpdate::call)
                .filter(call -> call.id().equals(id))
                .toList();
        return calls.get(calls.size() - 1);
    }

    @Test
    void toolsTellTheirResultsInWaysOfTheirOwn() throws Exception {
        EventRecorder recorder = new EventRecorder().answering(Kind.ALLOW_ONCE);
        Script script = prompted()
                .send(update(
                        "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"r\",\"kind\":\"read\",\"title\":\"Read a\","
                                + "\"status\":\"pending\",\"rawInput\":{\"path\":\"a\"}}"))
                .send(update("{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"r\",\"status\":\"completed\","
                        + "\"rawOutput\":{\"content\":\"text\"}}"))
                .send(update(
                        "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"e\",\"kind\":\"edit\",\"title\":\"Edit\","
                                + "\"status\":\"pending\",\"rawInput\":{}}"))
                .send(update(
                        "{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"e\",\"rawInput\":{\"path\":\"n\"}}"))
                .send(
                        update(
                                "{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"e\",\"status\":\"completed\",\"content\":["
                                        + "{\"type\":\"diff\",\"path\":\"/w/n\",\"oldText\":\"-- /dev/null\",\"newText\":\"++ b/n\\nx\\n\"}]}"))
                .send(permission(
                        7,
                        "{\"toolCallId\":\"x\",\"kind\":\"execute\",\"title\":\"`ls`\",\"rawInput\":{\"command\":\"ls\"}}",
                        OPTIONS))
                .expect("\"id\":7", "allow-once")
                .send(update("{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"x\",\"status\":\"completed\","
                        + "\"rawOutput\":{\"exitCode\":0,\"stdout\":\"n\",\"stderr\":\"\"}}"));
        assertEquals(StopReason.END_TURN, turn(ended(script), recorder).stopReason());
        assertTrue(last(recorder, "r").output().orElseThrow().text().contains("text"));
        assertEquals(
                List.of(new ToolCall.Content.Diff(Path.of("/w/n"), Optional.empty(), Optional.of("x\n"))),
                last(recorder, "e").content());
        assertEquals(Optional.of("ls"), last(recorder, "x").command());
        assertEquals(Status.COMPLETED, last(recorder, "x").status());
    }

    @Test
    void aRefusedToolThatIsReportedAsCompletedWasRefused() throws Exception {
        EventRecorder recorder = new EventRecorder().answering(Kind.REJECT_ONCE);
        Script script = prompted()
                .send(permission(7, "{\"toolCallId\":\"x\",\"kind\":\"execute\",\"title\":\"rm\"}", OPTIONS))
                .expect("\"id\":7", "reject-once")
                .send(update("{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"x\",\"status\":\"completed\"}"));
        turn(ended(script), recorder);
        assertEquals(Status.REJECTED, last(recorder, "x").status());
    }

    @Test
    void aQuestionIsAskedAndAnsweredOneLevelDeep() throws Exception {
        EventRecorder recorder = new EventRecorder()
                .onQuestion(
                        question -> CompletableFuture.completedFuture(new Answer.Accepted(Map.of("q", List.of("b")))));
        Script script = prompted()
                .send(request(
                        "8",
                        "cursor/ask_question",
                        "{\"toolCallId\":\"t\",\"title\":\"Which\",\"questions\":[{\"id\":\"q\",\"prompt\":\"?\","
                                + "\"options\":[{\"id\":\"a\",\"label\":\"A\"},{\"id\":\"b\",\"label\":\"B\"}]}]}"))
                .expect(
                        "\"id\":8",
                        "{\"outcome\":{\"outcome\":\"answered\",\"answers\":[{\"questionId\":\"q\",\"selectedOptionIds\":[\"b\"]}]}}");
        turn(ended(script), recorder);
        Question asked = recorder.questionsAsked().get(0);
        assertEquals("Which", asked.title());
    }

    @Test
    void aQuestionInTheGuiseOfAPermissionHasNoAnswerThatAPolicyMayGive() throws Exception {
        EventRecorder recorder = new EventRecorder();
        Script script = prompted()
                .send(
                        permission(
                                9,
                                "{\"toolCallId\":\"q\",\"title\":\"Which?\"}",
                                "[{\"optionId\":\"0\",\"name\":\"A\",\"kind\":\"allow_once\"},"
                                        + "{\"optionId\":\"__ask_question_skip__\",\"name\":\"Skip\",\"kind\":\"reject_once\"}]"))
                .expect("\"id\":9");
        turn(ended(script), recorder);
        assertEquals(
                List.of(Kind.OTHER, Kind.REJECT_ONCE),
                recorder.permissionRequests().get(0).options().stream()
                        .map(PermissionOption::kind)
                        .toList());
    }

    @Test
    void anAcceptedPlanIsFollowedUp() throws Exception {
        EventRecorder recorder = new EventRecorder()
                .onQuestion(question -> CompletableFuture.completedFuture(new Answer.Accepted(Map.of())));
        Script script = prompted()
                .send(request(
                        "10",
                        "cursor/create_plan",
                        "{\"toolCallId\":\"p\",\"name\":\"Tidy\",\"plan\":\"# Tidy\",\"todos\":["
                                + "{\"id\":\"1\",\"content\":\"first\",\"status\":\"pending\"}]}"))
                .expect("\"id\":10", "{\"outcome\":{\"outcome\":\"accepted\"}}")
                .send(
                        request(
                                "11",
                                "cursor/update_todos",
                                "{\"toolCallId\":\"p\",\"merge\":true,\"todos\":[{\"id\":\"1\",\"content\":\"first\",\"status\":\"completed\"}]}"))
                .expect("\"id\":11", "\"result\":{}");
        FollowUp next = turn(ended(script), recorder).followUp().orElseThrow();
        assertEquals(Optional.of("agent"), next.mode());
        assertEquals(
                List.of(PlanEntry.Status.PENDING, PlanEntry.Status.COMPLETED),
                recorder.events(AgentEvent.PlanUpdate.class).stream()
                        .map(plan -> plan.entries().get(0).status())
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({"cursor/task", "cursor/generate_image", "cursor/canvas", "cursor/update_todos"})
    void whatIsToldIsAcknowledged(String method) throws Exception {
        Script script = prompted()
                .send(request("12", method, "{\"toolCallId\":\"t\",\"description\":\"d\"}"))
                .expect("\"id\":12", "\"result\":{}")
                .send("{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":{\"description\":\"d\"}}");
        assertEquals(
                StopReason.END_TURN, turn(ended(script), new EventRecorder()).stopReason());
    }

    @Test
    void whatNobodyKnowsIsRefusedAndTheTurnGoesOn() throws Exception {
        Script script = prompted().send(request("13", "cursor/new_thing", "{}")).expect("\"id\":13", "-32601");
        assertEquals(
                StopReason.END_TURN, turn(ended(script), new EventRecorder()).stopReason());
    }

    @Test
    void signedOutIsSaidBySessionNewAndNothingIsSentToSignIn() throws Exception {
        Script script = begun().expectMethod("session/new")
                .send(error("{\"code\":-32000,\"message\":\"Authentication required\"}"));
        connected(script, new EventRecorder(), (connection, recorder) -> {
            try {
                connection.open(SessionRequest.in(folder), recorder);
                throw new AssertionError("opened");
            } catch (AgentException e) {
                assertEquals(ErrorCode.AUTH_REQUIRED, e.code());
            }
        });
    }

    @Test
    void aLoadThatIsAdvertisedAndRefusedIsALostSession() throws Exception {
        Script script =
                begun().expectMethod("session/load").send(error("{\"code\":-32602,\"message\":\"Invalid params\"}"));
        SessionRequest resumed = SessionRequest.in(folder).toBuilder()
                .resume(new SessionId("old"))
                .build();
        connected(script, new EventRecorder(), (connection, recorder) -> {
            try {
                connection.open(resumed, recorder);
                throw new AssertionError("opened");
            } catch (AgentException e) {
                assertEquals(ErrorCode.SESSION_NOT_FOUND, e.code());
            }
        });
    }

    @Test
    void aModelOfTheProtocolIsSetByIt() throws Exception {
        Script script = begun().expectMethod("session/new")
                .send(result(SESSION.replace("\n", "")))
                .expect("session/set_config_option", "\"configId\":\"model\"", "gpt-5.3-codex[fast=false]")
                .send(result("{\"configOptions\":[]}"));
        SessionRequest wish = SessionRequest.builder(folder)
                .model("gpt-5.3-codex[fast=false]")
                .build();
        connected(
                script,
                new EventRecorder(),
                (connection, recorder) -> connection.open(wish, recorder).close());
    }
}

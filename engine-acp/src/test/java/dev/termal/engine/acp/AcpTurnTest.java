package dev.termal.engine.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
import dev.termal.api.Answer;
import dev.termal.api.ErrorCode;
import dev.termal.api.FollowUp;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionOption;
import dev.termal.api.Prompt;
import dev.termal.api.Question;
import dev.termal.api.RawJson;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import dev.termal.api.TurnResult;
import dev.termal.api.spi.ClientCapabilities;
import dev.termal.api.spi.VendorNotificationHandler;
import dev.termal.api.spi.VendorReply;
import dev.termal.api.spi.VendorRequestHandler;
import dev.termal.testkit.Script;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class AcpTurnTest {
    private static final String ASK =
            "{\"sessionId\":\"s\",\"toolCall\":{\"toolCallId\":\"t\",\"title\":\"rm x\",\"kind\":\"execute\","
                    + "\"rawInput\":{\"command\":\"rm x\"}},\"options\":["
                    + "{\"optionId\":\"y\",\"name\":\"Yes\",\"kind\":\"allow_once\"},"
                    + "{\"optionId\":\"n\",\"name\":\"No\",\"kind\":\"reject_once\"}]}";
    private static final String END = Wire.promptResult("{\"stopReason\":\"end_turn\"}");

    @TempDir
    Path folder;

    private static Script opened() {
        Script script = new Script();
        Wire.initialize(script, "{\"loadSession\":true}");
        return script.expectMethod("session/new").send(Wire.result("{\"sessionId\":\"s\"}"));
    }

    private static Script prompted() {
        return opened().expectMethod("session/prompt").as("prompt");
    }

    @Test
    @Tag("ACP-24")
    @Tag("ORDER-02")
    @Tag("ORDER-04")
    @Tag("PF-50")
    void updatesBeforeTheSessionIsNamedComeAfterIt() throws Exception {
        Script script = new Script();
        Wire.initialize(script, "{}");
        script.expectMethod("session/new")
                .send(Wire.update("other", Wire.text("foreign")))
                .send("{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s\"}}")
                .send(Wire.update(
                        "s",
                        "{\"sessionUpdate\":\"available_commands_update\",\"availableCommands\":"
                                + "[{\"name\":\"init\",\"description\":\"d\"}]}"))
                .send(Wire.result("{\"sessionId\":\"s\"}"));
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session = rig.open();
            assertEquals("init", session.state().commands().get(0).name());
            rig.recorder.assertOrder("bound s", "extension session/update", "state");
            assertEquals("", rig.recorder.text(), "an update of another session was shown");
        }
    }

    @Test
    @Tag("ACP-28")
    @Tag("ORDER-06")
    void whatComesAfterTheEndIsDelivered() throws Exception {
        Script script = prompted().send(END).send(Wire.update("s", Wire.text("late")));
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session = rig.open();
            assertEquals(StopReason.END_TURN, session.prompt(Prompt.of("hi")).stopReason());
            rig.recorder.awaitCall("text late");
        }
    }

    @Test
    @Tag("ACP-16")
    @Tag("ACP-17")
    @Tag("ACP-41")
    @Tag("ACP-43")
    @Tag("CORR-03")
    @Tag("CORR-05")
    @Tag("R-AG-04")
    void unknownRequestsAreRefusedWithTheirOwnId() throws Exception {
        Script script = prompted()
                .send(Wire.request("7", "nobody/knows", "{}"))
                .expect("\"id\":7", "-32601")
                .send(Wire.request("\"\"", "nobody/knows", "{}"))
                .expect("\"id\":\"\"", "-32601")
                .send(Wire.request("0", "fs/read_text_file", "{\"sessionId\":\"s\",\"path\":\"/x\"}"))
                .expect("\"id\":0", "-32601")
                .send(Wire.request("1", "elicitation/create", "{\"sessionId\":\"s\",\"mode\":\"form\"}"))
                .expect("\"id\":1", "-32601")
                .send(Wire.request("2", "session/request_permission", "{\"sessionId\":\"s\",\"options\":[]}"))
                .expect("\"id\":2", "-32602")
                .send(END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            rig.open().prompt(Prompt.of("hi"));
        }
    }

    @Test
    @Tag("ACP-17")
    @Tag("CORR-05")
    void aHandlerThatFailsAnswersInOneSafeLine() throws Exception {
        Script script = prompted()
                .send(Wire.request("5", "session/request_permission", ASK))
                .expect("\"id\":5", "-32603")
                .send(END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            rig.recorder.onPermission(request -> CompletableFuture.failedFuture(new IllegalStateException("secret")));
            rig.open().prompt(Prompt.of("hi"));
            assertTrue(rig.agent.lines().stream().noneMatch(line -> line.contains("secret")));
        }
    }

    @Test
    @Tag("TOOL-02")
    void aRefusedCallIsRejectedThoughTheAgentSaysNothingOrFailed() throws Exception {
        Script script = prompted()
                .send(Wire.request("5", "session/request_permission", ASK))
                .expect("\"optionId\":\"n\"")
                .send(Wire.update(
                        "s", "{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"t\",\"status\":\"failed\"}"))
                .send(END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            rig.recorder.answering(PermissionOption.Kind.REJECT_ONCE);
            rig.open().prompt(Prompt.of("hi"));
            rig.recorder.assertOrder("tool t pending", "permission t", "tool t rejected", "tool t rejected");
            ToolCall call = rig.recorder.permissionRequests().get(0).toolCall();
            assertEquals(Optional.of("rm x"), call.command());
            assertTrue(rig.recorder.events(AgentEvent.Notice.class).isEmpty());
        }
    }

    @Test
    @Tag("ACP-37")
    void anOptionThatWasNotOfferedIsNone() throws Exception {
        Script script = prompted()
                .send(Wire.request("5", "session/request_permission", ASK))
                .expect("\"id\":5", "\"outcome\":\"cancelled\"")
                .send(END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            rig.recorder.onPermission(
                    request -> CompletableFuture.completedFuture(new PermissionDecision.Selected("made up")));
            rig.open().prompt(Prompt.of("hi"));
        }
    }

    @Test
    @Tag("TOOL-03")
    @Tag("TOOL-06")
    void callsLeftOpenAreClosedWithOneNotice() throws Exception {
        Script script = prompted()
                .send(Wire.update("s", "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"a\",\"title\":\"A\"}"))
                .send(Wire.update(
                        "s",
                        "{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"b\",\"status\":\"in_progress\"}"))
                .send(END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            rig.open().prompt(Prompt.of("hi"));
            rig.recorder.assertOrder(
                    "tool a pending", "tool b in_progress", "tool a failed", "tool b failed", "notice");
            assertEquals(1, rig.recorder.events(AgentEvent.Notice.class).size());
        }
    }

    @Test
    @Tag("ACP-40")
    @Tag("PERM-07")
    void theAgentCanTakeItsRequestBack() throws Exception {
        Script script = prompted()
                .send(Wire.request("5", "session/request_permission", ASK))
                .send("{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel_request\",\"params\":{\"requestId\":99}}")
                .send("{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel_request\",\"params\":{\"requestId\":5}}")
                .expect("\"id\":5", "\"outcome\":\"cancelled\"")
                .send(Wire.request("\"5\"", "elicitation/create", "{\"mode\":\"form\",\"message\":\"Pick\"}"))
                .send("{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel_request\",\"params\":{\"requestId\":5}}")
                .send("{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel_request\",\"params\":{\"requestId\":\"5\"}}")
                .expect("\"id\":\"5\"", "\"action\":\"cancel\"")
                .send(END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            CompletableFuture<PermissionDecision> decision = new CompletableFuture<>();
            CompletableFuture<Answer> answer = new CompletableFuture<>();
            rig.recorder.onPermission(request -> decision);
            rig.recorder.onQuestion(question -> answer);
            rig.client(AcpRig.EVERYTHING).open().prompt(Prompt.of("hi"));
            assertTrue(decision.isCancelled());
            assertTrue(answer.isCancelled());
        }
    }

    @Test
    @Tag("ACP-38")
    @Tag("ACP-45")
    @Tag("PERM-05")
    @Tag("CANCEL-07")
    void aCancelWinsHoweverTheAgentAnswersIt() throws Exception {
        for (String answer : List.of(
                END,
                Wire.promptResult("{\"stopReason\":\"cancelled\"}"),
                "{\"jsonrpc\":\"2.0\",\"id\":{{prompt.id}},\"error\":{\"code\":-32800,\"message\":\"gone\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":{{prompt.id}},\"error\":{\"code\":-32603,\"message\":\"aborted\"}}")) {
            Script script = prompted()
                    .send(Wire.update("s", "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"t\",\"title\":\"A\"}"))
                    .expectMethod("session/cancel")
                    .send(Wire.request("5", "session/request_permission", ASK))
                    .expect("\"id\":5", "\"outcome\":\"cancelled\"")
                    .send(answer)
                    .send(answer);
            try (AcpRig rig = new AcpRig(folder, script)) {
                AgentSession session = rig.open();
                CompletableFuture<TurnResult> turn = AcpRig.prompting(session, "hi");
                rig.recorder.awaitCall("tool t pending");
                session.cancel();
                assertEquals(StopReason.CANCELLED, AcpRig.await(turn).stopReason());
                rig.recorder.assertOrder("tool t pending", "tool t cancelled", "notice INFO");
                assertTrue(rig.recorder.permissionRequests().isEmpty(), "asked after the cancel");
                assertTrue(session.isOpen());
            }
        }
    }

    @Test
    @Tag("ACP-45")
    @Tag("PERM-07")
    @Tag("CANCEL-08")
    @Tag("R-AG-64")
    void silenceAfterACancelIsAskedOnceMoreAndThenEnded() throws Exception {
        Script stuck = prompted()
                .send(Wire.update("s", Wire.text("begun")))
                .expectMethod("session/cancel")
                .expect("$/cancel_request")
                .stall("for good");
        Script again = new Script();
        Wire.initialize(again, "{\"loadSession\":true}");
        again.expectMethod("session/load")
                .send(Wire.result("{}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(END);
        try (AcpRig rig = new AcpRig(folder, stuck, again)) {
            AgentSession session = rig.open();
            CompletableFuture<TurnResult> turn = AcpRig.prompting(session, "hi");
            rig.recorder.awaitCall("text begun");
            session.cancel();
            assertEquals(StopReason.CANCELLED, AcpRig.await(turn).stopReason());
            assertEquals(
                    Json.parse(new RawJson(rig.sent("session/prompt").get(0))).path("id"),
                    Json.parse(new RawJson(rig.sent("$/cancel_request").get(0)))
                            .path("params")
                            .path("requestId"),
                    "it is the prompt that is taken back");
            assertTrue(session.isOpen());
            assertEquals(StopReason.END_TURN, session.prompt(Prompt.of("again")).stopReason());
        }
    }

    @Test
    @Tag("ACP-35")
    void deathTellsTheExitAndTheLastWords() throws Exception {
        Script script = prompted()
                .send(Wire.update("s", "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"t\",\"title\":\"A\"}"))
                .stderr("model X is not allowed\n")
                .exit(3);
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session = rig.open();
            AgentException death = assertThrows(AgentException.class, () -> session.prompt(Prompt.of("hi")));
            assertEquals(ErrorCode.AGENT_EXITED, death.code());
            assertTrue(death.getMessage().contains("exit code 3"), death::getMessage);
            assertTrue(death.getMessage().contains("model X is not allowed"), death::getMessage);
            rig.recorder.assertOrder("tool t pending", "tool t failed");
            assertTrue(session.isOpen(), "the conversation can be continued");
        }
    }

    @Test
    @Tag("ACP-43")
    @Tag("ELICIT-01")
    void formsAndPagesBecomeQuestions() throws Exception {
        Script script = prompted()
                .send(Wire.request(
                        "5",
                        "elicitation/create",
                        "{\"mode\":\"form\",\"sessionId\":\"s\",\"message\":\"Pick\","
                                + "\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"colour\":{\"type\":\"string\","
                                + "\"enum\":[\"red\",\"blue\"]},\"n\":{\"type\":\"integer\",\"minimum\":1},"
                                + "\"ok\":{\"type\":\"boolean\",\"default\":true}},\"required\":[\"colour\"]}}"))
                .expect("\"id\":5", "\"action\":\"accept\"", "\"colour\":\"red\"", "\"n\":2", "\"ok\":false")
                .send(Wire.request(
                        "6",
                        "elicitation/create",
                        "{\"mode\":\"url\",\"sessionId\":\"s\",\"message\":\"Go\","
                                + "\"elicitationId\":\"e\",\"url\":\"https://example.org/a\"}"))
                .expect("\"id\":6", "-32602")
                .send(END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            rig.client(new ClientCapabilities(false, false, false, true, false, false));
            rig.recorder.onQuestion(question -> CompletableFuture.completedFuture(
                    new Answer.Accepted(Map.of("colour", List.of("red"), "n", List.of("2"), "ok", List.of("false")))));
            rig.open().prompt(Prompt.of("hi"));
            Question question = rig.recorder.questionsAsked().get(0);
            assertEquals("Pick", question.text());
            assertEquals(
                    List.of(Question.Type.CHOICE, Question.Type.NUMBER, Question.Type.BOOLEAN),
                    question.fields().stream().map(Question.Field::type).toList());
            assertTrue(question.fields().get(0).required());
            assertEquals(List.of("true"), question.fields().get(2).defaults());
        }
    }

    /** What only one vendor's agent asks and tells. */
    private static final class VendorBinding extends BareBinding {
        @Override
        public Map<String, VendorRequestHandler> requestHandlers() {
            return Map.of(
                    "vendor/ask",
                    params -> new VendorReply.Ask(
                            new Question("v", "", "Go on?", List.of(), Optional.empty(), true),
                            List.of(AgentEvent.MessageChunk.text("asked")),
                            answer -> new VendorReply.Reply(
                                    new RawJson("{\"ok\":" + (answer instanceof Answer.Accepted) + "}"),
                                    List.of(),
                                    Optional.of(new FollowUp(Optional.of("code"), Optional.empty())))),
                    "vendor/reject",
                    params -> new VendorReply.Reject(-32001, "no"),
                    "vendor/fail",
                    params -> {
                        throw new IllegalStateException("secret");
                    });
        }

        @Override
        public Map<String, VendorNotificationHandler> notificationHandlers() {
            return Map.of("vendor/told", params -> List.of(AgentEvent.MessageChunk.text("told " + params.text())));
        }
    }

    @Test
    void vendorMethodsWithoutASessionGoToTheOneThatPrompts() throws Exception {
        for (boolean accepted : new boolean[] {true, false}) {
            Script script = prompted()
                    .send("{\"jsonrpc\":\"2.0\",\"method\":\"vendor/told\",\"params\":{\"x\":1}}")
                    .send("{\"jsonrpc\":\"2.0\",\"method\":\"_other/told\"}")
                    .send(Wire.request("1", "vendor/ask", "{}"))
                    .expect("\"id\":1", "\"ok\":" + accepted)
                    .send(Wire.request("2", "vendor/reject", "{}"))
                    .expect("\"id\":2", "-32001", "no")
                    .send(Wire.request("3", "vendor/fail", "{}"))
                    .expect("\"id\":3", "-32603")
                    .send(END);
            try (AcpRig rig = new AcpRig(folder, script)) {
                rig.binding(new VendorBinding());
                rig.recorder.onQuestion(question -> CompletableFuture.completedFuture(
                        accepted ? new Answer.Accepted(Map.of()) : new Answer.Declined("no")));
                TurnResult result = rig.open().prompt(Prompt.of("hi"));
                rig.recorder.assertOrder("text told {\"x\":1}", "extension _other/told", "text asked", "question v");
                assertEquals(accepted, result.followUp().isPresent(), "declined is followed by nothing");
                assertTrue(rig.agent.lines().stream().noneMatch(line -> line.contains("secret")));
            }
        }
    }

    @Test
    @Tag("ACP-33")
    void aSecondPromptIsRefusedWhileOneRuns() throws Exception {
        Script script = prompted()
                .send(Wire.update("s", Wire.text("begun")))
                .stall("go on")
                .send(END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session = rig.open();
            CompletableFuture<TurnResult> turn = AcpRig.prompting(session, "hi");
            rig.recorder.awaitCall("text begun");
            assertThrows(AgentException.class, () -> session.prompt(Prompt.of("me too")));
            rig.agent.release("go on");
            assertEquals(StopReason.END_TURN, AcpRig.await(turn).stopReason());
            assertFalse(rig.sent("session/prompt").size() > 1);
        }
    }
}

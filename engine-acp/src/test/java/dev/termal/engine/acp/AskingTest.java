package dev.termal.engine.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentException;
import dev.termal.api.Answer;
import dev.termal.api.AuthStatus;
import dev.termal.api.ContentBlock;
import dev.termal.api.ErrorCode;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionRequest;
import dev.termal.api.Prompt;
import dev.termal.api.Question;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import dev.termal.api.TurnResult;
import dev.termal.testkit.Script;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Permissions, questions, sign-ins and tool calls as agents ask and tell of them. */
@Timeout(120)
final class AskingTest {
    @TempDir
    Path folder;

    @Test
    @Tag("ACP-37")
    @Tag("PERM-01")
    void aDecisionIsByKindWhateverTheIdsSay() throws Exception {
        Script script = Scripts.prompted()
                .send(Wire.request(
                        "5",
                        "session/request_permission",
                        "{\"sessionId\":\"s\",\"toolCall\":{\"toolCallId\":\"t\"},\"options\":["
                                + "{\"optionId\":\"allow\",\"name\":\"Allow\",\"kind\":\"reject_once\"},"
                                + "{\"optionId\":\"reject\",\"name\":\"Reject\",\"kind\":\"allow_once\"},"
                                + "{\"optionId\":\"maybe\",\"name\":\"Yes\",\"kind\":\"allow_sometimes\"}]}"))
                .expect("\"id\":5", "\"outcome\":\"selected\"", "\"optionId\":\"reject\"")
                .send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            rig.recorder.answering(PermissionOption.Kind.ALLOW_ONCE);
            rig.open().prompt(Prompt.of("hi"));
            assertEquals(
                    List.of(
                            PermissionOption.Kind.REJECT_ONCE,
                            PermissionOption.Kind.ALLOW_ONCE,
                            PermissionOption.Kind.OTHER),
                    rig.recorder.permissionRequests().get(0).options().stream()
                            .map(PermissionOption::kind)
                            .toList());
        }
    }

    @Test
    @Tag("PERM-02")
    @Tag("R-AG-72")
    @Tag("PF-53")
    void aRequestWithoutOptionsCanOnlyBeCancelled() throws Exception {
        Script script = Scripts.prompted();
        for (String options :
                List.of("", ",\"options\":[]", ",\"options\":[{\"name\":\"no id\"},7]", ",\"options\":\"x\"")) {
            script.send(Wire.request(
                            "5",
                            "session/request_permission",
                            "{\"sessionId\":\"s\",\"toolCall\":{\"toolCallId\":\"t\"}" + options + "}"))
                    .expect("\"id\":5", "\"outcome\":\"cancelled\"");
        }
        try (AcpRig rig = new AcpRig(folder, script.send(Scripts.END))) {
            rig.recorder.answering(PermissionOption.Kind.ALLOW_ONCE);
            rig.open().prompt(Prompt.of("hi"));
            assertEquals(4, rig.recorder.permissionRequests().size());
        }
    }

    @Test
    @Tag("ACP-39")
    @Tag("PERM-03")
    void severalOpenRequestsAreAnsweredEachForItself() throws Exception {
        Script script = Scripts.prompted()
                .send(Scripts.ask("1", "a"))
                .send(Scripts.ask("2", "b"))
                .send(Wire.update("s", Wire.text("meanwhile")))
                .expect("\"id\":2", "\"optionId\":\"y\"")
                .expect("\"id\":1", "\"optionId\":\"n\"")
                .send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            Map<String, CompletableFuture<PermissionDecision>> decisions = new ConcurrentHashMap<>();
            rig.recorder.onPermission(
                    request -> decisions.computeIfAbsent(request.toolCall().id(), id -> new CompletableFuture<>()));
            CompletableFuture<TurnResult> turn = AcpRig.prompting(rig.open(), "hi");
            rig.recorder.awaitCall("text meanwhile");
            decisions.get("b").complete(new PermissionDecision.Selected("y"));
            decisions.get("a").complete(new PermissionDecision.Selected("n"));
            assertEquals(StopReason.END_TURN, AcpRig.await(turn).stopReason());
            assertEquals(
                    ToolCall.Status.REJECTED, rig.recorder.toolCalls().get(0).status());
        }
    }

    @Test
    @Tag("TOOL-01")
    @Tag("TOOL-02")
    @Tag("TOOL-04")
    void aCallIsOneWhetherAskedForOrToldFirst() throws Exception {
        String diff = "\"content\":[{\"type\":\"diff\",\"path\":\"/a\",\"oldText\":\"\",\"newText\":\"x\"},"
                + "{\"type\":\"diff\",\"path\":\"/b\",\"oldText\":\"y\",\"newText\":\"\"},"
                + "{\"type\":\"diff\",\"path\":\"/c\",\"oldText\":\"z\",\"newText\":null},"
                + "{\"type\":\"diff\",\"path\":\"/d\",\"oldText\":null,\"newText\":\"w\"}]";
        Script script = Scripts.prompted()
                .send(Wire.request(
                        "5",
                        "session/request_permission",
                        "{\"sessionId\":\"s\",\"toolCall\":{\"toolCallId\":\"t\",\"title\":\"Edit\",\"kind\":\"edit\","
                                + diff
                                + "},\"options\":[{\"optionId\":\"y\",\"name\":\"Yes\",\"kind\":\"allow_once\"}]}"))
                .expect("\"id\":5", "\"optionId\":\"y\"")
                .send(Wire.update(
                        "s", "{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"t\",\"status\":\"completed\"}"))
                .send(Scripts.tool("u", ",\"title\":\"Run\",\"kind\":\"execute\""))
                .send(Scripts.ask("6", "u"))
                .expect("\"id\":6", "\"optionId\":\"y\"")
                .send(Wire.update(
                        "s", "{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"u\",\"status\":\"completed\"}"))
                .send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            rig.recorder.answering(PermissionOption.Kind.ALLOW_ONCE);
            rig.open().prompt(Prompt.of("hi"));
            rig.recorder.assertOrder(
                    "tool t pending", "permission t", "tool t completed", "tool u pending", "permission u");
            PermissionRequest shown = rig.recorder.permissionRequests().get(0);
            ToolCall edited = rig.recorder.toolCalls().get(0);
            assertEquals("Edit", edited.title());
            assertEquals(4, shown.toolCall().content().size(), "what is decided on must be seen");
            assertEquals(
                    List.of("/a:|x", "/b:y|", "/c:z|deleted", "/d:new|w"),
                    edited.content().stream()
                            .map(ToolCall.Content.Diff.class::cast)
                            .map(change ->
                                    change.path() + ":" + change.oldText().orElse("new") + "|"
                                            + change.newText().orElse("deleted"))
                            .toList());
            assertEquals(2, rig.recorder.toolCalls().size());
        }
    }

    @Test
    @Tag("TOOL-05")
    void anOutputOfFiveMegabytesArrivesWhole() throws Exception {
        String output = "x".repeat(5_000_000);
        Script script = Scripts.prompted()
                .send(Scripts.tool("t", ",\"status\":\"completed\",\"rawOutput\":{\"stdout\":\"" + output + "\"}"))
                .send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            rig.open().prompt(Prompt.of("hi"));
            assertTrue(rig.recorder
                    .toolCalls()
                    .get(0)
                    .output()
                    .orElseThrow()
                    .text()
                    .contains(output));
        }
    }

    @Test
    @Tag("ACP-43")
    @Tag("ELICIT-02")
    void aPageToVisitIsAQuestionWithAnAddress() throws Exception {
        String page = "{\"mode\":\"url\",\"sessionId\":\"s\",\"message\":\"Sign in\",\"elicitationId\":\"e\","
                + "\"url\":\"https://example.org/a?b=c\"}";
        Script script = Scripts.prompted()
                .send(Wire.request("1", "elicitation/create", page))
                .expect("\"id\":1", "\"result\":{\"action\":\"accept\"}")
                .send("{\"jsonrpc\":\"2.0\",\"method\":\"elicitation/complete\",\"params\":{\"elicitationId\":\"e\"}}")
                .send(Wire.request("2", "elicitation/create", page))
                .expect("\"id\":2", "\"action\":\"decline\"")
                .send(Wire.request("3", "elicitation/create", page))
                .expect("\"id\":3", "\"action\":\"cancel\"")
                .send(Wire.request(
                        "4", "elicitation/create", page.replace("https://example.org/a?b=c", "no address at all")))
                .expect("\"id\":4", "-32602")
                .send(Wire.request("5", "elicitation/create", "{\"mode\":\"carrier pigeon\",\"message\":\"?\"}"))
                .expect("\"id\":5", "-32602")
                .send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            Deque<Answer> answers = new ArrayDeque<>(
                    List.of(new Answer.Accepted(Map.of()), new Answer.Declined("no"), new Answer.Cancelled()));
            rig.recorder.onQuestion(question -> CompletableFuture.completedFuture(answers.remove()));
            rig.client(AcpRig.EVERYTHING).open().prompt(Prompt.of("hi"));
            Question question = rig.recorder.questionsAsked().get(0);
            assertEquals(Optional.of(URI.create("https://example.org/a?b=c")), question.url());
            assertEquals("Sign in", question.text());
            assertTrue(question.fields().isEmpty());
        }
    }

    @Test
    @Tag("SETUP-03")
    void aSignInThatHangsSaysWhatToDo() throws Exception {
        Script script = new Script();
        Wire.initialize(script, "{}", "[{\"id\":\"login\",\"name\":\"Log in\"}]");
        script.expectMethod("authenticate").stderr("open the browser\n").stall("for good");
        try (AcpRig rig = new AcpRig(folder, script)) {
            rig.option("authMethod", "login").option("authenticateTimeout", "200ms");
            AgentException failure = assertThrows(AgentException.class, rig::connect);
            assertEquals(ErrorCode.AUTH_REQUIRED, failure.code());
            assertTrue(failure.getMessage().contains("login"), failure::getMessage);
            assertTrue(failure.getMessage().contains("open the browser"), failure::getMessage);
            rig.agent.process().onExit().toCompletableFuture().join();
        }
    }

    @Test
    @Tag("ACP-49")
    @Tag("SETUP-03")
    void aPromptThatNeedsASignInIsTriedOnceMore() throws Exception {
        Script script = new Script();
        Wire.initialize(script, "{}", "[{\"id\":\"login\",\"name\":\"Log in\"}]");
        script.expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"s\"}"))
                .expect("session/prompt", "\"text\":\"hi\"")
                .send(Wire.error(-32000, "Authentication required", "null"))
                .expectMethod("authenticate")
                .send(Wire.result("{}"))
                .expect("session/prompt", "\"text\":\"hi\"")
                .as("prompt")
                .send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentConnection connection = rig.connect();
            assertEquals(
                    StopReason.END_TURN,
                    connection
                            .open(rig.request().build(), rig.recorder)
                            .prompt(Prompt.of("hi"))
                            .stopReason());
            assertEquals(AuthStatus.State.SIGNED_IN, connection.authStatus().state());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"session/load", "session/set_mode", "session/list", "session/delete"})
    @Tag("ACP-49")
    void whateverNeedsASignInIsTriedOnceMore(String method) throws Exception {
        Script script = new Script();
        Wire.initialize(
                script,
                "{\"loadSession\":true,\"sessionCapabilities\":{\"list\":{},\"delete\":{}}}",
                "[{\"id\":\"login\",\"name\":\"Log in\"}]");
        script.expectMethod(method)
                .send(Wire.error(-32000, "Authentication required", "null"))
                .expect("\"authenticate\"", "\"methodId\":\"login\"")
                .send(Wire.result("{}"))
                .expectMethod(method)
                .send(Wire.result("{}"))
                .onMethod("session/new", Wire.result(Scripts.LEGACY));
        try (AcpRig rig = new AcpRig(folder, script)) {
            SessionId id = new SessionId("s");
            switch (method) {
                case "session/load" -> rig.open(rig.request().resume(id).build());
                case "session/set_mode" -> rig.open().setMode("code");
                case "session/list" -> rig.connect().sessions();
                default -> rig.connect().deleteSession(id);
            }
            rig.agent.awaitPlayed();
        }
    }

    @Test
    @Tag("ACP-05")
    @Tag("CONTENT-01")
    @Tag("R-AG-163")
    @Tag("R-AG-164")
    @Tag("R-AG-166")
    void whatAnAgentDoesNotTakeIsRefusedAndSaysWhat() throws Exception {
        URI uri = URI.create("file:///a");
        Map<ContentBlock, String> refused = Map.of(
                new ContentBlock.Image("image/png", "AA"), "pictures",
                new ContentBlock.Audio("audio/wav", "AA"), "sounds",
                new ContentBlock.TextResource(uri, Optional.empty(), "t"), "resources",
                new ContentBlock.BlobResource(uri, Optional.empty(), "AA"), "resources");
        try (AcpRig rig = new AcpRig(folder, Scripts.opened())) {
            var session = rig.open();
            int before = rig.agent.lines().size();
            refused.forEach((block, word) -> {
                AgentException failure =
                        assertThrows(AgentException.class, () -> session.prompt(new Prompt(List.of(block))));
                assertEquals(ErrorCode.UNSUPPORTED, failure.code());
                assertTrue(failure.getMessage().contains(word), failure::getMessage);
            });
            assertEquals(before, rig.agent.lines().size());
        }
    }
}

package dev.termal.agent.antigravity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.agent.antigravity.OpenFacts.Cancel;
import dev.termal.api.AgentConnection;
import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.AgentId;
import dev.termal.api.AgentSession;
import dev.termal.api.ContentBlock;
import dev.termal.api.ErrorCode;
import dev.termal.api.Fact;
import dev.termal.api.McpServer;
import dev.termal.api.PermissionOption;
import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import dev.termal.api.ToolCall.Content;
import dev.termal.api.ToolCall.Kind;
import dev.termal.api.ToolCall.Status;
import dev.termal.api.spi.ClientCapabilities;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.EngineBinding;
import dev.termal.engine.acp.AcpEngineProvider;
import dev.termal.testkit.EventRecorder;
import dev.termal.testkit.FakeContext;
import dev.termal.testkit.FakeMachine;
import dev.termal.testkit.Script;
import dev.termal.testkit.ScriptedAgent;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The ACP server as it was reported, in every scene that its reports tell of. */
@Timeout(120)
@Tag("R-AG-190")
@Tag("R-AG-194")
class AntigravityServerTest {
    @TempDir
    private Path folder;

    private interface Scene {
        void play(AgentConnection connection, EventRecorder recorder, ScriptedAgent agent) throws Exception;
    }

    private void connected(OpenFacts facts, Scene scene, Script... scripts) throws Exception {
        EngineBinding binding = new AntigravityAcp(facts);
        Map<String, String> options = new LinkedHashMap<>(binding.options());
        options.remove("resends"); // the host's
        options.put("cancelGrace", "2s");
        FakeMachine machine = FakeMachine.in(folder).executable("agy_acp_server.par");
        try (FakeContext context = FakeContext.realTime();
                ScriptedAgent agent = ScriptedAgent.of(scripts);
                AgentConnection connection = new AcpEngineProvider()
                        .create(context)
                        .connect(new ConnectRequest(
                                new AgentId("antigravity"),
                                binding,
                                SessionRequest.in(folder),
                                agent,
                                machine,
                                options,
                                ClientCapabilities.NONE,
                                event -> {}))) {
            scene.play(connection, EventRecorder.of(agent), agent);
        }
    }

    private void connected(Scene scene, Script... scripts) throws Exception {
        connected(OpenFacts.ASSUMED, scene, scripts);
    }

    private SessionRequest.Builder request() {
        return SessionRequest.builder(folder.toAbsolutePath());
    }

    private static CompletableFuture<StopReason> aside(AgentSession session) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return session.prompt(Prompt.of("go")).stopReason();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static Optional<Fact.Value> fact(AgentConnection connection, String key) {
        return connection.diagnostics().facts().stream()
                .filter(fact -> fact.key().equals(key))
                .map(Fact::value)
                .findFirst();
    }

    @Test
    @Tag("R-AG-12")
    @Tag("R-AG-25")
    @Tag("R-AG-43")
    @Tag("R-AG-119")
    @Tag("R-AG-120")
    @Tag("R-AG-83")
    @Tag("R-AG-147")
    @Tag("PF-50")
    void aTurnAndWhatIsKnownAfterIt() throws Exception {
        Script script = AcpServerLines.opened(AcpServerLines.begun())
                .send(AcpServerLines.update("{\"sessionUpdate\":\"available_commands_update\",\"availableCommands\":["
                        + "{\"name\":\"plan\",\"description\":\"\"},{\"name\":\"logout\",\"description\":\"\"}]}"));
        AcpServerLines.ended(
                AcpServerLines.prompted(script).send(AcpServerLines.says("HE")).send(AcpServerLines.says("LLO")));
        connected(
                (connection, recorder, agent) -> {
                    AgentSession session = connection.open(request().build(), recorder);
                    assertEquals(
                            StopReason.END_TURN, session.prompt(Prompt.of("hi")).stopReason());
                    assertEquals("HELLO", recorder.text());
                    String sent = String.join("\n", agent.lines());
                    assertTrue(sent.contains("\"readTextFile\":false,\"writeTextFile\":false"), sent);
                    assertFalse(sent.contains("session/authenticate") || sent.contains("\"authenticate\""), sent);
                    assertEquals(
                            Optional.of(new Fact.Value.Text(AcpServerLines.SESSION)),
                            fact(connection, "conversationId"));
                    assertEquals(Optional.of(new Fact.Value.Text("ready")), fact(connection, "state"));
                    assertTrue(fact(connection, "commands").toString().contains("plan"));
                    assertTrue(fact(connection, "agentVersion").toString().contains("RC01"));
                    for (String key : List.of("spawns", "prompts", "sessionsCreated", "sessionsBound")) {
                        assertTrue(fact(connection, key).toString().contains("number=1"), key);
                    }
                    for (String key : List.of("kills", "reconnects", "recycles", "sessionsLoaded")) {
                        assertTrue(fact(connection, key).toString().contains("number=0"), key);
                    }
                    assertTrue(fact(connection, "cancelSupported").isEmpty(), "nobody has tried");
                    assertTrue(fact(connection, "lifecycle").toString().contains("session-new"));
                },
                script);
    }

    @Test
    @Tag("R-AG-34")
    @Tag("R-AG-75")
    @Tag("R-AG-142")
    @Tag("R-AG-143")
    void modelEffortAndModeAreInTheServersWords() throws Exception {
        Script script = AcpServerLines.opened(AcpServerLines.begun());
        AcpServerLines.set(script, "model", "gemini-3.8-flash-low");
        AcpServerLines.set(script, "mode", "auto_edit");
        AcpServerLines.ended(AcpServerLines.prompted(script));
        AcpServerLines.set(script, "model", "gemini-3.1-pro-low");
        AcpServerLines.ended(AcpServerLines.prompted(script));
        connected(
                (connection, recorder, agent) -> {
                    SessionRequest first = request()
                            .model("flash")
                            .effort("low")
                            .mode("accept-edits")
                            .build();
                    AgentSession session = connection.open(first, recorder);
                    session.prompt(Prompt.of("hi"));
                    session.apply(first.toBuilder().model("pro").build());
                    session.prompt(Prompt.of("hi"));
                    agent.awaitPlayed();
                    assertEquals(1, agent.launches().size(), "no process is replaced for that");
                },
                script);
    }

    @Test
    @Tag("R-AG-34")
    @Tag("R-AG-179")
    @Tag("PF-25")
    void anUnknownModelIsRefusedWithTheChoicesAndNoPromptIsSent() throws Exception {
        connected(
                (connection, recorder, agent) -> {
                    AgentException unknown = assertThrows(
                            AgentException.class,
                            () -> connection.open(request().model("claude-x").build(), recorder));
                    assertEquals(ErrorCode.CONFIGURATION, unknown.code());
                    assertTrue(unknown.getMessage().contains("gemini-pro-agent"), unknown.getMessage());
                },
                AcpServerLines.opened(AcpServerLines.begun()));
    }

    @Test
    @Tag("R-AG-173")
    @Tag("R-AG-175")
    @Tag("PF-95")
    void planningOnlyIsRefusedAndSaysWhere() throws Exception {
        connected(
                (connection, recorder, agent) -> {
                    AgentException refused = assertThrows(
                            AgentException.class,
                            () -> connection.open(request().mode("plan").build(), recorder));
                    assertEquals(ErrorCode.UNSUPPORTED, refused.code());
                    assertTrue(refused.getMessage().contains("stream-json"), refused.getMessage());
                },
                AcpServerLines.opened(AcpServerLines.begun()));
    }

    @Test
    @Tag("R-AG-17")
    @Tag("R-AG-114")
    @Tag("R-AG-148")
    void whoIsNotSignedInIsToldTheServersRecipe() throws Exception {
        Script script = AcpServerLines.begun()
                .expectMethod("session/new")
                .send(
                        "{\"jsonrpc\":\"2.0\",\"id\":{{id}},\"error\":{\"code\":-32000,\"message\":\"Authentication required\","
                                + "\"data\":{\"message\":\"choose one of four ways\"}}}");
        connected(
                (connection, recorder, agent) -> {
                    AgentException refused = assertThrows(
                            AgentException.class,
                            () -> connection.open(request().build(), recorder));
                    assertEquals(ErrorCode.AUTH_REQUIRED, refused.code());
                    assertTrue(refused.detail().peerData().toString().contains("choose one of four ways"));
                    assertFalse(
                            String.join("", agent.lines()).contains("\"authenticate\""), "it would choose a method");
                },
                script);
    }

    @Test
    @Tag("R-AG-14")
    void aSessionWithoutAnIdIsAnError() throws Exception {
        Script script = AcpServerLines.begun()
                .expectMethod("session/new")
                .send(AcpServerLines.result("id", AcpServerLines.STATE));
        connected(
                (connection, recorder, agent) -> assertEquals(
                        ErrorCode.PROTOCOL,
                        assertThrows(
                                        AgentException.class,
                                        () -> connection.open(request().build(), recorder))
                                .code()),
                script);
    }

    @Test
    @Tag("R-AG-79")
    @Tag("R-AG-80")
    @Tag("R-AG-82")
    @Tag("R-AG-168")
    @Tag("R-AG-189")
    @Tag("PF-43")
    void anEditIsOneCallWhateverIdEndsIt() throws Exception {
        Script script = AcpServerLines.prompted(AcpServerLines.opened(AcpServerLines.begun()))
                .send(AcpServerLines.update(
                        "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"a1\",\"title\":\"Run edit_file?\",\"kind\":\"other\","
                                + "\"status\":\"pending\",\"rawInput\":{\"TargetFile\":\"/w/a\"},\"content\":[{\"type\":\"diff\","
                                + "\"path\":\"/w/a\",\"oldText\":\"old\",\"newText\":\"\"}]}"))
                .send(AcpServerLines.update(
                        "{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"call_859008\",\"status\":\"completed\","
                                + "\"rawOutput\":\"Edited a\"}"));
        turn(AcpServerLines.ended(script), recorder -> {
            ToolCall call = recorder.toolCalls().get(0);
            assertEquals(1, recorder.toolCalls().size());
            assertEquals(List.of("a1", Kind.EDIT, Status.COMPLETED), List.of(call.id(), call.kind(), call.status()));
            assertEquals(Optional.of("edit_file"), call.tool());
            assertEquals(
                    List.of(new Content.Diff(Path.of("/w/a"), Optional.of("old"), Optional.of(""))), call.content());
        });
    }

    @Test
    @Tag("R-AG-74")
    @Tag("R-AG-81")
    @Tag("R-AG-82")
    @Tag("PF-44")
    void aCallThatWasApprovedAndNeverRunIsTheOneThatRunsNext() throws Exception {
        Script script = AcpServerLines.prompted(AcpServerLines.opened(AcpServerLines.begun()))
                .send(
                        AcpServerLines.update(
                                "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"a1\",\"title\":\"Run create_file?\",\"status\":\"pending\"}"))
                .send(AcpServerLines.update(
                        "{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"a1\",\"status\":\"failed\","
                                + "\"rawOutput\":\"Tool call was approved but never executed.\"}"))
                .send(AcpServerLines.update(
                        "{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"b2\",\"status\":\"completed\"}"));
        turn(AcpServerLines.ended(script), recorder -> {
            recorder.assertOrder("tool a1 pending", "tool a1 failed", "tool a1 completed");
            assertEquals(1, recorder.toolCalls().size());
        });
    }

    @Test
    @Tag("R-AG-79")
    @Tag("R-AG-80")
    @Tag("PF-45")
    @Tag("PF-46")
    void aToolOfAServerHasItsOwnNameAndArguments() throws Exception {
        Script script = AcpServerLines.prompted(AcpServerLines.opened(AcpServerLines.begun()))
                .send(
                        AcpServerLines.update(
                                "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"a1\",\"title\":\"notes_find\",\"status\":\"pending\","
                                        + "\"rawInput\":{\"arguments\":{\"q\":\"x\"}},\"_meta\":{\"mcp\":{\"tool\":\"find\",\"server\":\"notes\"}}}"))
                .send(
                        AcpServerLines.update(
                                "{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"a1\",\"status\":\"completed\",\"rawOutput\":\"notes_find\","
                                        + "\"content\":[{\"type\":\"content\",\"content\":{\"type\":\"text\",\"text\":\"two notes\"}}]}"))
                .send(AcpServerLines.update(
                        "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"a2\",\"title\":\"Running run_command\",\"status\":\"pending\","
                                + "\"rawInput\":{\"CommandLine\":\"ls\"}}"))
                .send(
                        AcpServerLines.update(
                                "{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"a2\",\"status\":\"failed\",\"rawOutput\":\"no such file\"}"));
        turn(AcpServerLines.ended(script), recorder -> {
            ToolCall first = recorder.toolCalls().get(0);
            assertEquals(Optional.of("find"), first.tool());
            assertEquals(Optional.of("notes"), first.mcpServer());
            assertEquals("{\"q\":\"x\"}", first.input().orElseThrow().text());
            assertEquals(List.of(new Content.Block(ContentBlock.text("two notes"))), first.content());
            ToolCall second = recorder.toolCalls().get(1);
            assertEquals(Optional.of("ls"), second.command());
            assertEquals(Kind.EXECUTE, second.kind());
            assertEquals(List.of(new Content.Block(ContentBlock.text("no such file"))), second.content());
        });
    }

    private void turn(Script script, java.util.function.Consumer<EventRecorder> then) throws Exception {
        connected(
                (connection, recorder, agent) -> {
                    connection.open(request().build(), recorder).prompt(Prompt.of("hi"));
                    then.accept(recorder);
                },
                script);
    }

    @Test
    @Tag("R-AG-69")
    @Tag("R-AG-73")
    @Tag("PF-54")
    void aQuestionIsNoPermission() throws Exception {
        Script script = AcpServerLines.prompted(AcpServerLines.opened(AcpServerLines.begun()))
                .send(AcpServerLines.permission("interaction_7"))
                .expect("\"outcome\":\"cancelled\"")
                .send(AcpServerLines.permission("a1"))
                .expect("\"optionId\":\"allow\"");
        connected(
                (connection, recorder, agent) -> {
                    recorder.answering(PermissionOption.Kind.ALLOW_ONCE);
                    connection.open(request().build(), recorder).prompt(Prompt.of("hi"));
                    assertEquals(
                            List.of(PermissionOption.Kind.OTHER, PermissionOption.Kind.OTHER),
                            recorder.permissionRequests().get(0).options().stream()
                                    .map(PermissionOption::kind)
                                    .toList());
                },
                AcpServerLines.ended(script));
    }

    @Test
    @Tag("R-AG-63")
    @Tag("R-AG-65")
    @Tag("R-AG-67")
    @Tag("R-AG-130")
    @Tag("PF-12")
    @Tag("PF-16")
    void anAgentThatRefusesTheRequestLosesItsProcessAndIsNotAskedAgain() throws Exception {
        Script first = AcpServerLines.prompted(AcpServerLines.opened(AcpServerLines.begun()))
                .send(AcpServerLines.says("C1"))
                .expectMethod("session/cancel")
                .send(
                        "{\"jsonrpc\":\"2.0\",\"id\":{{id}},\"error\":{\"code\":-32601,\"message\":\"no\",\"data\":{\"method\":\"session/cancel\"}}}")
                .stall("for good");
        Script second = AcpServerLines.prompted(AcpServerLines.resumed(AcpServerLines.begun()))
                .send(AcpServerLines.says("C2"))
                .stall("for good, too");
        connected(
                withCancel(Cancel.REQUEST),
                (connection, recorder, agent) -> {
                    AgentSession session = connection.open(request().build(), recorder);
                    for (String said : List.of("C1", "C2")) {
                        CompletableFuture<StopReason> turn = aside(session);
                        recorder.awaitCall("text " + said);
                        session.cancel();
                        assertEquals(StopReason.CANCELLED, turn.get(60, TimeUnit.SECONDS));
                    }
                    assertEquals(
                            1,
                            agent.lines().stream()
                                    .filter(line -> line.contains("session/cancel"))
                                    .count());
                    assertEquals(Optional.of(new Fact.Value.Flag(false)), fact(connection, "cancelSupported"));
                    assertTrue(fact(connection, "kills").toString().contains("number=2"));
                    assertTrue(fact(connection, "reconnects").toString().contains("number=1"));
                    assertTrue(fact(connection, "lifecycle").toString().contains("cancel-refused agy_acp_server"));
                },
                first,
                second);
    }

    @Test
    @Tag("R-AG-62")
    void whereItIsKnownThatNothingHelpsNobodyIsAsked() throws Exception {
        Script script = AcpServerLines.prompted(AcpServerLines.opened(AcpServerLines.begun()))
                .send(AcpServerLines.says("C1"))
                .stall("for good");
        connected(
                withCancel(Cancel.NONE),
                (connection, recorder, agent) -> {
                    AgentSession session = connection.open(request().build(), recorder);
                    CompletableFuture<StopReason> turn = aside(session);
                    recorder.awaitCall("text C1");
                    session.cancel();
                    assertEquals(StopReason.CANCELLED, turn.get(60, TimeUnit.SECONDS));
                    assertFalse(String.join("", agent.lines()).contains("session/cancel"));
                },
                script);
    }

    @Test
    @Tag("R-AG-64")
    @Tag("R-AG-66")
    @Tag("R-AG-68")
    @Tag("R-AG-139")
    void anAgentThatTakesTheCancelKeepsItsProcess() throws Exception {
        Script script = AcpServerLines.prompted(AcpServerLines.opened(AcpServerLines.begun()))
                .send(AcpServerLines.permission("a1"))
                .expect("\"outcome\":\"cancelled\"")
                .expectMethod("session/cancel")
                .send(AcpServerLines.result("prompt.id", "{\"stopReason\":\"cancelled\"}"));
        AcpServerLines.ended(AcpServerLines.prompted(script).send(AcpServerLines.says("again")));
        connected(
                (connection, recorder, agent) -> {
                    CompletableFuture<Void> asked = new CompletableFuture<>();
                    recorder.onPermission(unused -> {
                        asked.complete(null);
                        return new CompletableFuture<>();
                    });
                    AgentSession session = connection.open(request().build(), recorder);
                    CompletableFuture<StopReason> turn = aside(session);
                    asked.get(60, TimeUnit.SECONDS);
                    session.cancel();
                    assertEquals(StopReason.CANCELLED, turn.get(60, TimeUnit.SECONDS));
                    session.prompt(Prompt.of("more"));
                    assertEquals("again", recorder.text());
                    assertEquals(1, agent.launches().size());
                },
                script);
    }

    @Test
    @Tag("R-AG-64")
    @Tag("R-AG-134")
    @Tag("PF-17")
    @Tag("PF-19")
    @Tag("PF-27")
    void anAgentThatNeverEndsItsTurnIsReplacedAndLoadedWithAllWishes() throws Exception {
        Script first = AcpServerLines.opened(AcpServerLines.begun());
        AcpServerLines.set(first, "model", "gemini-3.8-flash-low");
        AcpServerLines.prompted(first)
                .send(AcpServerLines.says("all but the end "))
                .stall("for good");
        Script second = AcpServerLines.resumed(AcpServerLines.begun());
        AcpServerLines.set(second, "model", "gemini-3.8-flash-low");
        AcpServerLines.ended(AcpServerLines.prompted(second).send(AcpServerLines.says("and on")));
        connected(
                (connection, recorder, agent) -> {
                    AgentSession session = connection.open(
                            request().model("gemini-3.8-flash-low").build(), recorder);
                    CompletableFuture<StopReason> turn = aside(session);
                    recorder.awaitCall("text all");
                    session.cancel();
                    assertEquals(StopReason.CANCELLED, turn.get(60, TimeUnit.SECONDS));
                    assertEquals(
                            StopReason.END_TURN,
                            session.prompt(Prompt.of("more")).stopReason());
                    assertEquals("all but the end and on", recorder.text());
                },
                first,
                second);
    }

    @Test
    @Tag("R-AG-89")
    @Tag("R-AG-97")
    @Tag("R-AG-140")
    @Tag("PF-41")
    void whereOnlyLoadingContinuesHistoryIsNeverLive() throws Exception {
        Script script = AcpServerLines.begun()
                .expectMethod("session/load")
                .send(
                        AcpServerLines.update(
                                "{\"sessionUpdate\":\"user_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"OLD USER\"}}"))
                .send(AcpServerLines.says("OLD REPLY FULL TEXT"))
                .send(AcpServerLines.result("id", AcpServerLines.STATE));
        AcpServerLines.ended(AcpServerLines.prompted(script)
                .send(AcpServerLines.says("LIVE-1 "))
                .send(AcpServerLines.says("LIVE-2")));
        OpenFacts loads = new OpenFacts(
                OpenFacts.ASSUMED.tokens(),
                OpenFacts.ASSUMED.servers(),
                OpenFacts.ASSUMED.cancel(),
                false,
                OpenFacts.ASSUMED.namesHarness());
        connected(
                loads,
                (connection, recorder, agent) -> {
                    AgentSession session = connection.open(
                            request()
                                    .resume(new SessionId(AcpServerLines.SESSION))
                                    .build(),
                            recorder);
                    session.prompt(Prompt.of("hi"));
                    assertEquals("LIVE-1 LIVE-2", recorder.text());
                },
                script);
    }

    @Test
    @Tag("R-AG-15")
    @Tag("R-AG-22")
    @Tag("R-AG-154")
    @Tag("PF-56")
    void serversAreGivenWithTheirHeadersWhereverASessionBegins() throws Exception {
        McpServer notes = new McpServer.Http("notes", URI.create("http://127.0.0.1:9/mcp"), Map.of("x-token", "t"));
        Script first = AcpServerLines.opened(AcpServerLines.begun());
        AcpServerLines.prompted(first).exit(1);
        Script second = AcpServerLines.resumed(AcpServerLines.begun());
        AcpServerLines.ended(AcpServerLines.prompted(second));
        connected(
                (connection, recorder, agent) -> {
                    AgentSession session =
                            connection.open(request().mcpServer(notes).build(), recorder);
                    assertThrows(AgentException.class, () -> session.prompt(Prompt.of("hi")));
                    session.prompt(Prompt.of("again"));
                    List<String> openings = agent.lines().stream()
                            .filter(line -> line.contains("session/new") || line.contains("session/resume"))
                            .toList();
                    assertEquals(2, openings.size());
                    openings.forEach(line ->
                            assertTrue(line.contains("\"headers\":[{\"name\":\"x-token\",\"value\":\"t\"}]"), line));
                },
                first,
                second);
    }

    @Test
    @Tag("R-AG-163")
    @Tag("R-AG-165")
    void aPictureAndAResourceGoBesideTheText() throws Exception {
        Script script = AcpServerLines.opened(AcpServerLines.begun())
                .expect("\"type\":\"image\"", "\"type\":\"resource\"", "urn:digest")
                .as("prompt");
        connected(
                (connection, recorder, agent) -> connection
                        .open(request().build(), recorder)
                        .prompt(new Prompt(List.of(
                                new ContentBlock.Image("image/png", "aGk="),
                                new ContentBlock.TextResource(
                                        URI.create("urn:digest"), Optional.of("text/markdown"), "secret"),
                                ContentBlock.text("look")))),
                AcpServerLines.ended(script));
    }

    @Test
    @Tag("R-AG-84")
    @Tag("R-AG-130")
    void tokensAreReadWhereABuildTellsThem() throws Exception {
        Script script = AcpServerLines.prompted(AcpServerLines.opened(AcpServerLines.begun()))
                .send(AcpServerLines.update("{\"sessionUpdate\":\"usage_update\",\"used\":7,\"size\":100}"));
        turn(
                AcpServerLines.ended(script),
                recorder -> assertEquals(
                        7,
                        recorder.events(AgentEvent.UsageUpdate.class)
                                .get(0)
                                .usage()
                                .contextUsed()
                                .orElseThrow()));
    }

    private static OpenFacts withCancel(Cancel cancel) {
        return new OpenFacts(
                OpenFacts.ASSUMED.tokens(),
                OpenFacts.ASSUMED.servers(),
                cancel,
                OpenFacts.ASSUMED.resumes(),
                OpenFacts.ASSUMED.namesHarness());
    }
}

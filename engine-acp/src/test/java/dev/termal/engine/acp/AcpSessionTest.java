package dev.termal.engine.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
import dev.termal.api.ErrorCode;
import dev.termal.api.McpServer;
import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.StopReason;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.testkit.Script;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class AcpSessionTest {
    private static final String LEGACY =
            "{\"sessionId\":\"s\",\"modes\":{\"currentModeId\":\"ask\",\"availableModes\":["
                    + "{\"id\":\"ask\",\"name\":\"Ask\"},{\"id\":\"code\",\"name\":\"Code\"}]},"
                    + "\"models\":{\"currentModelId\":\"m1\",\"availableModels\":[{\"modelId\":\"m1\",\"name\":\"One\"},"
                    + "{\"modelId\":\"m2\",\"name\":\"Two\"}]}}";
    private static final String END = Wire.promptResult("{\"stopReason\":\"end_turn\"}");
    private static final String LOADS = "{\"loadSession\":true}";

    @TempDir
    Path folder;

    private static Script started(String capabilities) {
        Script script = new Script();
        Wire.initialize(script, capabilities);
        return script;
    }

    private static String options(String model, String effort, boolean web) {
        return "\"configOptions\":[{\"id\":\"model\",\"name\":\"Model\",\"category\":\"model\",\"type\":\"select\","
                + "\"currentValue\":\"" + model + "\",\"options\":[{\"group\":\"g\",\"name\":\"G\",\"options\":["
                + "{\"value\":\"m1\",\"name\":\"One\"},{\"value\":\"m2\",\"name\":\"Two\"}]}]},"
                + "{\"id\":\"effort\",\"name\":\"Effort\",\"category\":\"thought_level\",\"type\":\"select\","
                + "\"currentValue\":\"" + effort + "\",\"options\":[{\"value\":\"low\",\"name\":\"Low\"},"
                + "{\"value\":\"high\",\"name\":\"High\"}]},"
                + "{\"id\":\"web\",\"name\":\"Web\",\"type\":\"boolean\",\"currentValue\":" + web + "},"
                + "{\"id\":\"dial\",\"name\":\"Dial\",\"type\":\"dial\",\"currentValue\":1}]";
    }

    @Test
    @Tag("ACP-22")
    @Tag("MODE-01")
    @Tag("MODE-02")
    void wishesAreSetWhenASessionOpensAndOnlyWhereTheyDiffer() throws Exception {
        Script script = started("{}")
                .expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"s\"," + options("m1", "low", false) + "}"))
                .expect("set_config_option", "\"configId\":\"model\"", "\"value\":\"m2\"")
                .send(Wire.result("{" + options("m2", "low", false) + "}"))
                .expect("set_config_option", "\"configId\":\"web\"", "\"type\":\"boolean\"", "\"value\":true")
                .send(Wire.result("{" + options("m2", "low", true) + "}"));
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session = rig.open(rig.request()
                    .model("two")
                    .effort("low")
                    .option("web", "true")
                    .build());
            assertEquals("m2", session.state().option("model").orElseThrow().value());
            assertEquals(3, session.state().options().size(), "an option of an unknown type is left out");
            AgentException unknown = assertThrows(AgentException.class, () -> session.setOption("effort", "extreme"));
            assertEquals(ErrorCode.CONFIGURATION, unknown.code());
            assertTrue(unknown.getMessage().contains("low, high"), unknown::getMessage);
            assertThrows(AgentException.class, () -> session.setOption("nope", "x"));
            assertThrows(AgentException.class, () -> session.setMode("plan"));
        }
    }

    @Test
    @Tag("MODE-02")
    void anUnknownModelIsRefusedWithTheChoices() throws Exception {
        Script script = started("{}").expectMethod("session/new").send(Wire.result(LEGACY));
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentException refused = assertThrows(
                    AgentException.class,
                    () -> rig.open(rig.request().model("m9").build()));
            assertEquals(ErrorCode.CONFIGURATION, refused.code());
            assertTrue(refused.getMessage().contains("m1, m2"), refused::getMessage);
        }
    }

    @Test
    @Tag("ACP-23")
    @Tag("ACP-25")
    @Tag("TOL-06")
    @Tag("MODE-04")
    void modelsAndModesOfTheOlderFormCanBeSet() throws Exception {
        Script script = started("{}")
                .expectMethod("session/new")
                .send(Wire.result(LEGACY))
                .expect("session/set_model", "\"modelId\":\"m2\"")
                .send(Wire.result("{}"))
                .expect("session/set_mode", "\"modeId\":\"code\"")
                .send(Wire.result("null"));
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session = rig.open();
            session.setOption("model", "m2");
            session.setMode("Code");
            assertEquals("m2", session.state().option("model").orElseThrow().value());
            assertEquals(Optional.of("code"), session.state().mode());
        }
    }

    @Test
    @Tag("MODE-06")
    void aNewProcessContinuesTheConversationWithAllWishes() throws Exception {
        Script first = started(LOADS)
                .expectMethod("session/new")
                .send(Wire.result(LEGACY))
                .expectMethod("session/set_model")
                .send(Wire.result("{}"))
                .expectMethod("session/set_mode")
                .send(Wire.result("{}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(Wire.update("s", Wire.text("one")))
                .exit(1);
        Script second = started(LOADS)
                .expect("session/load", "\"sessionId\":\"s\"")
                .send(Wire.update("s", Wire.text("history")))
                .send(Wire.result(LEGACY))
                .expect("session/set_model", "\"modelId\":\"m2\"")
                .send(Wire.result("{}"))
                .expect("session/set_mode", "\"modeId\":\"code\"")
                .send(Wire.error(-32603, "not now", "null"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(Wire.update("s", Wire.text("two")))
                .send(END);
        try (AcpRig rig = new AcpRig(folder, first, second)) {
            AgentSession session = rig.open(rig.request().model("m2").build());
            session.setMode("code");
            assertThrows(AgentException.class, () -> session.prompt(Prompt.of("hi")));
            assertEquals(StopReason.END_TURN, session.prompt(Prompt.of("again")).stopReason());
            assertEquals("onetwo", rig.recorder.text());
            assertEquals(1, rig.recorder.events(AgentEvent.SessionBound.class).size());
            assertTrue(rig.recorder.events(AgentEvent.Notice.class).toString().contains("not now"));
        }
    }

    @Test
    void aFreshSessionThatLosesItsProcessHasNothingToLose() throws Exception {
        Script first = started("{}")
                .expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"a\"}"))
                .exit(0);
        Script second = started("{}")
                .expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"b\"}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(END)
                .exit(0);
        try (AcpRig rig = new AcpRig(folder, first, second)) {
            AgentSession session = rig.open();
            rig.agent.process().onExit().toCompletableFuture().join();
            session.prompt(Prompt.of("hi"));
            assertEquals(Optional.of(new SessionId("b")), session.id());
            rig.agent.process().onExit().toCompletableFuture().join();
            assertFalse(session.isOpen(), "this agent cannot continue a conversation");
        }
    }

    @Test
    @Tag("LOAD-04")
    void aConversationIsNeverReplacedSilently() throws Exception {
        Script first = started("{}")
                .expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"a\"}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(END)
                .exit(0);
        try (AcpRig rig = new AcpRig(folder, first, started("{}"))) {
            AgentSession session = rig.open();
            session.prompt(Prompt.of("hi"));
            rig.agent.process().onExit().toCompletableFuture().join();
            AgentException lost = assertThrows(AgentException.class, () -> session.prompt(Prompt.of("again")));
            assertEquals(ErrorCode.SESSION_NOT_FOUND, lost.code());
            assertFalse(session.isOpen());
        }
    }

    @Test
    void aLostSessionLeavesTheProcessToAFreshOne() throws Exception {
        Script script = started(LOADS)
                .expectMethod("session/load")
                .send(Wire.error(-32002, "Resource not found", "null"))
                .expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"n\"}"));
        try (AcpRig rig = new AcpRig(folder, script)) {
            SessionRequest lost = rig.request().resume(new SessionId("x")).build();
            var connection = rig.connect(lost);
            AgentException failure = assertThrows(AgentException.class, () -> connection.open(lost, rig.recorder));
            assertEquals(ErrorCode.SESSION_NOT_FOUND, failure.code());
            AgentSession fresh = connection.open(rig.request().build(), rig.recorder);
            assertEquals(Optional.of(new SessionId("n")), fresh.id());
            assertEquals(1, rig.agent.launches().size());
        }
    }

    @Test
    @Tag("ACP-21")
    @Tag("ACP-25")
    @Tag("TOL-06")
    @Tag("LOAD-01")
    void historyIsDeliveredAsHistoryOrNotAtAll() throws Exception {
        for (SessionRequest.Replay replay : SessionRequest.Replay.values()) {
            Script script = started(LOADS)
                    .expectMethod("session/load")
                    .send(Wire.update("s", Wire.text("past")))
                    .send(Wire.update("s", "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"t\",\"title\":\"T\"}"))
                    .send(Wire.update("s", "{\"sessionUpdate\":\"current_mode_update\",\"modeId\":\"m\"}"))
                    .send(Wire.result("null"))
                    .expectMethod("session/prompt")
                    .as("prompt")
                    .send(Wire.update("s", Wire.text("now")))
                    .send(END);
            try (AcpRig rig = new AcpRig(folder, script)) {
                AgentSession session = rig.open(
                        rig.request().resume(new SessionId("s")).replay(replay).build());
                session.prompt(Prompt.of("hi"));
                boolean delivered = rig.recorder.calls().contains("replayed text past");
                assertEquals(replay == SessionRequest.Replay.DELIVER, delivered);
                assertEquals("now", rig.recorder.text());
                assertEquals(Optional.of("m"), session.state().mode());
                assertTrue(
                        rig.recorder.events(AgentEvent.Notice.class).isEmpty(),
                        "a call of the past was taken for an open one");
            }
        }
    }

    @Test
    @Tag("LOAD-01")
    void historyThatComesAfterTheAnswerIsHistoryToo() throws Exception {
        Script script = started(LOADS)
                .expectMethod("session/load")
                .send(Wire.result("{}"))
                .send(Wire.update("s", Wire.text("past")))
                .stall("later")
                .send(Wire.update("s", Wire.text("past, too")))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(Wire.update("s", Wire.text("now")))
                .send(END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            SessionRequest request = rig.request()
                    .resume(new SessionId("s"))
                    .replay(SessionRequest.Replay.DELIVER)
                    .build();
            AgentSession session = rig.option("replayQuiet", "50ms").open(request);
            rig.agent.release("later");
            rig.recorder.awaitCall("replayed text past, too");
            session.prompt(Prompt.of("hi"));
            rig.recorder.assertOrder("bound s", "replayed text past", "replayed text past, too", "text now");
            assertEquals("now", rig.recorder.text());
        }
    }

    @Test
    void whatTheAgentAlreadyResumesIsNotLoaded() throws Exception {
        Script script = started("{\"loadSession\":true,\"sessionCapabilities\":{\"resume\":{}}}")
                .expectMethod("session/resume")
                .send(Wire.result("{}"));
        try (AcpRig rig = new AcpRig(folder, script)) {
            rig.open(rig.request().resume(new SessionId("s")).build());
        }
    }

    /** A binding whose launch carries the model and the permissions. */
    private static final class LaunchingBinding extends BareBinding {
        @Override
        public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
            LaunchSpec.Builder spec =
                    LaunchSpec.builder(List.of("agent"), request.session().cwd());
            request.session().model().ifPresent(model -> spec.args("-m", model));
            spec.args(request.session().permissions().name());
            return Optional.of(spec.build());
        }
    }

    @Test
    void whatTheProtocolCanSetNeedsNoNewProcess() throws Exception {
        Script script = started(LOADS)
                .expectMethod("session/new")
                .send(Wire.result(LEGACY))
                .expectMethod("session/set_model")
                .send(Wire.result("{}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session = rig.binding(new LaunchingBinding()).open();
            session.apply(rig.request().model("m2").build());
            session.prompt(Prompt.of("hi"));
            assertEquals(1, rig.agent.launches().size());
        }
    }

    @Test
    @Tag("DEATH-06")
    void whatOnlyALaunchCanGiveStartsTheAgentAnew() throws Exception {
        Script first = started(LOADS)
                .expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"s\"}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(END);
        Script second = started(LOADS)
                .expect("session/load", "\"sessionId\":\"s\"")
                .send(Wire.result("{}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(END);
        try (AcpRig rig = new AcpRig(folder, first, second)) {
            AgentSession session = rig.binding(new LaunchingBinding()).open();
            session.prompt(Prompt.of("one"));
            session.apply(rig.request().model("m2").build());
            session.prompt(Prompt.of("two"));
            assertEquals(
                    Optional.of("m2"), rig.agent.launches().get(1).session().model());
            assertEquals(
                    Optional.of(new SessionId("s")),
                    rig.agent.launches().get(1).session().resume());
            rig.recorder.assertOrder("notice INFO the agent was started anew: model");
            session.apply(rig.request().resume(new SessionId("s")).model("m2").build());
            assertEquals(2, rig.agent.launches().size(), "the agent's own id is no drift");
        }
    }

    @Test
    void theSystemPromptGoesBeforeTheFirstPromptOnly() throws Exception {
        Script script = started("{}")
                .expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"s\"}"))
                .expect("session/prompt", "be brief", "one")
                .as("prompt")
                .send(END)
                .expect("session/prompt", "\"prompt\":[{\"type\":\"text\",\"text\":\"two\"}]")
                .as("prompt")
                .send(END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session =
                    rig.open(rig.request().systemPrompt("be brief").build());
            session.prompt(Prompt.of("one"));
            session.prompt(Prompt.of("two"));
        }
    }

    @Test
    @Tag("ACP-05")
    @Tag("MCP-02")
    void serversThatTheAgentCannotReachAreLeftOutAndNamed() throws Exception {
        Script script = started("{\"mcpCapabilities\":{\"http\":true}}")
                .expect(
                        "session/new",
                        "\"mcpServers\":[{\"name\":\"local\",\"command\":\"/bin/x\",\"args\":[],\"env\":["
                                + "{\"name\":\"A\",\"value\":\"1\"}]},{\"type\":\"http\",\"name\":\"near\","
                                + "\"url\":\"http://localhost/\",\"headers\":[]}]")
                .send(Wire.result("{\"sessionId\":\"s\"}"));
        try (AcpRig rig = new AcpRig(folder, script)) {
            rig.open(rig.request()
                    .mcpServer(new McpServer.Stdio("local", Path.of("/bin/x"), List.of(), Map.of("A", "1")))
                    .mcpServer(new McpServer.Http("near", URI.create("http://localhost/"), Map.of()))
                    .mcpServer(new McpServer.Sse("far", URI.create("http://example.org/"), Map.of()))
                    .build());
            rig.recorder.awaitCall("notice WARNING MCP server far");
        }
    }

    @Test
    @Tag("ACP-05")
    void foldersThatNeitherLaunchNorProtocolCanGiveAreRefused() throws Exception {
        Path more = Path.of("/more");
        try (AcpRig rig = new AcpRig(folder, started("{}"))) {
            AgentException refused = assertThrows(
                    AgentException.class,
                    () -> rig.open(rig.request().additionalDirectory(more).build()));
            assertEquals(ErrorCode.UNSUPPORTED, refused.code());
        }
        Script able = started("{\"sessionCapabilities\":{\"additionalDirectories\":{}}}")
                .expect("session/new", "\"additionalDirectories\":[\"/more\"]")
                .send(Wire.result("{\"sessionId\":\"s\"}"));
        try (AcpRig rig = new AcpRig(folder, able)) {
            rig.open(rig.request().additionalDirectory(more).build());
        }
    }

    @Test
    void aCancelReachesAPromptThatWaitsForANewProcess() throws Exception {
        Script first = started(LOADS)
                .expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"s\"}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(END)
                .exit(0);
        Script slow = new Script().expectMethod("initialize").stall("for good");
        Script third = started(LOADS)
                .expectMethod("session/load")
                .send(Wire.result("{}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(END);
        try (AcpRig rig = new AcpRig(folder, first, slow, third)) {
            AgentSession session = rig.open();
            session.prompt(Prompt.of("one"));
            rig.agent.process().onExit().toCompletableFuture().join();
            var waiting = AcpRig.prompting(session, "two");
            rig.agent.awaitStalled("for good");
            session.cancel();
            assertEquals(StopReason.CANCELLED, AcpRig.await(waiting).stopReason());
            assertEquals(StopReason.END_TURN, session.prompt(Prompt.of("three")).stopReason());
        }
    }

    @Test
    void anotherConversationStartsTheAgentAnew() throws Exception {
        Script first =
                started(LOADS).expect("session/load", "\"sessionId\":\"a\"").send(Wire.result("{}"));
        Script second = started(LOADS)
                .expect("session/load", "\"sessionId\":\"b\"")
                .send(Wire.result("{}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(END);
        Script third = started(LOADS)
                .expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"c\"}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(END);
        try (AcpRig rig = new AcpRig(folder, first, second, third)) {
            AgentSession session =
                    rig.open(rig.request().resume(new SessionId("a")).build());
            session.apply(rig.request().resume(new SessionId("b")).build());
            session.prompt(Prompt.of("hi"));
            session.apply(rig.request().build());
            session.prompt(Prompt.of("hi"));
            assertEquals(Optional.of(new SessionId("c")), session.id());
            rig.recorder.assertOrder(
                    "notice INFO the agent was started anew: conversation",
                    "bound b",
                    "notice INFO the agent was started anew: conversation reset",
                    "bound c");
        }
    }

    @Test
    void aLaunchWaitsForItsMoment() throws Exception {
        Instant moment = Instant.now().plusMillis(100);
        try (AcpRig rig = new AcpRig(folder, started("{}"))) {
            rig.binding(new BareBinding() {
                @Override
                public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
                    return Optional.of(LaunchSpec.builder(List.of("agent"), folder)
                            .notBefore(moment)
                            .build());
                }
            });
            rig.connect();
            assertFalse(Instant.now().isBefore(moment));
        }
    }
}

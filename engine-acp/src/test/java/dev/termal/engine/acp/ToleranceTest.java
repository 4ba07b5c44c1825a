package dev.termal.engine.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.AgentInfo;
import dev.termal.api.AgentSession;
import dev.termal.api.AuthMethod;
import dev.termal.api.ErrorCode;
import dev.termal.api.Prompt;
import dev.termal.api.RawJson;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.testkit.Script;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An agent that speaks another version of the protocol, or speaks it badly. */
@Timeout(120)
final class ToleranceTest {
    @TempDir
    Path folder;

    @Test
    @Tag("ACP-01")
    void nothingIsSaidBeforeTheHandshakeIsAnswered() throws Exception {
        Script script = new Script()
                .expectMethod("initialize")
                .stall("slow")
                .send(Wire.result("{\"protocolVersion\":1}"))
                .expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"s\"}"));
        try (AcpRig rig = new AcpRig(folder, script)) {
            Thread opening = new Thread(() -> assertThrowsNothing(rig::open));
            opening.start();
            rig.agent.awaitLaunch(1);
            rig.agent.awaitStalled("slow");
            assertEquals(1, rig.agent.lines().size());
            rig.agent.release("slow");
            opening.join();
            assertEquals(1, rig.sent("initialize").size());
            assertTrue(rig.agent.lines().get(0).contains("\"protocolVersion\":1,"));
        }
    }

    private static void assertThrowsNothing(Executable code) {
        try {
            code.execute();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @Tag("ACP-04")
    @Tag("ACP-50")
    void whatTheAgentSaysOfItselfIsTold() throws Exception {
        Script script = new Script();
        Wire.initialize(
                script,
                "{}",
                "[{\"id\":\"key\",\"name\":\"Key\",\"type\":\"env_var\",\"vars\":[{\"name\":\"K\"}]},"
                        + "{\"id\":\"x\",\"type\":\"future\"}]");
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentConnection connection = rig.connect();
            assertEquals(new AgentInfo("scripted", "", "1.2", "1"), connection.agent());
            List<AuthMethod> methods = connection.authStatus().methods();
            assertEquals(
                    List.of(AuthMethod.Kind.ENVIRONMENT, AuthMethod.Kind.OTHER),
                    methods.stream().map(AuthMethod::kind).toList());
            assertEquals(List.of("K"), methods.get(0).environmentNames());
            assertEquals("x", methods.get(1).name());
        }
        try (AcpRig rig = new AcpRig(
                folder, new Script().expectMethod("initialize").send(Wire.result("{\"protocolVersion\":\"1\"}")))) {
            assertEquals("", rig.connect().agent().name());
        }
    }

    @Test
    @Tag("ACP-05")
    @Tag("ACP-50")
    void whatTheAgentDoesNotOfferIsRefusedHere() throws Exception {
        try (AcpRig rig = new AcpRig(folder, Scripts.started("{}"))) {
            AgentConnection connection = rig.connect();
            SessionId id = new SessionId("x");
            for (Executable call : List.<Executable>of(
                    connection::sessions,
                    connection::logout,
                    () -> connection.authenticate("login"),
                    () -> connection.closeSession(id),
                    () -> connection.deleteSession(id),
                    () -> connection.forkSession(id, rig.request().build()))) {
                assertEquals(
                        ErrorCode.UNSUPPORTED,
                        assertThrows(AgentException.class, call).code());
            }
            AgentException lost = assertThrows(
                    AgentException.class,
                    () -> connection.open(rig.request().resume(id).build(), rig.recorder));
            assertEquals(ErrorCode.SESSION_NOT_FOUND, lost.code());
            assertEquals(1, rig.agent.lines().size(), "something was sent all the same");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"stopReason\":\"tired\"}", "{\"stopReason\":7}", "{}", "null", "\"done\"", "[]"})
    @Tag("ACP-29")
    @Tag("TOL-02")
    @Tag("TOL-06")
    @Tag("R-AG-85")
    void anEndInUnknownWordsIsAnEnd(String result) throws Exception {
        Script script = Scripts.prompted()
                .send(Wire.update("s", Wire.text("x")))
                .send(Wire.promptResult(result))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session = rig.open();
            assertEquals(StopReason.OTHER, session.prompt(Prompt.of("hi")).stopReason());
            assertEquals(StopReason.END_TURN, session.prompt(Prompt.of("hi")).stopReason());
        }
    }

    @Test
    @Tag("ACP-16")
    @Tag("ACP-29")
    @Tag("TOL-01")
    @Tag("R-AG-21")
    @Tag("R-AG-87")
    @Tag("PF-48")
    void noUpdateOfAnyShapeHarmsTheTurn() throws Exception {
        Script script = Scripts.prompted();
        for (String params : List.of(
                "null",
                "[]",
                "7",
                "{}",
                "{\"sessionId\":\"s\"}",
                "{\"sessionId\":\"s\",\"update\":null}",
                "{\"sessionId\":\"s\",\"update\":\"text\"}",
                "{\"sessionId\":7,\"update\":{\"sessionUpdate\":\"future_thing\",\"x\":1}}",
                "{\"sessionId\":\"s\",\"update\":{\"sessionUpdate\":\"tool_call\"}}")) {
            script.send("{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":" + params + "}");
        }
        script.send("{\"jsonrpc\":\"2.0\",\"method\":\"session/update\"}")
                .send("{\"jsonrpc\":\"2.0\",\"method\":\"$/progress\",\"params\":{}}")
                .send("{\"jsonrpc\":\"2.0\",\"method\":\"_vendor/note\",\"params\":{}}")
                .send("{\"jsonrpc\":\"2.0\",\"method\":\"elicitation/complete\",\"params\":{\"elicitationId\":\"?\"}}")
                .send(Wire.update("s", Wire.text("good")))
                .send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session = rig.open();
            int before = rig.agent.lines().size();
            assertEquals(StopReason.END_TURN, session.prompt(Prompt.of("hi")).stopReason());
            assertEquals("good", rig.recorder.text());
            assertTrue(
                    rig.recorder.calls().contains("extension future_thing"),
                    () -> rig.recorder.calls().toString());
            assertTrue(rig.recorder.calls().contains("extension _vendor/note"));
            assertEquals(before + 1, rig.agent.lines().size(), "a notification was answered");
        }
    }

    @Test
    @Tag("ACP-15")
    @Tag("CORR-01")
    @Tag("CORR-04")
    void onlyTheAnswerToItsOwnIdAnswersACall() throws Exception {
        String id = "{{prompt.id}}";
        Script script = Scripts.prompted()
                .send("{\"jsonrpc\":\"2.0\",\"id\":" + id + "}")
                .send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{},\"error\":{\"code\":1,\"message\":\"x\"}}")
                .send("{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\",\"result\":{\"stopReason\":\"refusal\"}}")
                .send("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"x\"}}")
                .send("{\"jsonrpc\":\"2.0\",\"id\":999,\"result\":{\"stopReason\":\"refusal\"}}")
                .send(Scripts.ask(id, "t")) // the agent counts for itself
                .expect("\"outcome\":\"cancelled\"")
                .send(Scripts.END)
                .send(Wire.promptResult("{\"stopReason\":\"refusal\"}"));
        try (AcpRig rig = new AcpRig(folder, script)) {
            assertEquals(StopReason.END_TURN, rig.open().prompt(Prompt.of("hi")).stopReason());
            assertEquals(1, rig.recorder.permissionRequests().size());
        }
    }

    /** Sees what the engine does not understand. */
    private static final class Watching extends BareBinding {
        final List<String> seen = new CopyOnWriteArrayList<>();

        @Override
        public Set<String> rewrittenMethods() {
            return Set.of("session/update");
        }

        @Override
        public RawJson rewrite(Wire kind, String method, RawJson message) {
            seen.add(message.text());
            return message;
        }
    }

    @Test
    @Tag("ACP-19")
    void metadataReachesTheBindingAndNothingOfOursIsMadeUp() throws Exception {
        String meta = "\"_meta\":{\"traceparent\":\"00-1\",\"vendor/x\":[1]}";
        Script script = Scripts.prompted()
                .send(Wire.update("s", Wire.text("x").replace("{\"sessionUpdate\"", "{" + meta + ",\"sessionUpdate\"")))
                .send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            Watching binding = new Watching();
            rig.binding(binding).open().prompt(Prompt.of("hi"));
            assertTrue(binding.seen.get(0).contains(meta), binding.seen::toString);
            Set<String> known = Set.of("initialize", "session/new", "session/prompt");
            for (String line : rig.agent.lines()) {
                assertTrue(
                        known.contains(
                                Json.parse(new RawJson(line)).path("method").asString("")),
                        line);
                assertFalse(line.contains("_meta"), line);
            }
        }
    }

    @Test
    @Tag("ACP-30")
    void theIdOfAMessageIsKept() throws Exception {
        Script script = Scripts.prompted()
                .send(Wire.update(
                        "s", Wire.text("a").replace("{\"sessionUpdate\"", "{\"messageId\":\"m1\",\"sessionUpdate\"")))
                .send(Wire.update("s", Wire.text("b")))
                .send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            rig.open().prompt(Prompt.of("hi"));
            assertEquals(
                    List.of("m1", "-"),
                    rig.recorder.events(AgentEvent.MessageChunk.class).stream()
                            .map(chunk -> chunk.messageId().orElse("-"))
                            .toList());
        }
    }
}

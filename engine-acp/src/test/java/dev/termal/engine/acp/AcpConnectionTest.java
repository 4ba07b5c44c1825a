package dev.termal.engine.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentException;
import dev.termal.api.AuthStatus;
import dev.termal.api.Capabilities;
import dev.termal.api.ErrorCode;
import dev.termal.api.Feature;
import dev.termal.api.SessionId;
import dev.termal.testkit.Script;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class AcpConnectionTest {
    private static final String ONE_METHOD = "[{\"id\":\"login\",\"name\":\"Log in\"},"
            + "{\"id\":\"tty\",\"name\":\"Terminal\",\"type\":\"terminal\",\"args\":[\"login\"]}]";
    private static final String TWO_METHODS = "[{\"id\":\"a\",\"name\":\"A\"},{\"id\":\"b\",\"name\":\"B\"}]";

    @TempDir
    Path folder;

    private static Script answering(String result) {
        return new Script().expectMethod("initialize").send(Wire.result(result));
    }

    @Test
    @Tag("ACP-01")
    @Tag("R-AG-12")
    void offersWhatTheHostOffersAndNothingElse() throws Exception {
        try (AcpRig rig = new AcpRig(folder, answering("{\"protocolVersion\":1}"))) {
            rig.connect();
            String line = rig.sent("initialize").get(0);
            assertTrue(line.contains("\"protocolVersion\":1,"), line);
            assertTrue(line.contains("\"fs\":{\"readTextFile\":false,\"writeTextFile\":false}"), line);
            assertFalse(line.contains("elicitation"), line);
            assertFalse(line.contains("auth"), line);
        }
        try (AcpRig rig = new AcpRig(folder, answering("{\"protocolVersion\":1}"))) {
            rig.client(AcpRig.EVERYTHING).connect();
            String line = rig.sent("initialize").get(0);
            assertTrue(line.contains("\"elicitation\":{\"form\":{},\"url\":{}}"), line);
            assertTrue(line.contains("\"auth\":{\"terminal\":true}"), line);
            assertTrue(line.contains("\"terminal\":true"), line);
        }
    }

    @Test
    @Tag("ACP-03")
    @Tag("ACP-04")
    @Tag("TOL-05")
    void anEmptyAnswerIsAnAgentThatCanLittle() throws Exception {
        try (AcpRig rig = new AcpRig(folder, answering("{}"))) {
            Capabilities capabilities = rig.connect().capabilities();
            assertFalse(capabilities.has(Feature.SESSION_LOAD));
            assertFalse(capabilities.has(Feature.IMAGE));
            assertTrue(capabilities.has(Feature.CANCEL));
        }
    }

    @Test
    @Tag("ACP-03")
    @Tag("TOL-05")
    void malformedCapabilitiesAreNone() throws Exception {
        String answer = "{\"protocolVersion\":1,\"agentInfo\":7,\"authMethods\":[1,{\"name\":\"no id\"}],"
                + "\"agentCapabilities\":{\"loadSession\":\"yes\",\"sessionCapabilities\":null,"
                + "\"promptCapabilities\":{\"image\":1,\"audio\":true},\"mcpCapabilities\":[]}}";
        try (AcpRig rig = new AcpRig(folder, answering(answer))) {
            AgentConnection connection = rig.connect();
            assertFalse(connection.capabilities().has(Feature.SESSION_LOAD));
            assertFalse(connection.capabilities().has(Feature.IMAGE));
            assertTrue(connection.capabilities().has(Feature.AUDIO));
            assertTrue(connection.authStatus().methods().isEmpty());
            assertThrows(AgentException.class, () -> connection.deleteSession(new SessionId("x")));
        }
    }

    @Test
    @Tag("ACP-02")
    @Tag("TOL-08")
    @Tag("R-AG-12")
    void anotherVersionIsRefusedWithBothNamed() throws Exception {
        for (String version : List.of("0", "2", "65535")) {
            try (AcpRig rig = new AcpRig(folder, answering("{\"protocolVersion\":" + version + "}"))) {
                AgentException refused = assertThrows(AgentException.class, rig::connect);
                assertEquals(ErrorCode.PROTOCOL, refused.code());
                assertTrue(refused.getMessage().contains("version " + version), refused::getMessage);
                assertTrue(refused.getMessage().contains("version 1"), refused::getMessage);
                assertTrue(rig.agent.process().onExit().toCompletableFuture().isDone(), "left running");
            }
        }
    }

    @Test
    @Tag("FRAME-09")
    void noTerminalObeysAVersionAndItIsShort() throws Exception {
        String version = "\"\u2028" + "9".repeat(1_000) + "\"";
        try (AcpRig rig = new AcpRig(folder, answering("{\"protocolVersion\":" + version + "}"))) {
            String message = String.valueOf(
                    assertThrows(AgentException.class, rig::connect).getMessage());
            assertFalse(message.contains("\u2028"), message);
            assertTrue(message.length() < 400, message);
        }
    }

    @Test
    @Tag("ACP-06")
    @Tag("SETUP-01")
    @Tag("R-AG-13")
    @Tag("PF-06")
    @Tag("PF-07")
    void aSilentAgentIsStartedOnceMore() throws Exception {
        Script silent = new Script()
                .expectMethod("initialize")
                .stderr("waiting for a login\n")
                .stall("for good");
        try (AcpRig rig = new AcpRig(folder, silent, answering("{\"protocolVersion\":1}"))) {
            rig.option("initializeTimeout", "300ms").connect();
            assertEquals(2, rig.agent.launches().size());
            assertTrue(rig.early.toString().contains("waiting for a login"), rig.early::toString);
        }
        try (AcpRig rig = new AcpRig(folder, silent, silent)) {
            rig.option("initializeTimeout", "300ms");
            AgentException late = assertThrows(AgentException.class, rig::connect);
            assertEquals(ErrorCode.TIMEOUT, late.code());
            assertTrue(late.getMessage().endsWith("; it was started twice"), late::getMessage);
        }
    }

    @Test
    void aStartThatIsGivenUpSaysWhatWasWaitedForAndLeavesNothing() throws Exception {
        Script silent = new Script()
                .expectMethod("initialize")
                .stderr("waiting for a login\n")
                .stall("for good");
        try (AcpRig rig = new AcpRig(folder, silent)) {
            Thread caller = Thread.currentThread();
            new Thread(() -> {
                        try {
                            rig.agent.awaitLaunch(1);
                            rig.agent.awaitStalled("for good");
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                        caller.interrupt();
                    })
                    .start();
            InterruptedException givenUp = assertThrows(InterruptedException.class, rig::connect);
            AgentException waitedFor = assertInstanceOf(AgentException.class, givenUp.getCause());
            assertEquals(ErrorCode.TIMEOUT, waitedFor.code());
            assertTrue(waitedFor.getMessage().contains("did not answer initialize"), waitedFor::getMessage);
            assertTrue(rig.agent.process().onExit().toCompletableFuture().isDone(), "its process is ended");
        }
    }

    @Test
    @Tag("ACP-06")
    @Tag("R-AG-13")
    @Tag("PF-06")
    void theThreeWaysInWhichAHandshakeFailsAreToldApart() throws Exception {
        try (AcpRig rig = new AcpRig(
                folder, new Script().expectMethod("initialize").send(Wire.error(-32603, "broken", "null")))) {
            AgentException failed = assertThrows(AgentException.class, rig::connect);
            assertEquals(ErrorCode.AGENT_ERROR, failed.code());
            assertTrue(failed.getMessage().contains("broken"), failed::getMessage);
        }
        try (AcpRig rig = new AcpRig(
                folder,
                new Script().expectMethod("initialize").stderr("no config\n").exit(2))) {
            AgentException failed = assertThrows(AgentException.class, rig::connect);
            assertEquals(ErrorCode.AGENT_EXITED, failed.code());
            assertTrue(failed.getMessage().contains("exit code 2"), failed::getMessage);
            assertTrue(failed.getMessage().contains("no config"), failed::getMessage);
        }
    }

    @Test
    @Tag("ACP-48")
    void theMethodThatConfigNamesIsUsedBeforeTheFirstSession() throws Exception {
        Script script = new Script();
        Wire.initialize(script, "{}", ONE_METHOD);
        script.expect("\"authenticate\"", "\"methodId\":\"login\"").send(Wire.result("{}"));
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentConnection connection = rig.option("authMethod", "login").connect();
            assertEquals(AuthStatus.State.SIGNED_IN, connection.authStatus().state());
        }
    }

    @Test
    @Tag("ACP-48")
    void aMethodThatIsNotOfferedOrNeedsATerminalIsRefused() throws Exception {
        for (String method : List.of("nope", "tty")) {
            Script script = new Script();
            Wire.initialize(script, "{}", ONE_METHOD);
            try (AcpRig rig = new AcpRig(folder, script)) {
                AgentException refused = assertThrows(
                        AgentException.class,
                        () -> rig.option("authMethod", method).connect());
                assertEquals(ErrorCode.CONFIGURATION, refused.code());
                assertTrue(refused.getMessage().contains("login"), refused::getMessage);
            }
        }
    }

    @Test
    @Tag("ACP-25")
    @Tag("ACP-49")
    void anAgentThatAsksIsSignedInToOnceWhereThereIsOneWay() throws Exception {
        Script script = new Script();
        Wire.initialize(script, "{}", ONE_METHOD);
        script.expectMethod("session/new")
                .send(Wire.error(-32000, "Authentication required", "null"))
                .expect("\"authenticate\"", "\"methodId\":\"login\"")
                .send(Wire.result("null"))
                .expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"s\"}"));
        try (AcpRig rig = new AcpRig(folder, script)) {
            assertEquals("s", rig.open().id().orElseThrow().value());
        }
    }

    @Test
    @Tag("ACP-49")
    void whereThereAreTwoWaysOrItIsForbiddenAPersonIsAsked() throws Exception {
        Script two = new Script();
        Wire.initialize(two, "{}", TWO_METHODS);
        two.expectMethod("session/new").send(Wire.error(-32000, "Authentication required", "null"));
        try (AcpRig rig = new AcpRig(folder, two)) {
            AgentConnection connection = rig.connect();
            AgentException asked = assertThrows(
                    AgentException.class, () -> connection.open(rig.request().build(), rig.recorder));
            assertEquals(ErrorCode.AUTH_REQUIRED, asked.code());
            assertEquals(
                    AuthStatus.State.SIGN_IN_REQUIRED, connection.authStatus().state());
        }
        Script forbidden = new Script();
        Wire.initialize(forbidden, "{}", ONE_METHOD);
        forbidden.expectMethod("session/new").send(Wire.error(-32000, "Authentication required", "null"));
        try (AcpRig rig = new AcpRig(folder, forbidden)) {
            rig.option("authOnDemand", "false");
            assertEquals(
                    ErrorCode.AUTH_REQUIRED,
                    assertThrows(AgentException.class, rig::open).code());
        }
    }

    @Test
    @Tag("ACP-26")
    void theListFollowsCursorsAndDoesNotGoRound() throws Exception {
        Script script = new Script();
        Wire.initialize(script, "{\"sessionCapabilities\":{\"list\":{}}}");
        script.expectMethod("session/list")
                .send(Wire.result("{\"sessions\":[{\"sessionId\":\"a\",\"cwd\":\"/w\",\"title\":\"A\","
                        + "\"updatedAt\":\"2026-01-02T03:04:05Z\"},{\"cwd\":\"/w\"},7],\"nextCursor\":\"c\"}"))
                .expect("session/list", "\"cursor\":\"c\"")
                .send(Wire.result("{\"sessions\":[{\"sessionId\":\"b\",\"cwd\":\"/w\",\"updatedAt\":\"soon\"}],"
                        + "\"nextCursor\":\"c\"}"));
        try (AcpRig rig = new AcpRig(folder, script)) {
            var sessions = rig.connect().sessions();
            assertEquals(
                    List.of("a", "b"),
                    sessions.stream().map(info -> info.id().value()).toList());
            assertTrue(sessions.get(0).updatedAt().isPresent());
            assertTrue(sessions.get(1).updatedAt().isEmpty());
        }
    }

    @Test
    @Tag("ACP-27")
    void deletingWhatIsNotThereIsWell() throws Exception {
        Script script = new Script();
        Wire.initialize(script, "{\"sessionCapabilities\":{\"delete\":{},\"close\":{}}}");
        script.expectMethod("session/delete")
                .send(Wire.error(-32002, "Resource not found", "null"))
                .expectMethod("session/close")
                .send(Wire.error(-32002, "Resource not found", "null"))
                .expectMethod("session/delete")
                .send(Wire.error(-32603, "disk full", "null"));
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentConnection connection = rig.connect();
            connection.deleteSession(new SessionId("x"));
            connection.closeSession(new SessionId("x"));
            assertThrows(AgentException.class, () -> connection.deleteSession(new SessionId("x")));
        }
    }

    @Test
    @Tag("R-AG-31")
    void eachSessionHasAProcessUnlessTheyMayBeShared() throws Exception {
        Script one = new Script();
        Wire.initialize(one, "{}");
        one.expectMethod("session/new").send(Wire.result("{\"sessionId\":\"s1\"}"));
        try (AcpRig rig = new AcpRig(folder, one, one)) {
            AgentConnection connection = rig.connect();
            connection.open(rig.request().build(), rig.recorder);
            connection.open(rig.request().build(), rig.recorder).close();
            assertEquals(2, rig.agent.launches().size());
            assertTrue(rig.agent.process().onExit().toCompletableFuture().isDone(), "its process was left");
            assertFalse(
                    rig.agent.processes().get(0).onExit().toCompletableFuture().isDone());
        }
        Script both = new Script();
        Wire.initialize(both, "{}");
        both.expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"s1\"}"))
                .expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"s2\"}"));
        try (AcpRig rig = new AcpRig(folder, both)) {
            AgentConnection connection = rig.option("sharedProcess", "true").connect();
            connection.open(rig.request().build(), rig.recorder);
            connection.open(rig.request().build(), rig.recorder).close();
            assertEquals(1, rig.agent.launches().size());
            assertFalse(rig.agent.process().onExit().toCompletableFuture().isDone());
        }
    }
}

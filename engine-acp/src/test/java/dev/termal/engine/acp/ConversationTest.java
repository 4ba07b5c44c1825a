package dev.termal.engine.acp;

import static dev.termal.engine.acp.Scripts.END;
import static dev.termal.engine.acp.Scripts.LEGACY;
import static dev.termal.engine.acp.Scripts.LOADS;
import static dev.termal.engine.acp.Scripts.started;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
import dev.termal.api.ErrorCode;
import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.StopReason;
import dev.termal.testkit.Script;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A conversation outlives its process where the agent can go on with it, and is never replaced silently. */
@Timeout(120)
final class ConversationTest {
    @TempDir
    Path folder;

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
    @Tag("R-AG-35")
    @Tag("PF-28")
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
    @Tag("R-AG-86")
    @Tag("R-AG-89")
    @Tag("PF-41")
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
    @Tag("R-AG-89")
    @Tag("PF-42")
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
    @Tag("R-AG-36")
    @Tag("PF-30")
    void whatTheAgentAlreadyResumesIsNotLoaded() throws Exception {
        Script script = started("{\"loadSession\":true,\"sessionCapabilities\":{\"resume\":{}}}")
                .expectMethod("session/resume")
                .send(Wire.result("{}"));
        try (AcpRig rig = new AcpRig(folder, script)) {
            rig.open(rig.request().resume(new SessionId("s")).build());
        }
    }
}

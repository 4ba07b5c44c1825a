package dev.termal.engine.streamjson;

import static dev.termal.engine.streamjson.StreamRig.prompt;
import static dev.termal.engine.streamjson.StreamRig.say;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
import dev.termal.api.ErrorCode;
import dev.termal.api.Fact;
import dev.termal.api.Fact.Value;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.StopReason;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.testkit.Script;
import dev.termal.testkit.ScriptedAgent;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class ProcessPerSessionTest {
    @TempDir
    private Path folder;

    /** A process that answers every prompt. */
    private static Script serving(String id) {
        return say(new Script(), "session", id)
                .on("prompt", TabDialect.line("say", "heard "), TabDialect.line("end", "END_TURN"));
    }

    private static Value fact(AgentConnection connection, String key) {
        return connection.diagnostics().facts().stream()
                .filter(fact -> fact.key().equals(key))
                .map(Fact::value)
                .findFirst()
                .orElseThrow();
    }

    private static Value number(long n) {
        return new Value.Numeric(BigDecimal.valueOf(n));
    }

    @Test
    @Tag("R-AG-43")
    @Tag("R-AG-44")
    void oneProcessServesManyTurns() throws Exception {
        try (StreamRig rig = StreamRig.perSession(folder, serving("s1"))) {
            AgentConnection connection = rig.connect(StreamRig.PER_SESSION);
            AgentSession session = connection.open(rig.request().build(), rig.recorder);
            prompt(session, "one");
            prompt(session, "two");
            prompt(session, "three");
            assertEquals("heard heard heard ", rig.recorder.text());
            assertTrue(rig.agent.launches().get(0) instanceof LaunchRequest.ForSession);
            assertEquals(number(1), fact(connection, "spawns"));
            assertEquals(number(3), fact(connection, "turns"));
            assertEquals(number(2), fact(connection, "reused"));
            assertEquals(number(0), fact(connection, "recycles"));
        }
    }

    @Test
    @Tag("R-AG-44")
    @Tag("PF-71")
    void otherWishesReplaceTheProcessWithTheirCauses() throws Exception {
        Script[] scripts = {serving("s1"), serving("s1"), serving("s9"), serving("s10")};
        try (StreamRig rig = StreamRig.perSession(folder, scripts)) {
            AgentConnection connection = rig.connect(StreamRig.PER_SESSION);
            AgentSession session = connection.open(rig.request().build(), rig.recorder);
            prompt(session, "one");
            SessionRequest other = rig.request()
                    .resume(new SessionId("s1"))
                    .model("big")
                    .permissions(PermissionPolicy.AUTO)
                    .build();
            session.apply(other);
            prompt(session, "two");
            prompt(session, "three");
            assertEquals(other, rig.agent.launches().get(1).session());
            session.apply(other.toBuilder().resume(new SessionId("s9")).build());
            prompt(session, "four");
            session.apply(other.toBuilder().fresh().build());
            prompt(session, "five");
            assertTrue(rig.agent.launches().get(3).session().resume().isEmpty());
            assertEquals(number(3), fact(connection, "recycles"));
            assertEquals(
                    Map.of(
                            "model", number(1),
                            "permissions", number(1),
                            "conversation", number(1),
                            "conversation-reset", number(1)),
                    ((Value.Entries) fact(connection, "recycleReasons")).entries());
        }
    }

    @Test
    @Tag("R-AG-39")
    @Tag("R-AG-45")
    @Tag("PF-04")
    @Tag("PF-72")
    void aReplacedProcessSaysNothingMore() throws Exception {
        Script old = say(new Script(), "session", "s1").expect("prompt");
        say(say(say(old, "end", "END_TURN"), "say", "between "), "say", "late ").stall("for good");
        try (StreamRig rig = StreamRig.perSession(folder, old, serving("s1"))) {
            rig.recorder.pauseAt(AgentEvent.MessageChunk.class::isInstance);
            AgentSession session = rig.open();
            prompt(session, "one");
            rig.recorder.awaitPaused();
            rig.agent.awaitRead();
            session.setOption("model", "big");
            var second = StreamRig.promptAside(session, "two");
            StreamRig.await(rig.agent.processes().get(0).onExit().toCompletableFuture());
            rig.recorder.resume();
            StreamRig.await(second);
            assertEquals("between heard ", rig.recorder.text());
        }
    }

    @Test
    @Tag("R-AG-48")
    @Tag("R-AG-139")
    void aCancelEndsTheProcessAndTheNextTurnContinues() throws Exception {
        Script stuck = say(new Script(), "session", "s1")
                .expect("prompt")
                .verbatim(TabDialect.line("say", "begun "))
                .stall("for good");
        try (StreamRig rig = StreamRig.perSession(folder, stuck, serving("s1"))) {
            AgentSession session = rig.open();
            var first = StreamRig.promptAside(session, "one");
            rig.recorder.awaitCall("text begun");
            session.cancel();
            assertEquals(StopReason.CANCELLED, StreamRig.await(first).stopReason());
            prompt(session, "two");
            assertEquals("begun heard ", rig.recorder.text());
            assertEquals(
                    new SessionId("s1"),
                    rig.agent.launches().get(1).session().resume().orElseThrow());
        }
    }

    @Test
    void aProcessThatTakesNoPromptIsReplacedOnce() throws Exception {
        Script deaf = serving("s1")
                .expect("prompt")
                .verbatim(TabDialect.line("end", "END_TURN"))
                .closeInput();
        try (StreamRig rig = StreamRig.perSession(folder, deaf.stall("for good"), serving("s1"))) {
            AgentSession session = rig.open();
            prompt(session, "one");
            rig.agent.awaitStalled("for good");
            prompt(session, "two");
            assertEquals("heard ", rig.recorder.text());
            assertEquals(2, rig.agent.launches().size());
        }
    }

    @Test
    @Tag("R-AG-46")
    @Tag("PF-08")
    void anAgentThatDoesNotReadFailsTheTurnInTime() throws Exception {
        Script blocked = say(new Script(), "session", "s1").stopReading().stall("for good");
        try (StreamRig rig = StreamRig.perSession(folder, blocked)) {
            AgentSession session = rig.launchedWhenStalled("for good").open();
            var turn = StreamRig.promptAside(session, "one");
            rig.agent.awaitLaunch(1);
            rig.agent.awaitBlockedWrite();
            rig.agent.timeOutWrites();
            Throwable failure =
                    assertThrows(Exception.class, () -> StreamRig.await(turn)).getCause();
            assertEquals(ErrorCode.TIMEOUT, ((AgentException) failure).code());
        }
    }

    @Test
    void anAgentThatTakesPromptsAtLaunchOnlyIsRefused() throws Exception {
        try (StreamRig rig = new StreamRig(folder, false, ScriptedAgent.of(new Script()))) {
            AgentSession session =
                    rig.connect(StreamRig.PER_SESSION).open(rig.request().build(), rig.recorder);
            AgentException refused = assertThrows(AgentException.class, () -> prompt(session, "hi"));
            assertEquals(ErrorCode.CONFIGURATION, refused.code());
        }
    }

    @Test
    void anEndBetweenTurnsIsNone() throws Exception {
        Script script = say(new Script(), "session", "s1").expect("prompt");
        say(say(say(script, "end", "END_TURN"), "end", "REFUSAL"), "say", "between ");
        script.append(serving("s1"));
        try (StreamRig rig = StreamRig.perSession(folder, script)) {
            AgentConnection connection = rig.connect(StreamRig.PER_SESSION);
            AgentSession session = connection.open(rig.request().build(), rig.recorder);
            prompt(session, "one");
            rig.recorder.awaitCall("text between");
            assertEquals(StopReason.END_TURN, prompt(session, "two").stopReason());
            assertEquals(number(1), fact(connection, "strayEnds"));
            assertEquals("between heard ", rig.recorder.text());
        }
    }
}

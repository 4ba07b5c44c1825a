package dev.termal.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
import dev.termal.api.ContentBlock;
import dev.termal.api.ErrorCode;
import dev.termal.api.Feature;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionRequest;
import dev.termal.api.Prompt;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import dev.termal.testkit.EngineRig.Turn;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * What every engine must do, whatever its protocol: extend this in the engine's tests, name the engine, and script the scenes
 * in its wire format. Everything is asserted through {@code dev.termal.api} alone. Scenes that need a {@link Feature} which
 * the dialogue does not claim are skipped.
 *
 * <p>In every scene: events come one at a time, in order, off the reader's thread; all that was said in a turn is delivered
 * before its prompt returns; nothing comes after the close; no thread and no process outlives the engine.
 */
public abstract class EngineContract extends ConversationContract {
    /** For the engine's tests. */
    protected EngineContract() {}

    // -- permissions --------------------------------------------------------------------------------------------------

    /** The host's yes reaches the agent. */
    @Test
    public final void permissionCanBeGiven() throws Exception {
        permission(PermissionOption.Kind.ALLOW_ONCE, ToolCall.Status.COMPLETED);
    }

    /** The host's no reaches the agent. */
    @Test
    public final void permissionCanBeRefused() throws Exception {
        permission(PermissionOption.Kind.REJECT_ONCE, ToolCall.Status.FAILED);
    }

    private void permission(PermissionOption.Kind answer, ToolCall.Status status) throws InterruptedException {
        needs(Feature.PERMISSIONS);
        ScriptedAgent agent = agent(turn("hi", script -> {
            wire.toolStarted(script, "t1", "rm x", ToolCall.Kind.EXECUTE);
            wire.askPermission(script, "t1");
            wire.permissionAnswered(script, answer);
            wire.toolEnded(script, "t1", status);
        }));
        EventRecorder recorder = rig.recorder(agent).answering(answer);
        assertEquals(StopReason.END_TURN, prompt(open(agent, recorder), "hi").stopReason());
        recorder.assertOrder("tool t1", "permission t1", "tool t1");
        PermissionRequest request = recorder.permissionRequests().get(0);
        assertEquals("rm x", request.toolCall().title());
        assertEquals(ToolCall.Kind.EXECUTE, request.toolCall().kind());
        assertEquals(1, recorder.toolCalls().size());
    }

    /** The agent goes on talking while a person thinks. */
    @Test
    public final void anOpenPermissionStopsNothingElse() throws Throwable {
        needs(Feature.PERMISSIONS);
        ScriptedAgent agent = agent(turn("hi", script -> {
            wire.toolStarted(script, "t1", "rm x", ToolCall.Kind.EXECUTE);
            wire.askPermission(script, "t1");
            wire.say(script, "meanwhile");
            wire.permissionAnswered(script, PermissionOption.Kind.ALLOW_ONCE);
        }));
        CompletableFuture<PermissionDecision> decision = new CompletableFuture<>();
        EventRecorder recorder = rig.recorder(agent).onPermission(request -> decision);
        Turn turn = rig.prompt(open(agent, recorder), "hi");
        recorder.awaitCall("text meanwhile");
        decision.complete(PermissionDecision.select(recorder.permissionRequests()
                .get(0)
                .firstOf(PermissionOption.Kind.ALLOW_ONCE)
                .orElseThrow()));
        assertEquals(StopReason.END_TURN, turn.await().stopReason());
    }

    /** A cancel answers an open request before it ends the turn, and settles the handler's stage. */
    @Test
    public final void cancelSettlesAnOpenPermission() throws Throwable {
        needs(Feature.PERMISSIONS);
        needs(Feature.CANCEL);
        ScriptedAgent agent = agent(script -> {
            wire.prompt(script, "hi");
            wire.toolStarted(script, "t1", "rm x", ToolCall.Kind.EXECUTE);
            wire.askPermission(script, "t1");
            wire.say(script, "waiting");
            wire.permissionAndTurnCancelled(script);
            endProcessOfTurn(script);
        });
        CompletableFuture<PermissionDecision> decision = new CompletableFuture<>();
        EventRecorder recorder = rig.recorder(agent).onPermission(request -> decision);
        AgentSession session = open(agent, recorder);
        Turn turn = rig.prompt(session, "hi");
        recorder.awaitCall("text waiting"); // so the handler has returned its stage
        session.cancel();
        assertEquals(StopReason.CANCELLED, turn.await().stopReason());
        assertTrue(decision.isDone(), "the stage of the open permission was left hanging");
    }

    // -- cancelling ---------------------------------------------------------------------------------------------------

    /** A cancel ends the turn, not the conversation. */
    @Test
    public final void cancelEndsTheTurnOnly() throws Throwable {
        needs(Feature.CANCEL);
        ScriptedAgent agent = agent(
                script -> {
                    wire.prompt(script, "one");
                    wire.say(script, "begun ");
                    wire.cancelled(script);
                    endProcessOfTurn(script);
                },
                saying("two", "and on"));
        EventRecorder recorder = rig.recorder(agent);
        AgentSession session = open(agent, recorder);
        Turn turn = rig.prompt(session, "one");
        recorder.awaitCall("text begun");
        session.cancel();
        session.cancel();
        assertEquals(StopReason.CANCELLED, turn.await().stopReason());
        assertEquals(StopReason.END_TURN, prompt(session, "two").stopReason());
        assertEquals("begun and on", recorder.text());
    }

    /** An agent that does not listen is ended; the turn is cancelled all the same, and the conversation goes on. */
    @Test
    public final void cancelWinsAgainstASilentAgent() throws Throwable {
        ScriptedAgent agent = apart(stuck(), saying("two", "and on"));
        EventRecorder recorder = rig.recorder(agent);
        AgentSession session = open(agent, recorder);
        Turn turn = rig.prompt(session, "one");
        recorder.awaitCall("text begun");
        session.cancel();
        assertEquals(StopReason.CANCELLED, turn.await().stopReason());
        assertEquals(StopReason.END_TURN, prompt(session, "two").stopReason());
        assertEquals("begun and on", recorder.text());
    }

    /** Interrupting the caller is a cancel. */
    @Test
    public final void anInterruptCancels() throws Throwable {
        ScriptedAgent agent = apart(stuck(), saying("two", "and on"));
        EventRecorder recorder = rig.recorder(agent);
        AgentSession session = open(agent, recorder);
        Turn turn = rig.prompt(session, "one");
        recorder.awaitCall("text begun");
        turn.thread().interrupt();
        try {
            assertEquals(StopReason.CANCELLED, turn.await().stopReason());
        } catch (InterruptedException e) {
            assertTrue(turn.result().isCompletedExceptionally(), "this test itself was interrupted");
        }
        assertEquals(StopReason.END_TURN, prompt(session, "two").stopReason());
        assertEquals("begun and on", recorder.text());
    }

    /** A cancel without a turn does nothing, to the next turn neither. */
    @Test
    public final void cancelWithoutATurnDoesNothing() throws Exception {
        ScriptedAgent agent = agent(saying("hi", "text"));
        EventRecorder recorder = rig.recorder(agent);
        AgentSession session = open(agent, recorder);
        session.cancel();
        assertEquals(StopReason.END_TURN, prompt(session, "hi").stopReason());
        assertEquals("text", recorder.text());
    }

    // -- failures -----------------------------------------------------------------------------------------------------

    /** An error ends the turn, not the conversation; the agent's words ride along. */
    @Test
    public final void anErrorFailsTheTurnOnly() throws Exception {
        ScriptedAgent agent = agent(
                script -> {
                    wire.prompt(script, "one");
                    wire.say(script, "begun ");
                    wire.fail(script, "the model is on holiday");
                    endProcessOfTurn(script);
                },
                saying("two", "and on"));
        EventRecorder recorder = rig.recorder(agent);
        AgentSession session = open(agent, recorder);
        AgentException failure = assertThrows(AgentException.class, () -> prompt(session, "one"));
        assertEquals(ErrorCode.AGENT_ERROR, failure.code(), failure.getMessage());
        assertTrue((failure + failure.detail().peerMessage()).contains("the model is on holiday"), failure::toString);
        assertEquals(StopReason.END_TURN, prompt(session, "two").stopReason());
        assertEquals("begun and on", recorder.text());
    }

    /** An agent that dies fails its turn at once, with its exit and its last words; the next prompt launches it anew. */
    @Test
    public final void aDeathFailsTheTurnAtOnce() throws Exception {
        ScriptedAgent agent = apart(
                script -> {
                    wire.prompt(script, "one");
                    wire.say(script, "begun ");
                    script.stderr("out of memory\n").exit(3);
                },
                saying("two", "and on"));
        EventRecorder recorder = rig.recorder(agent);
        AgentSession session = open(agent, recorder);
        AgentException failure = assertThrows(AgentException.class, () -> prompt(session, "one"));
        assertEquals(ErrorCode.AGENT_EXITED, failure.code(), failure.getMessage());
        assertTrue(failure.toString().contains("3"), () -> "the exit code is not told: " + failure.getMessage());
        assertTrue(failure.detail().stderrTail().contains("out of memory"), "the error output is not told");
        assertEquals("begun ", recorder.text());
        assertEquals(StopReason.END_TURN, prompt(session, "two").stopReason());
        assertEquals("begun and on", recorder.text());
    }

    /** An agent that closes its output has ended, though it lives. */
    @Test
    public final void aClosedOutputFailsTheTurn() throws Exception {
        ScriptedAgent agent = apart(script -> {
            wire.prompt(script, "one");
            wire.say(script, "begun");
            script.closeOutput().stall("for good");
        });
        EventRecorder recorder = rig.recorder(agent);
        AgentSession session = open(agent, recorder);
        AgentException failure = assertThrows(AgentException.class, () -> prompt(session, "one"));
        assertEquals(ErrorCode.AGENT_EXITED, failure.code(), failure.getMessage());
        assertEquals("begun", recorder.text());
    }

    /** A launch that fails fails whatever needed it, with the launcher's own words. */
    @Test
    public final void aFailedLaunchIsTold() {
        ScriptedAgent agent = rig.register(ScriptedAgent.failing(ErrorCode.LAUNCH_FAILED, "no such program"));
        AgentException failure =
                assertThrows(AgentException.class, () -> prompt(open(agent, new EventRecorder()), "hi"));
        assertEquals(ErrorCode.LAUNCH_FAILED, failure.code());
        assertTrue(failure.toString().contains("no such program"), failure::toString);
    }

    /** Content that the agent does not take is refused before anything is sent. */
    @Test
    public final void unsupportedContentIsRefusedHere() throws Exception {
        assumeFalse(wire.features().contains(Feature.IMAGE), "the scenes take pictures");
        ScriptedAgent agent = agent(saying("hi", "text"));
        AgentSession session = open(agent, rig.recorder(agent));
        List<String> before = agent.lines();
        Prompt picture = new Prompt(List.of(new ContentBlock.Image("image/png", "AAAA")));
        AgentException refused = assertThrows(AgentException.class, () -> session.prompt(picture));
        assertEquals(ErrorCode.UNSUPPORTED, refused.code());
        assertEquals(before, agent.lines());
        assertEquals(StopReason.END_TURN, prompt(session, "hi").stopReason());
    }

    /** What the agent cannot do fails as unsupported. */
    @Test
    public final void unsupportedRequestsAreRefusedHere() throws Exception {
        assumeFalse(wire.features().contains(Feature.SESSION_LIST), "the scenes list sessions");
        AgentConnection connection = rig.connect(agent(), rig.request().build());
        assertEquals(
                ErrorCode.UNSUPPORTED,
                assertThrows(AgentException.class, connection::sessions).code());
    }

    // -- the end ------------------------------------------------------------------------------------------------------

    /** Closing settles a running turn and ends the process. */
    @Test
    public final void closeSettlesEverything() throws Throwable {
        ScriptedAgent agent = apart(stuck());
        EventRecorder recorder = rig.recorder(agent);
        AgentSession session = open(agent, recorder);
        Turn turn = rig.prompt(session, "one");
        recorder.awaitCall("text begun");
        rig.closeEngine();
        AgentException failure = assertThrows(AgentException.class, turn::await);
        assertEquals(ErrorCode.CLOSED, failure.code(), failure.getMessage());
        agent.process().onExit().toCompletableFuture().get(HangGuard.SECONDS, TimeUnit.SECONDS);
        assertFalse(session.isOpen());
        recorder.check();
    }

    /** A closed session takes no prompt; closing it again does nothing. */
    @Test
    public final void aClosedSessionRefuses() throws Exception {
        ScriptedAgent agent = agent(saying("hi", "text"));
        EventRecorder recorder = rig.recorder(agent);
        AgentSession session = open(agent, recorder);
        prompt(session, "hi");
        session.close();
        recorder.sessionClosed();
        session.close();
        assertFalse(session.isOpen());
        AgentException refused = assertThrows(AgentException.class, () -> prompt(session, "more"));
        assertEquals(ErrorCode.CLOSED, refused.code());
        session.cancel();
        recorder.check();
    }
}

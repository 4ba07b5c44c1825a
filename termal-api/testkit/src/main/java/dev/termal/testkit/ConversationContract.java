package dev.termal.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.PlanUpdate;
import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
import dev.termal.api.ErrorCode;
import dev.termal.api.Feature;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionRequest;
import dev.termal.api.PlanEntry;
import dev.termal.api.SessionHandler;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import dev.termal.api.TurnResult;
import dev.termal.testkit.EngineRig.Turn;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The first half of {@link EngineContract}: what is said, in which order, in which conversation. */
public abstract class ConversationContract extends EngineScenes {
    private static final int MANY = 5000;

    ConversationContract() {}

    // -- what is said -------------------------------------------------------------------------------------------------

    /** A plain turn. */
    @Test
    public final void textComesInPiecesAndInOrder() throws Exception {
        ScriptedAgent agent = agent(saying("hi", "one ", "two ", "three"));
        EventRecorder recorder = rig.recorder(agent);
        AgentSession session = open(agent, recorder);
        assertEquals(StopReason.END_TURN, prompt(session, "hi").stopReason());
        assertEquals("one two three", recorder.text());
        assertEquals(ID, session.id().orElseThrow());
        assertTrue(session.isOpen());
    }

    /** What the scenes can do is what the connection claims. */
    @Test
    public final void capabilitiesAreToldAfterTheHandshake() throws Exception {
        AgentConnection connection = rig.connect(agent(), rig.request().build());
        wire.features()
                .forEach(feature -> assertTrue(
                        connection.capabilities().has(feature), () -> "the connection does not claim " + feature));
        assertTrue(connection.isOpen());
        connection.close();
        connection.close();
        assertFalse(connection.isOpen());
    }

    /** Unicode beyond the basic plane, quotes, control characters. */
    @Test
    public final void textSurvivesBothWays() throws Exception {
        String text = "ü 漢 🙂 \"quoted\" back\\slash tab\t line\nfeed \u2028";
        ScriptedAgent agent = agent(saying("hi", text));
        EventRecorder recorder = rig.recorder(agent);
        prompt(open(agent, recorder), "hi");
        assertEquals(text, recorder.text());
    }

    /** Thoughts are no messages. */
    @Test
    public final void thoughtsAreApartFromMessages() throws Exception {
        needs(Feature.THOUGHTS);
        ScriptedAgent agent = agent(turn("hi", script -> {
            wire.think(script, "hm");
            wire.say(script, "so");
        }));
        EventRecorder recorder = rig.recorder(agent);
        prompt(open(agent, recorder), "hi");
        recorder.assertOrder("thought hm", "text so");
        assertEquals("so", recorder.text());
    }

    /** A tool call from its beginning to its end, always told whole. */
    @Test
    public final void toolCallsAreToldWhole() throws Exception {
        ScriptedAgent agent = agent(turn("hi", script -> {
            wire.say(script, "before");
            wire.toolStarted(script, "t1", "list files", ToolCall.Kind.EXECUTE);
            wire.toolEnded(script, "t1", ToolCall.Status.COMPLETED);
            wire.toolStarted(script, "t2", "read", ToolCall.Kind.READ);
            wire.toolEnded(script, "t2", ToolCall.Status.FAILED);
            wire.say(script, "after");
        }));
        EventRecorder recorder = rig.recorder(agent);
        prompt(open(agent, recorder), "hi");
        recorder.assertOrder("text before", "tool t1 in_progress", "tool t1 completed", "tool t2 failed", "text after");
        ToolCall first = recorder.toolCalls().get(0);
        assertEquals("list files", first.title());
        assertEquals(ToolCall.Kind.EXECUTE, first.kind());
        assertEquals(ToolCall.Status.COMPLETED, first.status());
        assertEquals(ToolCall.Status.FAILED, recorder.toolCalls().get(1).status());
    }

    /** A plan replaces the one before. */
    @Test
    public final void plansAreToldWhole() throws Exception {
        needs(Feature.PLANS);
        ScriptedAgent agent = agent(turn("hi", script -> {
            wire.plan(script, "look", "leap");
            wire.plan(script, "leap");
        }));
        EventRecorder recorder = rig.recorder(agent);
        prompt(open(agent, recorder), "hi");
        recorder.assertOrder("plan look | leap", "plan leap");
        PlanUpdate last = recorder.events(PlanUpdate.class).get(1);
        assertEquals(PlanEntry.Status.IN_PROGRESS, last.entries().get(0).status());
    }

    /** Tokens are in the result; what was not told is absent. */
    @Test
    public final void usageIsInTheResult() throws Exception {
        needs(Feature.USAGE);
        ScriptedAgent agent = agent(turn("hi", script -> wire.usage(script, 11, 7)));
        TurnResult result = prompt(open(agent, rig.recorder(agent)), "hi");
        assertEquals(11, result.usage().orElseThrow().inputTokens().orElseThrow());
        assertEquals(7, result.usage().orElseThrow().outputTokens().orElseThrow());
        assertTrue(result.usage().orElseThrow().cost().isEmpty());
    }

    /** Each reason for which a turn can end. */
    @Test
    public final void theReasonOfTheEndIsTold() throws Exception {
        for (StopReason reason : wire.stopReasons()) {
            ScriptedAgent agent = agent(script -> {
                wire.prompt(script, "hi");
                wire.say(script, "text");
                end(script, reason);
            });
            EventRecorder recorder = rig.recorder(agent);
            assertEquals(reason, prompt(open(agent, recorder), "hi").stopReason());
            assertEquals("text", recorder.text());
        }
    }

    /** Lines that are no message are skipped. */
    @Test
    public final void noiseDoesNotEndATurn() throws Exception {
        ScriptedAgent agent = agent(turn("hi", script -> {
            script.verbatim("npm WARN deprecated").verbatim("").verbatim("42").malformed();
            script.verbatim("{}").verbatim("[]").bytes(new byte[] {(byte) 0xff, '\n'});
            script.stderr("warning: something\n");
            wire.say(script, "through the noise");
        }));
        EventRecorder recorder = rig.recorder(agent);
        assertEquals(StopReason.END_TURN, prompt(open(agent, recorder), "hi").stopReason());
        assertEquals("through the noise", recorder.text());
    }

    // -- order --------------------------------------------------------------------------------------------------------

    /** A host that takes its time gets everything, in order, before the prompt returns. */
    @Test
    public final void aSlowHostLosesNothing() throws Throwable {
        ScriptedAgent agent =
                agent(turn("hi", script -> IntStream.range(0, MANY).forEach(n -> wire.say(script, n + " "))));
        EventRecorder recorder = rig.recorder(agent).pauseAt(AgentEvent.MessageChunk.class::isInstance);
        Turn turn = rig.prompt(open(agent, recorder), "hi");
        recorder.awaitPaused();
        assertFalse(turn.result().isDone(), "the prompt returned before its events were delivered");
        recorder.resume();
        assertEquals(StopReason.END_TURN, turn.await().stopReason());
        assertEquals(IntStream.range(0, MANY).mapToObj(n -> n + " ").toList(), recorder.texts());
    }

    /** What an agent says before its session is open belongs to the session and comes first. */
    @Test
    public final void whatIsSaidBeforeTheOpeningIsKept() throws Exception {
        Script script = new Script();
        assumeTrue(wire.startTalking(script, ID, "early "), "the wire has no such moment");
        saying("hi", "then").play(script);
        ScriptedAgent agent = rig.agent(script);
        EventRecorder recorder = rig.recorder(agent);
        prompt(open(agent, recorder), "hi");
        assertEquals("early then", recorder.text());
    }

    /** The end of a turn does not overtake what was said before it, although it was read long ago. */
    @Test
    public final void aPromptReturnsAfterItsLastEvent() throws Throwable {
        ScriptedAgent agent = agent(script -> {
            wire.prompt(script, "hi");
            wire.say(script, "one ");
            wire.say(script, "two");
            wire.end(script, StopReason.END_TURN);
            script.stall("all said");
            endProcessOfTurn(script);
        });
        EventRecorder recorder = rig.recorder(agent).pauseAt(AgentEvent.MessageChunk.class::isInstance);
        Turn turn = rig.prompt(open(agent, recorder), "hi");
        recorder.awaitPaused();
        agent.awaitStalled("all said");
        agent.awaitRead();
        assertFalse(turn.result().isDone(), "the prompt returned before its events were delivered");
        recorder.resume();
        agent.release("all said");
        assertEquals(StopReason.END_TURN, turn.await().stopReason());
        assertEquals("one two", recorder.text());
    }

    /** Two sessions at once: each gets its own, and the end of one is not the end of the other. */
    @Test
    public final void sessionsAtOnceDoNotMix() throws Throwable {
        ScriptedAgent first = agent(pausing("a"));
        ScriptedAgent second = agent(pausing("b"));
        EventRecorder ofFirst = rig.recorder(first);
        EventRecorder ofSecond = rig.recorder(second);
        AgentSession one = open(first, ofFirst);
        AgentSession two = open(second, ofSecond);
        Turn turnOfFirst = rig.prompt(one, "hi");
        Turn turnOfSecond = rig.prompt(two, "hi");
        ofFirst.awaitCall("text a1");
        ofSecond.awaitCall("text b1");
        second.release("b");
        assertEquals(StopReason.END_TURN, turnOfSecond.await().stopReason());
        assertFalse(turnOfFirst.result().isDone(), "the end of another session's turn ended it");
        first.release("a");
        assertEquals(StopReason.END_TURN, turnOfFirst.await().stopReason());
        assertEquals("a1 a2", ofFirst.text());
        assertEquals("b1 b2", ofSecond.text());
    }

    private Scene pausing(String word) {
        return turn("hi", script -> {
            wire.say(script, word + "1 ");
            script.stall(word);
            wire.say(script, word + "2");
        });
    }

    /** What a handler throws costs nothing but itself. */
    @Test
    public final void aHandlerThatThrowsDoesNotEndTheTurn() throws Exception {
        ScriptedAgent agent = agent(saying("hi", "one ", "two"));
        EventRecorder recorder = rig.recorder(agent);
        SessionHandler throwing = new SessionHandler() {
            @Override
            public void onEvent(AgentEvent event) {
                recorder.onEvent(event);
                throw new IllegalStateException("a handler must not throw");
            }

            @Override
            public CompletionStage<PermissionDecision> onPermissionRequest(PermissionRequest request) {
                return recorder.onPermissionRequest(request);
            }
        };
        assertEquals(StopReason.END_TURN, prompt(open(agent, throwing), "hi").stopReason());
        assertEquals("one two", recorder.text());
    }

    // -- conversations ------------------------------------------------------------------------------------------------

    /** The second turn belongs to the same conversation. */
    @Test
    public final void twoTurnsAreOneConversation() throws Exception {
        ScriptedAgent agent = agent(saying("one", "first "), saying("two", "second"));
        EventRecorder recorder = rig.recorder(agent);
        AgentSession session = open(agent, recorder);
        prompt(session, "one");
        assertEquals("first ", recorder.text());
        prompt(session, "two");
        assertEquals("first second", recorder.text());
        assertEquals(ID, session.id().orElseThrow());
        assertContinues(agent);
    }

    /** Where a later process was launched, it was for the same conversation. */
    private static void assertContinues(ScriptedAgent agent) {
        agent.launches().stream()
                .skip(1)
                .forEach(launch -> assertEquals(ID, launch.session().resume().orElseThrow()));
    }

    /** Another model takes the next turn, of the same conversation: asked for where the agent can be asked, else launched with. */
    @Test
    public final void anotherModelTakesTheNextTurn() throws Exception {
        wire.offerModels("small", "large");
        Script first = new Script();
        wire.start(first, ID);
        saying("one", "first ").play(first);
        boolean asked = wire.modelAsked(first, "large");
        Script second = asked ? first : new Script();
        if (!asked) {
            wire.restart(second, ID);
        }
        saying("two", "second").play(second);
        ScriptedAgent agent = asked ? rig.agent(first) : rig.agent(first, second);
        EventRecorder recorder = rig.recorder(agent);
        AgentSession session = rig.open(agent, rig.request().model("small").build(), recorder);
        prompt(session, "one");
        session.apply(rig.request().model("large").resume(ID).build());
        prompt(session, "two");
        assertEquals("first second", recorder.text());
        assertEquals(ID, session.id().orElseThrow());
        assertEquals(asked ? 1 : 2, agent.launches().size());
        assertEquals(
                asked ? "small" : "large",
                agent.process().request().session().model().orElseThrow());
        assertContinues(agent);
    }

    /** An agent that went away between turns is launched again, and the conversation goes on. */
    @Test
    public final void anExitBetweenTurnsIsOvercome() throws Exception {
        ScriptedAgent agent = apart(
                script -> {
                    wire.prompt(script, "one");
                    wire.say(script, "first ");
                    wire.end(script, StopReason.END_TURN);
                    script.stall("between").exit(0);
                },
                saying("two", "second"));
        EventRecorder recorder = rig.recorder(agent);
        AgentSession session = open(agent, recorder);
        prompt(session, "one");
        agent.release("between");
        agent.process().onExit().toCompletableFuture().get(HangGuard.SECONDS, TimeUnit.SECONDS);
        assertEquals(StopReason.END_TURN, prompt(session, "two").stopReason());
        assertEquals("first second", recorder.text());
        assertEquals(2, agent.launches().size());
        assertContinues(agent);
    }

    /** A session of before goes on; its history is not live. */
    @Test
    public final void aSessionCanBeResumed() throws Exception {
        assumeTrue(
                wire.features().contains(Feature.SESSION_RESUME)
                        || wire.features().contains(Feature.SESSION_LOAD),
                "the scenes cannot continue a session");
        Script script = new Script();
        wire.restart(script, ID);
        saying("hi", "again").play(script);
        ScriptedAgent agent = rig.agent(script);
        EventRecorder recorder = rig.recorder(agent);
        AgentSession session = rig.open(agent, rig.request().resume(ID).build(), recorder);
        prompt(session, "hi");
        assertEquals("again", recorder.text());
        assertEquals(ID, session.id().orElseThrow());
        assertTrue(recorder.calls().stream().noneMatch(call -> call.startsWith("replayed")), "history was not wanted");
    }

    /** A session that the agent does not know is never replaced by a new one. */
    @Test
    public final void anUnknownSessionIsLost() {
        Script script = new Script();
        wire.unknownSession(script, ID);
        ScriptedAgent agent = rig.agent(script);
        AgentException lost = assertThrows(AgentException.class, () -> {
            AgentSession session = rig.open(agent, rig.request().resume(ID).build(), rig.recorder(agent));
            prompt(session, "hi");
        });
        assertEquals(ErrorCode.SESSION_NOT_FOUND, lost.code(), lost.getMessage());
    }
}

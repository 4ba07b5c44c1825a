package dev.termal.engine.streamjson;

import static dev.termal.engine.streamjson.StreamRig.await;
import static dev.termal.engine.streamjson.StreamRig.prompt;
import static dev.termal.engine.streamjson.StreamRig.promptAside;
import static dev.termal.engine.streamjson.StreamRig.say;
import static dev.termal.engine.streamjson.StreamRig.turn;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
import dev.termal.api.ErrorCode;
import dev.termal.api.McpServer;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.api.TurnResult;
import dev.termal.api.spi.LaunchRequest.ForTurn;
import dev.termal.api.spi.Limits;
import dev.termal.testkit.Script;
import dev.termal.testkit.ScriptedAgent;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class ProcessPerTurnTest {
    @TempDir
    private Path folder;

    private static AgentException failure(AgentSession session) {
        return assertThrows(AgentException.class, () -> prompt(session, "hi"));
    }

    @Test
    @Tag("R-AG-144")
    void eachTurnIsLaunchedWithItsPromptAndTheConversation() throws Exception {
        try (StreamRig rig = StreamRig.perTurn(folder, turn("s1", "one "), turn("s1", "two"))) {
            AgentSession session = rig.open(
                    rig.request().systemPrompt("Be brief.").model("big").build());
            prompt(session, "first");
            assertTrue(rig.agent.process().inputEnded());
            session.setMode("plan");
            session.setOption("model", "small");
            prompt(session, "second");
            ForTurn first = (ForTurn) rig.agent.launches().get(0);
            ForTurn second = (ForTurn) rig.agent.launches().get(1);
            assertEquals("Be brief.\n\nfirst", first.prompt().text());
            assertTrue(first.session().resume().isEmpty());
            assertEquals("second", second.prompt().text());
            assertEquals(new SessionId("s1"), second.session().resume().orElseThrow());
            assertEquals("small", second.session().model().orElseThrow());
            assertEquals("plan", second.session().mode().orElseThrow());
            assertEquals(List.of("bound s1", "text one ", "text two"), rig.recorder.calls());
        }
    }

    @Test
    void aProcessThatLingersIsEndedAndTheEndStands() throws Exception {
        Script script = say(say(new Script(), "say", "done"), "end", "END_TURN").stall("for good");
        try (StreamRig rig = StreamRig.perTurn(folder, script)) {
            CompletableFuture<TurnResult> result = promptAside(rig.open(), "hi");
            rig.context.fakeClock().awaitPending(1);
            rig.context.advance(Duration.ofSeconds(10));
            assertEquals(StopReason.END_TURN, await(result).stopReason());
        }
    }

    @Test
    @Tag("R-AG-148")
    void aGoodStatusAloneIsNoSuccess() throws Exception {
        Script script = say(say(new Script(), "session", "s1"), "say", "half")
                .stderr("oops\n")
                .exit(0);
        try (StreamRig rig = StreamRig.perTurn(folder, script)) {
            AgentException failure = failure(rig.open());
            assertEquals(ErrorCode.AGENT_EXITED, failure.code());
            assertEquals("oops\n", failure.detail().stderrTail());
            assertEquals("half", rig.recorder.text());
        }
    }

    @Test
    void theStatusCountsAfterTheEnd() throws Exception {
        try (StreamRig rig =
                StreamRig.perTurn(folder, say(new Script(), "end", "END_TURN").exit(7))) {
            assertEquals(ErrorCode.AGENT_ERROR, failure(rig.open()).code());
        }
        try (StreamRig rig =
                StreamRig.perTurn(folder, say(new Script(), "say", "a").exit(130))) {
            assertEquals(StopReason.CANCELLED, prompt(rig.open(), "hi").stopReason());
        }
    }

    @Test
    void anAgentOfAnotherLanguageIsTold() throws Exception {
        Script script = new Script().repeat(200, "bonjour {{n}}").stall("for good");
        try (StreamRig rig = StreamRig.perTurn(folder, script)) {
            AgentException failure = failure(rig.open());
            assertEquals(ErrorCode.PROTOCOL, failure.code());
            assertTrue(String.valueOf(failure.getMessage()).contains("bonjour 0"), failure::toString);
        }
        try (StreamRig rig =
                StreamRig.perTurn(folder, new Script().verbatim("usage: agent").exit(1))) {
            assertEquals(
                    "the agent ended before its turn did (exit code 1); it printed: usage: agent",
                    failure(rig.open()).getMessage());
        }
    }

    @Test
    void aLineThatIsTooLongFailsTheTurnAndWhatCameBeforeIsTold() throws Exception {
        Script script = say(new Script(), "say", "before").longLine(5000).stall("for good");
        ScriptedAgent agent = ScriptedAgent.of(script).limits(Limits.DEFAULT.withSizes(1000, 16));
        try (StreamRig rig = new StreamRig(folder, false, agent)) {
            assertEquals(ErrorCode.PROTOCOL, failure(rig.open()).code());
            assertEquals("before", rig.recorder.text());
        }
    }

    @Test
    void aDialectThatFailsAtALineCostsTheLineOnly() throws Exception {
        Script script = say(say(new Script(), "throw"), "say", "on");
        try (StreamRig rig =
                StreamRig.perTurn(folder, say(script, "end", "END_TURN").exit(0))) {
            prompt(rig.open(), "hi");
            assertEquals("on", rig.recorder.text());
        }
    }

    @Test
    void whatComesAfterTheEndIsToldAndASecondEndIsNone() throws Exception {
        Script script = say(say(say(new Script(), "end", "END_TURN"), "say", "late"), "end", "REFUSAL");
        try (StreamRig rig = StreamRig.perTurn(folder, script.exit(0))) {
            assertEquals(StopReason.END_TURN, prompt(rig.open(), "hi").stopReason());
            assertEquals("late", rig.recorder.text());
        }
    }

    @Test
    void aConversationWithoutAnIdIsNotReplacedByANewOne() throws Exception {
        Script nameless =
                say(say(new Script(), "say", "who am I"), "end", "END_TURN").exit(0);
        try (StreamRig rig = StreamRig.perTurn(folder, nameless)) {
            AgentSession session = rig.open();
            prompt(session, "hi");
            assertEquals(ErrorCode.SESSION_NOT_FOUND, failure(session).code());
        }
    }

    @Test
    void aTurnThatFailedBeforeTheAgentSpokeBeginsTheSameConversation() throws Exception {
        try (StreamRig rig = StreamRig.perTurn(folder, new Script().exit(9), turn("s1", "well"))) {
            AgentSession session =
                    rig.open(rig.request().systemPrompt("Be brief.").build());
            assertEquals(ErrorCode.AGENT_EXITED, failure(session).code());
            prompt(session, "again");
            assertEquals(
                    "Be brief.\n\nagain",
                    ((ForTurn) rig.agent.launches().get(1)).prompt().text());
        }
    }

    @Test
    void anotherIdThanTheOneAskedForIsNoticed() throws Exception {
        try (StreamRig rig = StreamRig.perTurn(folder, turn("s2", "well"))) {
            AgentSession session =
                    rig.open(rig.request().resume(new SessionId("s1")).build());
            prompt(session, "hi");
            rig.recorder.assertOrder("notice WARNING", "bound s2", "text well");
            assertEquals(new SessionId("s2"), session.id().orElseThrow());
        }
    }

    @Test
    void freshWishesBeginAFreshConversation() throws Exception {
        try (StreamRig rig = StreamRig.perTurn(folder, turn("s1", "one"), turn("s2", "two"))) {
            AgentSession session = rig.open();
            prompt(session, "hi");
            session.apply(rig.request().build());
            assertTrue(session.id().isEmpty());
            prompt(session, "hi");
            assertTrue(rig.agent.launches().get(1).session().resume().isEmpty());
            assertEquals(new SessionId("s2"), session.id().orElseThrow());
        }
    }

    /** Nothing stands before a command, which would be none then; the text goes with the next prompt. */
    @Test
    @Tag("R-AG-144")
    @Tag("R-AG-176")
    void aCommandGoesAloneAndTheSystemPromptWithTheNextPrompt() throws Exception {
        Script telling = say(say(say(new Script(), "session", "s1"), "command", "init"), "end", "END_TURN")
                .exit(0);
        try (StreamRig rig =
                StreamRig.perTurn(folder, telling, turn("s2", "one"), turn("s2", "two"), turn("s2", "three"))) {
            AgentSession session = rig.open();
            prompt(session, "which commands are there?");
            session.apply(rig.request().systemPrompt("Be brief.").build()); // another conversation
            prompt(session, "/init now");
            prompt(session, "/usr is full");
            prompt(session, "next");
            assertEquals(
                    List.of("/init now", "Be brief.\n\n/usr is full", "next"),
                    rig.agent.launches().stream()
                            .skip(1)
                            .map(launch -> ((ForTurn) launch).prompt().text())
                            .toList());
        }
    }

    @Test
    void aCancelDuringTheLaunchEndsTheTurn() throws Exception {
        CountDownLatch launching = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        ScriptedAgent agent = ScriptedAgent.forLaunch(request -> {
            launching.countDown();
            try {
                assertTrue(cancelled.await(60, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return new Script().stall("for good");
        });
        try (StreamRig rig = new StreamRig(folder, false, agent)) {
            AgentSession session = rig.open();
            CompletableFuture<TurnResult> result = promptAside(session, "hi");
            assertTrue(launching.await(60, TimeUnit.SECONDS));
            session.cancel();
            cancelled.countDown();
            assertEquals(StopReason.CANCELLED, await(result).stopReason());
        }
    }

    @Test
    void aCloseDuringTheLaunchLeavesNothing() throws Exception {
        CountDownLatch launching = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        ScriptedAgent agent = ScriptedAgent.forLaunch(request -> {
            launching.countDown();
            try {
                assertTrue(closed.await(60, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return new Script().stall("for good");
        });
        try (StreamRig rig = new StreamRig(folder, false, agent)) {
            CompletableFuture<AgentException> failure = new CompletableFuture<>();
            AgentSession session = rig.open();
            Thread caller = new Thread(() -> failure.complete(failure(session)));
            caller.start();
            assertTrue(launching.await(60, TimeUnit.SECONDS));
            rig.closeEngine();
            closed.countDown();
            assertEquals(ErrorCode.CLOSED, await(failure).code());
            caller.join();
            assertTrue(agent.process().onExit().toCompletableFuture().isDone());
        }
    }

    @Test
    void aCloseEndsAHandlerThatWaits() throws Exception {
        Script script = say(new Script(), "say", "a").stall("for good");
        try (StreamRig rig = StreamRig.perTurn(folder, script)) {
            CountDownLatch inHandler = new CountDownLatch(1);
            CountDownLatch interrupted = new CountDownLatch(1);
            AgentSession session = rig.connect(StreamRig.PER_TURN)
                    .open(rig.request().build(), new WaitingHandler(inHandler, interrupted));
            CompletableFuture<AgentException> failure = new CompletableFuture<>();
            new Thread(() -> failure.complete(failure(session))).start();
            assertTrue(inHandler.await(60, TimeUnit.SECONDS));
            session.close();
            assertTrue(interrupted.await(60, TimeUnit.SECONDS));
            assertEquals(ErrorCode.CLOSED, await(failure).code());
        }
    }

    @Test
    @Tag("R-AG-30")
    @Tag("R-AG-135")
    void aSecondPromptWaitsForTheFirst() throws Exception {
        Script first = say(new Script(), "session", "s1").stall("go").append(turn("s1", "one "));
        try (StreamRig rig = StreamRig.perTurn(folder, first, turn("s1", "two"))) {
            AgentSession session = rig.open();
            CompletableFuture<TurnResult> one = promptAside(session, "one");
            rig.agent.awaitStalled("go");
            CompletableFuture<TurnResult> two = promptAside(session, "two");
            assertFalse(two.isDone());
            rig.agent.release("go");
            await(one);
            await(two);
            assertEquals("one two", rig.recorder.text());
        }
    }

    @Test
    void serversThatTheAgentDoesNotTakeAreNoticed() throws Exception {
        McpServer server = new McpServer.Http("tools", URI.create("http://127.0.0.1:1/mcp"), Map.of());
        try (StreamRig rig = StreamRig.perTurn(folder)) {
            rig.open(rig.request().mcpServer(server).build());
            rig.recorder.assertOrder("notice WARNING this agent takes no MCP servers");
        }
    }

    @Test
    void onlyModelAndEffortAreOptions() throws Exception {
        try (StreamRig rig = StreamRig.perTurn(folder)) {
            AgentException refused =
                    assertThrows(AgentException.class, () -> rig.open().setOption("colour", "red"));
            assertEquals(ErrorCode.UNSUPPORTED, refused.code());
        }
    }
}

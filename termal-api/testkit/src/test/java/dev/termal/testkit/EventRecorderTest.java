package dev.termal.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.MessageChunk;
import dev.termal.api.AgentEvent.Replayed;
import dev.termal.api.AgentEvent.ThoughtChunk;
import dev.termal.api.AgentEvent.ToolCallUpdate;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionRequest;
import dev.termal.api.SessionRequest;
import dev.termal.api.ToolCall;
import dev.termal.api.spi.LaunchRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class EventRecorderTest {
    private final EventRecorder recorder = new EventRecorder();

    @Test
    void recordsInOrderAndFolds() {
        recorder.onEvent(MessageChunk.text("a"));
        recorder.onEvent(ThoughtChunk.text("hm"));
        recorder.onEvent(new ToolCallUpdate(ToolCall.builder("t").build()));
        recorder.onEvent(new ToolCallUpdate(
                ToolCall.builder("t").status(ToolCall.Status.COMPLETED).build()));
        recorder.onEvent(new Replayed(MessageChunk.text("old")));
        recorder.onEvent(MessageChunk.text("b"));
        assertEquals("ab", recorder.text());
        assertEquals("hm", recorder.thought());
        assertEquals(1, recorder.toolCalls().size());
        assertEquals(ToolCall.Status.COMPLETED, recorder.toolCalls().get(0).status());
        recorder.assertOrder("text a", "tool t pending", "tool t completed", "replayed text old", "text b");
        assertThrows(AssertionError.class, () -> recorder.assertOrder("text b", "text a"));
    }

    @Test
    void answersPermissionsByKind() throws Exception {
        PermissionRequest request = new PermissionRequest(
                ToolCall.builder("t").build(),
                List.of(
                        new PermissionOption("n", "No", PermissionOption.Kind.REJECT_ONCE),
                        new PermissionOption("y", "Yes", PermissionOption.Kind.ALLOW_ONCE)));
        assertEquals(PermissionDecision.cancelled(), decide(request));
        recorder.answering(PermissionOption.Kind.ALLOW_ONCE);
        assertEquals(new PermissionDecision.Selected("y"), decide(request));
        recorder.answering(PermissionOption.Kind.ALLOW_ALWAYS);
        assertEquals(PermissionDecision.cancelled(), decide(request));
        assertEquals(3, recorder.permissionRequests().size());
    }

    private PermissionDecision decide(PermissionRequest request) throws Exception {
        return recorder.onPermissionRequest(request).toCompletableFuture().get();
    }

    @Test
    void aCallOnAReaderIsFound() throws Exception {
        try (ScriptedAgent agent = ScriptedAgent.of(new Script().send("x"))) {
            EventRecorder watching = EventRecorder.of(agent);
            watching.onEvent(MessageChunk.text("before"));
            watching.check();
            agent.launch(new LaunchRequest.ForConnection(
                            SessionRequest.in(Path.of("/").toAbsolutePath())))
                    .receive();
            watching.onEvent(MessageChunk.text("on the reader"));
            assertViolation(watching, "thread that reads");
        }
    }

    @Test
    void aCallWithALockHeldIsFound() {
        Object monitor = new Object();
        recorder.forbidLocks(monitor);
        synchronized (monitor) {
            recorder.onEvent(MessageChunk.text("x"));
        }
        assertViolation(recorder, "lock held");
    }

    @Test
    void aCallAfterCloseIsFound() {
        recorder.sessionClosed();
        recorder.onEvent(MessageChunk.text("x"));
        assertViolation(recorder, "after the session was closed");
    }

    @Test
    void twoCallsAtOnceAreFound() throws Exception {
        recorder.pauseAt(event -> true);
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> recorder.onEvent(MessageChunk.text("one")));
        recorder.awaitPaused();
        recorder.onEvent(MessageChunk.text("two"));
        recorder.resume();
        first.get();
        assertViolation(recorder, "before the call for text one had returned");
    }

    @Test
    void waitsForEventsWithoutSleep() throws Exception {
        CompletableFuture<Void> later = CompletableFuture.runAsync(() -> recorder.onEvent(MessageChunk.text("late")));
        recorder.awaitCall("text late");
        recorder.awaitEvent(AgentEvent.MessageChunk.class::isInstance);
        later.get();
        assertEquals(List.of("text late"), recorder.calls());
    }

    private static void assertViolation(EventRecorder recorder, String words) {
        AssertionError failure = assertThrows(AssertionError.class, recorder::events);
        assertTrue(failure.getMessage().contains(words), failure.getMessage());
    }
}

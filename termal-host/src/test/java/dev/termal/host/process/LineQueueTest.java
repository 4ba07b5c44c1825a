package dev.termal.host.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class LineQueueTest {
    private final LineQueue queue = new LineQueue(10);

    @Test
    @Tag("PF-13")
    void whatWaitsIsDeliveredAfterTheEnd() throws InterruptedException {
        queue.put(List.of("one"));
        queue.put(List.of("two"));
        queue.end();
        assertEquals(Optional.of("one"), queue.take());
        assertEquals(Optional.of("two"), queue.take());
        assertEquals(Optional.empty(), queue.take());
        assertEquals(Optional.empty(), queue.take());
    }

    @Test
    void aFailureComesAfterTheLinesBeforeIt() throws InterruptedException {
        AgentException failure = new AgentException(ErrorCode.PROTOCOL, "too long");
        queue.put(List.of("one"));
        queue.fail(failure);
        queue.end();
        assertEquals(Optional.of("one"), queue.take());
        assertSame(failure, assertThrows(AgentException.class, queue::take));
        assertSame(failure, assertThrows(AgentException.class, queue::take));
    }

    @Test
    void aLineOverTheBoundPassesAlone() throws InterruptedException {
        queue.put(List.of("x".repeat(100)));
        assertEquals(Optional.of("x".repeat(100)), queue.take());
    }

    @Test
    void theReaderWaitsForTheTaker() throws Exception {
        queue.put(List.of("12345678"));
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> {
            begun.countDown();
            queue.put(List.of("9abc"));
        });
        begun.await();
        assertFalse(second.isDone());
        assertEquals(Optional.of("12345678"), queue.take());
        second.get();
        assertEquals(Optional.of("9abc"), queue.take());
    }

    @Test
    void whatIsDiscardedIsNotTakenAnyMore() throws InterruptedException {
        queue.put(List.of("one", "two"));
        assertEquals(Optional.of("one"), queue.take());
        queue.discard();
        assertEquals(Optional.empty(), queue.take());
    }

    @Test
    void discardingFreesTheReader() throws Exception {
        queue.put(List.of("12345678"));
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> queue.put(List.of("9abc")));
        queue.discard();
        second.get();
        assertEquals(Optional.empty(), queue.take());
    }

    @Test
    void afterTheExitTheTakerWaitsForTheGraceOnly() throws InterruptedException {
        queue.put(List.of("left behind"));
        queue.exited(Duration.ofMillis(1));
        assertEquals(Optional.of("left behind"), queue.take());
        assertEquals(Optional.empty(), queue.take());
        queue.put(List.of("too late"));
        assertEquals(Optional.empty(), queue.take());
    }

    @Test
    void theTakerCanBeInterrupted() {
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, queue::take);
    }
}

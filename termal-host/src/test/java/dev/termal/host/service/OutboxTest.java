package dev.termal.host.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.Prompt;
import dev.termal.host.event.WaitingPrompt;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OutboxTest {
    private final LinkedBlockingQueue<String> begun = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<String> told = new LinkedBlockingQueue<>();
    private final Semaphore end = new Semaphore(0);
    private final Outbox outbox = new Outbox(new Worker(), () -> {});

    /** Works until it is told to end. */
    private class Worker implements Outbox.Agent {
        @Override
        public void prompt(Prompt prompt) throws InterruptedException {
            begun.add(prompt.text());
            end.acquire();
        }

        @Override
        public void cancel() {
            told.add("cancel");
            end.release();
        }

        @Override
        public void kill() {
            told.add("kill");
        }
    }

    @AfterEach
    void close() {
        outbox.close();
    }

    private List<String> waiting() {
        return outbox.waiting().stream().map(WaitingPrompt::text).toList();
    }

    private static Outbox.Outgoing prompt(String text) {
        return new Outbox.Outgoing(text, Prompt.of(text));
    }

    @Test
    void oneIsWithTheAgentAndTheOthersWaitInTheirOrder() throws Exception {
        outbox.add(prompt("a"));
        assertEquals("a", begun.take());
        outbox.add(prompt("b"));
        outbox.add(prompt("c"));
        assertEquals(List.of("b", "c"), waiting());
        end.release();
        assertEquals("b", begun.take());
        assertEquals(List.of("c"), waiting());
    }

    @Test
    void theLastIsTakenBack() throws Exception {
        outbox.add(prompt("a"));
        begun.take();
        outbox.add(prompt("b"));
        outbox.add(prompt("c"));
        assertEquals("c", outbox.takeBack().orElseThrow().text());
        assertEquals(List.of("b"), waiting());
        assertEquals(1, outbox.clear());
        assertTrue(outbox.takeBack().isEmpty());
    }

    @Test
    void oneOfThoseThatWaitIsTakenBack() throws Exception {
        outbox.add(prompt("a"));
        begun.take();
        long second = outbox.add(prompt("b")).orElseThrow();
        outbox.add(prompt("c"));
        assertTrue(outbox.takeBack(second));
        assertFalse(outbox.takeBack(second));
        assertEquals(List.of("c"), waiting());
    }

    @Test
    void whatWaitsIsHeldBackByACancelUntilThePersonGoesOn() throws Exception {
        outbox.add(prompt("a"));
        begun.take();
        outbox.add(prompt("b"));
        assertEquals(1, outbox.cancel());
        assertEquals("cancel", told.take());
        outbox.awaitIdle();
        assertTrue(outbox.isHeld());
        assertTrue(begun.isEmpty());
        outbox.resume();
        assertEquals("b", begun.take());
        assertFalse(outbox.isHeld());
    }

    @Test
    void whoSendsMoreWhileACancelledTurnEndsHasGoneOn() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        List<String> sent = new CopyOnWriteArrayList<>();
        Outbox slow = new Outbox(
                new Outbox.Agent() {
                    @Override
                    public void prompt(Prompt prompt) throws InterruptedException {
                        sent.add(prompt.text());
                        begun.add(prompt.text());
                        goOn.await();
                    }

                    @Override
                    public void cancel() {
                        told.add("cancel");
                    }

                    @Override
                    public void kill() {
                        told.add("kill");
                    }
                },
                () -> {});
        try {
            slow.add(prompt("a"));
            begun.take();
            assertEquals(1, slow.cancel());
            assertEquals(2, slow.cancel());
            slow.add(prompt("b"));
            goOn.countDown();
            assertEquals("b", begun.take());
            slow.awaitIdle();
            assertEquals(List.of("a", "b"), sent);
        } finally {
            slow.close();
        }
    }

    @Test
    void anUrgentOneEndsTheTurnAndOvertakes() throws Exception {
        outbox.add(prompt("a"));
        begun.take();
        outbox.add(prompt("b"));
        outbox.interruptWith(prompt("now"));
        assertEquals("cancel", told.take());
        assertEquals("now", begun.take());
        assertEquals(List.of("b"), waiting());
    }

    @Test
    void cancelledTwiceIsKilledAndNothingWhereNothingRuns() throws Exception {
        assertEquals(0, outbox.cancel());
        Outbox stubborn = new Outbox(
                new Worker() {
                    @Override
                    public void cancel() {
                        told.add("cancel");
                    }

                    @Override
                    public void kill() {
                        super.kill();
                        end.release();
                    }
                },
                () -> {});
        try {
            stubborn.add(prompt("a"));
            begun.take();
            stubborn.cancel();
            assertEquals(2, stubborn.cancel());
            assertEquals(List.of("cancel", "kill"), List.copyOf(told));
            stubborn.awaitIdle();
        } finally {
            stubborn.close();
        }
    }

    @Test
    void theQueueIsBounded() throws Exception {
        outbox.add(prompt("a"));
        begun.take();
        int added = 0;
        while (outbox.add(prompt("more")).isPresent()) {
            added++;
        }
        assertEquals(added, outbox.waiting().size());
    }
}

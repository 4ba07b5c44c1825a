package dev.termal.host.session;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.host.event.WaitingPrompt;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Lets one prompt of a session run at a time, in the order in which they came. Thread-safe. */
final class PromptQueue {
    private static final int TEXT = 80;

    private final Clock clock;

    private final Object lock = new Object();
    // all guarded by lock
    private final Deque<WaitingPrompt> waiting = new ArrayDeque<>();
    private long lastId;
    private boolean running;

    PromptQueue(Clock clock) {
        this.clock = clock;
    }

    /**
     * Waits until it is this prompt's turn.
     *
     * @throws AgentException {@link ErrorCode#CANCELLED} where it was taken out meanwhile
     */
    void enter(String text) throws InterruptedException {
        synchronized (lock) {
            WaitingPrompt mine = new WaitingPrompt(
                    ++lastId,
                    Thread.currentThread().getName(),
                    text.substring(0, Math.min(TEXT, text.length())),
                    clock.instant());
            waiting.add(mine);
            try {
                while (running || !mine.equals(waiting.peek())) {
                    if (!waiting.contains(mine)) {
                        throw new AgentException(ErrorCode.CANCELLED, "the prompt was taken out of those that wait");
                    }
                    lock.wait();
                }
                running = true;
            } finally {
                waiting.remove(mine);
                lock.notifyAll();
            }
        }
    }

    /** The prompt that runs has ended. */
    void leave() {
        synchronized (lock) {
            running = false;
            lock.notifyAll();
        }
    }

    /** Those that wait, the next first. */
    List<WaitingPrompt> waiting() {
        synchronized (lock) {
            return List.copyOf(waiting);
        }
    }

    /** Takes one out; false where it does not wait (any more). */
    boolean cancel(long id) {
        synchronized (lock) {
            boolean there = waiting.removeIf(prompt -> prompt.id() == id);
            lock.notifyAll();
            return there;
        }
    }

    /** Waits until none runs and none waits, for so long at most. */
    void awaitIdle(long seconds) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        synchronized (lock) {
            while (running || !waiting.isEmpty()) {
                long left = until - System.nanoTime();
                if (left <= 0) {
                    return;
                }
                TimeUnit.NANOSECONDS.timedWait(lock, left);
            }
        }
    }
}

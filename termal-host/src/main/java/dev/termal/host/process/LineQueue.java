package dev.termal.host.process;

import dev.termal.api.AgentException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lines between the thread that reads a pipe and the one that wants them. Bounded by length: the reader waits while too much
 * is waiting, so a slow taker slows the agent, not the heap. Lines are handed over in portions, as the reader has them at once
 * and the taker finds them, since to wake each other for each line would cost more than to read it.
 *
 * <p>The taker never waits for a pipe that some forgotten grandchild holds open: once the process has exited, it waits for
 * more only as long as the grace allows, summed over all waits. What was already read is always delivered.
 */
final class LineQueue {
    private final long maxWaitingChars;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<String> portion = new ArrayDeque<>(); // the taker's own
    private volatile boolean discarded;

    // all guarded by the lock
    private final Deque<String> lines = new ArrayDeque<>();
    private long waitingChars;
    private boolean ended;
    private boolean exited;
    private long graceNanos;

    @Nullable private AgentException failure;

    LineQueue(long maxWaitingChars) {
        this.maxWaitingChars = maxWaitingChars;
    }

    /** Adds lines; waits while too much is waiting; drops them after the end. */
    void put(List<String> more) {
        long chars = more.stream().mapToLong(String::length).sum();
        lock.lock();
        try {
            while (!ended && !lines.isEmpty() && waitingChars + chars > maxWaitingChars) {
                changed.awaitUninterruptibly();
            }
            if (!ended) {
                lines.addAll(more);
                waitingChars += chars;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** No more lines come; those that wait are still delivered. */
    void end() {
        locked(() -> ended = true);
    }

    /** Nothing can be read any more; delivered after the lines that wait. */
    void fail(AgentException cause) {
        locked(() -> {
            failure = cause;
            ended = true;
        });
    }

    /** The process has ended: what it left in the pipe may come for this long. */
    void exited(Duration grace) {
        locked(() -> {
            exited = true;
            graceNanos = grace.toNanos();
        });
    }

    /** Nobody wants lines any more. */
    void discard() {
        locked(() -> {
            lines.clear();
            waitingChars = 0;
            ended = true;
            discarded = true;
        });
    }

    /** The next line; empty at the end. For one thread. */
    Optional<String> take() throws InterruptedException {
        if (portion.isEmpty()) {
            takePortion();
        }
        return discarded ? Optional.empty() : Optional.ofNullable(portion.poll());
    }

    private void takePortion() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (lines.isEmpty() && !ended) {
                if (!exited) {
                    changed.await();
                } else if (graceNanos > 0) {
                    graceNanos = changed.awaitNanos(graceNanos);
                } else {
                    ended = true;
                    changed.signalAll();
                }
            }
            if (lines.isEmpty() && failure != null) {
                throw failure;
            }
            portion.addAll(lines);
            lines.clear();
            waitingChars = 0;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}

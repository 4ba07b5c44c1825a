package dev.termal.testkit;

import dev.termal.api.spi.EngineContext.Scheduled;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A clock that stands still until the test advances it, and then runs what was scheduled, in order, on the test's own
 * thread. Thread-safe.
 */
public final class FakeClock extends Clock {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final PriorityQueue<Task> tasks = // guarded by lock
            new PriorityQueue<>(Comparator.comparing(Task::due).thenComparing(Task::number));
    private Instant now; // guarded by lock
    private long scheduled; // guarded by lock

    private record Task(Instant due, long number, Runnable code) {}

    /** A clock that stands at the beginning of 2025, UTC. */
    public FakeClock() {
        this(Instant.parse("2025-01-01T00:00:00Z"));
    }

    /** A clock that stands here. */
    public FakeClock(Instant start) {
        now = start;
    }

    /** Runs something when the clock has been advanced so far. */
    public Scheduled schedule(Duration delay, Runnable code) {
        lock.lock();
        try {
            Task task = new Task(now.plus(delay), scheduled++, code);
            tasks.add(task);
            changed.signalAll();
            return () -> cancel(task);
        } finally {
            lock.unlock();
        }
    }

    private void cancel(Task task) {
        lock.lock();
        try {
            tasks.remove(task);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Moves on; what is due on the way runs at its own time, before this returns. */
    public void advance(Duration by) {
        Instant target = instant().plus(by);
        Optional<Task> task = takeDue(target);
        while (task.isPresent()) {
            task.get().code().run();
            task = takeDue(target);
        }
    }

    private Optional<Task> takeDue(Instant target) {
        lock.lock();
        try {
            Task first = tasks.peek();
            if (first == null || first.due().isAfter(target)) {
                now = now.isAfter(target) ? now : target;
                return Optional.empty();
            }
            now = now.isAfter(first.due()) ? now : first.due();
            changed.signalAll();
            return Optional.of(tasks.remove());
        } finally {
            lock.unlock();
        }
    }

    /** How many tasks wait. */
    public int pending() {
        lock.lock();
        try {
            return tasks.size();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until this many tasks wait: another thread has armed its timer. */
    public void awaitPending(int count) throws InterruptedException {
        lock.lock();
        try {
            HangGuard.await(changed, () -> tasks.size() == count, () -> tasks.size() + " tasks wait, not " + count);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Instant instant() {
        lock.lock();
        try {
            return now;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    /** Refused: this clock has no copies. */
    @Override
    public Clock withZone(ZoneId zone) {
        if (zone.equals(ZoneOffset.UTC)) {
            return this;
        }
        throw new UnsupportedOperationException("a fake clock is in UTC");
    }
}

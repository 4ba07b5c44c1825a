package dev.termal.testkit;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** A scripted agent's standard input: a bounded pipe of lines, which either end can close. */
final class Inbox {
    private final Conversation conversation;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<String> lines = new ArrayDeque<>(); // guarded by lock, as all below
    private long buffered;
    private int blockedWriters;
    private boolean reading = true;
    private boolean ended; // by the host
    private boolean closed; // by the agent, or with it
    private boolean timesOut;

    Inbox(Conversation conversation) {
        this.conversation = conversation;
    }

    /** Blocks while the pipe is full; fails as {@link dev.termal.api.spi.AgentProcess#send} says. */
    void write(String line) {
        lock.lock();
        try {
            blockedWriters++;
            while (isFull() && isWritable() && !timesOut) {
                changed.signalAll();
                changed.awaitUninterruptibly();
            }
            blockedWriters--;
            if (!isWritable()) {
                conversation.note("# the host wrote to a closed pipe: " + line);
                throw new AgentException(ErrorCode.AGENT_EXITED, "the agent's input is closed");
            }
            if (isFull()) {
                throw new AgentException(ErrorCode.TIMEOUT, "the agent does not read its input");
            }
            conversation.hostWrote(line);
            lines.add(line);
            buffered += line.length() + 1L;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The next line; empty at the end. */
    Optional<String> next() throws InterruptedException {
        lock.lock();
        try {
            if (!reading) {
                throw new IllegalStateException("the script reads although it has stopped reading");
            }
            while (lines.isEmpty() && isWritable()) {
                changed.await();
            }
            if (lines.isEmpty() || closed) {
                return Optional.empty();
            }
            String line = lines.remove();
            buffered -= line.length() + 1L;
            changed.signalAll();
            return Optional.of(line);
        } finally {
            lock.unlock();
        }
    }

    private boolean isFull() {
        return !reading || buffered >= Pipe.CAPACITY;
    }

    private boolean isWritable() {
        return !ended && !closed;
    }

    void end() {
        change(() -> ended = true);
    }

    void close() {
        change(() -> closed = true);
    }

    void stopReading() {
        change(() -> reading = false);
    }

    /** Every write that is blocked, now or later, fails as one that took too long. */
    void timeOut() {
        change(() -> timesOut = true);
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    boolean isEnded() {
        lock.lock();
        try {
            return ended;
        } finally {
            lock.unlock();
        }
    }

    void awaitBlockedWriter(Supplier<String> onFailure) throws InterruptedException {
        lock.lock();
        try {
            // a writer passes through the count even where it needs not wait
            HangGuard.await(changed, () -> blockedWriters > 0 && isFull(), onFailure);
        } finally {
            lock.unlock();
        }
    }
}

package dev.termal.engine.acp.jsonrpc;

import dev.termal.api.AgentException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lines between reader and dispatcher, in order, bounded in number and in length: who reads faster than the handlers work has
 * to wait, and the peer with it. Lines, not trees of them, since these weigh many times as much.
 *
 * <p>The dispatcher takes what is there in large portions, so that the two threads seldom wait for each other. What it has
 * taken counts as waiting until it comes for more.
 */
final class DispatchQueue {
    /** A line, or something to do in its place in the order. */
    record Entry(Optional<String> line, Runnable task) {
        private long weight() {
            return line.map(String::length).orElse(0);
        }
    }

    private final int maxLines;
    private final int maxPortion;
    private final long maxChars;
    private final Deque<Entry> portion = new ArrayDeque<>(); // the dispatcher's own
    private volatile boolean closed;

    private final Object lock = new Object();
    private final Deque<Entry> entries = new ArrayDeque<>(); // guarded by lock, as all below
    private int lines; // waiting or in the portion
    private long chars;
    private int portionLines;
    private long portionChars;
    private boolean ended;
    private @Nullable AgentException failure;

    DispatchQueue(int maxLines, long maxChars) {
        this.maxLines = maxLines;
        maxPortion = Math.max(1, maxLines / 2); // the other half is for the reader to fill meanwhile
        this.maxChars = maxChars;
    }

    /** Waits for room; false where the queue was closed instead. A line longer than the bound fits when alone. */
    boolean put(String line) throws InterruptedException {
        synchronized (lock) {
            while (!closed && !hasRoom(line.length())) {
                lock.wait();
            }
            if (closed) {
                return false;
            }
            lines++;
            chars += line.length();
            add(new Entry(Optional.of(line), () -> {}));
            return true;
        }
    }

    /** Puts something to do behind all that was put before; it takes no room. Dropped where the queue was closed. */
    void put(Runnable task) {
        synchronized (lock) {
            if (!closed) {
                add(new Entry(Optional.empty(), task));
            }
        }
    }

    private void add(Entry entry) {
        boolean first = entries.isEmpty();
        entries.add(entry);
        if (first) {
            lock.notifyAll();
        }
    }

    private boolean hasRoom(int length) {
        return lines == 0 || (lines < maxLines && chars + length <= maxChars);
    }

    /** Nothing will be put any more; what is in the queue is still taken. */
    void end(Optional<AgentException> cause) {
        synchronized (lock) {
            ended = true;
            failure = cause.orElse(null);
            lock.notifyAll();
        }
    }

    /**
     * Waits for the next entry; empty when all are taken and the queue has ended, or when it was closed. For the dispatcher
     * alone.
     */
    Optional<Entry> take() throws InterruptedException {
        if (portion.isEmpty()) {
            takePortion();
        }
        return closed ? Optional.empty() : Optional.ofNullable(portion.poll());
    }

    private void takePortion() throws InterruptedException {
        synchronized (lock) {
            lines -= portionLines;
            chars -= portionChars;
            portionLines = 0;
            portionChars = 0;
            lock.notifyAll();
            while (!closed && !ended && entries.isEmpty()) {
                lock.wait();
            }
            while (portion.size() < maxPortion && !entries.isEmpty()) {
                Entry entry = entries.remove();
                portion.add(entry);
                portionLines += entry.line().isPresent() ? 1 : 0;
                portionChars += entry.weight();
            }
        }
    }

    /** Why it ended, where that was no plain end of input. */
    Optional<AgentException> failure() {
        synchronized (lock) {
            return Optional.ofNullable(failure);
        }
    }

    /** Drops everything and lets nobody wait any more. */
    void close() {
        synchronized (lock) {
            closed = true;
            entries.clear();
            lock.notifyAll();
        }
    }
}

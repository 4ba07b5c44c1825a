package dev.termal.engine.acp.jsonrpc;

import dev.termal.api.AgentException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Frames between reader and dispatcher, in order, bounded in number and in weight: who reads faster than the handlers work
 * has to wait, and the peer with it.
 */
final class FrameQueue {
    /** A frame, or something to do in its place in the order. */
    record Entry(Optional<Frame> frame, Runnable task, long weight) {}

    private final int maxFrames;
    private final long maxWeight;
    private final Deque<Entry> entries = new ArrayDeque<>();
    private long weight;
    private boolean ended;
    private boolean closed;
    private @Nullable AgentException failure;

    FrameQueue(int maxFrames, long maxWeight) {
        this.maxFrames = maxFrames;
        this.maxWeight = maxWeight;
    }

    /** Waits for room; false where the queue was closed instead. A frame heavier than the bound fits when alone. */
    synchronized boolean put(Frame frame, long frameWeight) throws InterruptedException {
        while (!closed && !hasRoom(frameWeight)) {
            wait();
        }
        if (closed) {
            return false;
        }
        add(new Entry(Optional.of(frame), () -> {}, frameWeight));
        return true;
    }

    /** Puts something to do behind all that was put before; it takes no room. Dropped where the queue was closed. */
    synchronized void put(Runnable task) {
        if (!closed) {
            add(new Entry(Optional.empty(), task, 0));
        }
    }

    private void add(Entry entry) {
        entries.add(entry);
        weight += entry.weight();
        notifyAll();
    }

    private boolean hasRoom(long frameWeight) {
        return entries.isEmpty() || (entries.size() < maxFrames && weight + frameWeight <= maxWeight);
    }

    /** Nothing will be put any more; what is in the queue is still taken. */
    synchronized void end(Optional<AgentException> cause) {
        ended = true;
        failure = cause.orElse(null);
        notifyAll();
    }

    /** Waits for the next entry; empty when all are taken and the queue has ended, or when it was closed. */
    synchronized Optional<Entry> take() throws InterruptedException {
        while (!closed && !ended && entries.isEmpty()) {
            wait();
        }
        if (closed || entries.isEmpty()) {
            return Optional.empty();
        }
        Entry entry = entries.remove();
        weight -= entry.weight();
        notifyAll();
        return Optional.of(entry);
    }

    /** Why it ended, where that was no plain end of input. */
    synchronized Optional<AgentException> failure() {
        return Optional.ofNullable(failure);
    }

    /** Drops everything and lets nobody wait any more. */
    synchronized void close() {
        closed = true;
        entries.clear();
        weight = 0;
        notifyAll();
    }
}

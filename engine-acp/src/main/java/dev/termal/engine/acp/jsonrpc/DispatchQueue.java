package dev.termal.engine.acp.jsonrpc;

import dev.termal.api.AgentException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lines between reader and dispatcher, in order, bounded in number and in length: who reads faster than the handlers work has
 * to wait, and the peer with it. Lines, not trees of them, since these weigh many times as much.
 *
 * <p>The dispatcher takes what is there in large portions, so that the two threads seldom wait for each other. What it has
 * taken counts as waiting until it comes for more. Of a portion it decodes a few lines before it handles the first of them:
 * in loops of their own the JVM compiles the one and the other sooner, and neither again with each caller.
 */
final class DispatchQueue {
    /** The frames of a line, or something to do in its place in the order. */
    record Step(List<Frame> frames, Runnable task) {}

    private record Entry(Optional<String> line, Runnable task) {
        private long weight() {
            return line.map(String::length).orElse(0);
        }

        private Step decoded() {
            return new Step(line.map(FrameCodec::decode).orElse(List.of()), task);
        }
    }

    /** So many lines, or characters, are decoded at a time; a longer line alone. */
    private static final int DECODED_LINES = 64;

    private static final int DECODED_CHARS = 16 * 1024;

    private final int maxLines;
    private final int maxPortion;
    private final long maxChars;
    private final Deque<Entry> portion = new ArrayDeque<>(); // the dispatcher's own
    private final Deque<Step> steps = new ArrayDeque<>(); // decoded, out of the portion
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
     * Waits for the next step; empty when all are taken and the queue has ended, or when it was closed. For the dispatcher
     * alone. Throws whatever decoding a line throws, as where memory ends, once all before it is taken.
     */
    Optional<Step> take() throws InterruptedException {
        if (steps.isEmpty() && portion.isEmpty()) {
            takePortion();
        }
        if (steps.isEmpty()) {
            decode();
        }
        return closed ? Optional.empty() : Optional.ofNullable(steps.poll());
    }

    private void decode() {
        long chars = 0;
        for (Entry next = portion.peek();
                next != null
                        && steps.size() < DECODED_LINES
                        && (steps.isEmpty() || chars + next.weight() <= DECODED_CHARS);
                next = portion.peek()) {
            try {
                steps.add(next.decoded());
            } catch (RuntimeException | Error e) {
                if (steps.isEmpty()) {
                    throw e;
                }
                return;
            }
            chars += next.weight();
            portion.remove();
        }
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

package dev.termal.host.session;

import dev.termal.api.AgentEvent.Notice.Level;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A stream that lives in memory, within a bound: the oldest entries are dropped once all readers have passed them. Who reads
 * from the beginning later finds a notice in their place, under the number of the last one dropped, so that numbers still
 * only grow. Chunks are kept as they came; to join them is for a log that outlives the process.
 *
 * <p>A reader works on a thread of the pool while there is something to deliver, and on none else.
 */
final class MemoryEntryLog implements EntryLog {
    /** Bounds, in the unit of {@link EntryWeight}. */
    record Bounds(long kept, long behind) {
        static final Bounds DEFAULT =
                new Bounds(HeapShare.of(64L * 1024 * 1024, 16), HeapShare.of(16L * 1024 * 1024, 64));
    }

    private final Clock clock;
    private final Executor pool;
    private final System.Logger log;
    private final Bounds bounds;

    private final Object lock = new Object();
    // all guarded by lock
    private final List<Kept> kept = new ArrayList<>();
    private final List<Reader> readers = new ArrayList<>();
    private long lastSeq;
    private long appendedWeight;
    private long droppedWeight;
    private @Nullable SessionEntry placeOfDropped;
    private boolean closed;

    /** An entry and the weight of all up to it. */
    private record Kept(SessionEntry entry, long weightUpTo) {}

    MemoryEntryLog(Clock clock, Executor pool, System.Logger log, Bounds bounds) {
        this.clock = clock;
        this.pool = pool;
        this.log = log;
        this.bounds = bounds;
    }

    @Override
    public SessionEntry append(int turn, EntryBody body) {
        SessionEntry entry;
        List<Reader> toWake;
        synchronized (lock) {
            entry = new SessionEntry(lastSeq + 1, clock.instant(), turn, body);
            if (closed) {
                return entry; // numbered for its caller, seen by nobody
            }
            lastSeq++;
            appendedWeight += EntryWeight.of(body);
            kept.add(new Kept(entry, appendedWeight));
            dropOldest();
            toWake = wakeable();
        }
        toWake.forEach(this::start);
        return entry;
    }

    /** Drops in large steps, so that it costs little for each entry. */
    private void dropOldest() {
        if (appendedWeight - droppedWeight <= bounds.kept()) {
            return;
        }
        long passed = readers.stream().mapToLong(reader -> reader.seen).min().orElse(lastSeq);
        int count = 0;
        while (count < kept.size() - 1
                && kept.get(count).entry().seq() <= passed
                && appendedWeight - kept.get(count).weightUpTo() > bounds.kept() / 2) {
            count++;
        }
        if (count > 0) {
            Kept last = kept.get(count - 1);
            droppedWeight = last.weightUpTo();
            placeOfDropped = new SessionEntry(
                    last.entry().seq(),
                    last.entry().time(),
                    last.entry().turn(),
                    new EntryBody.HostNotice(
                            Level.INFO,
                            "entries 1 to " + last.entry().seq()
                                    + " are no longer kept: the session's history in memory is bounded"));
            kept.subList(0, count).clear();
        }
    }

    private List<Reader> wakeable() {
        List<Reader> idle = new ArrayList<>();
        for (Reader reader : readers) {
            if (!reader.running && reader.next() != null) {
                reader.running = true;
                idle.add(reader);
            }
        }
        return idle;
    }

    private void start(Reader reader) {
        try {
            pool.execute(reader::deliver);
        } catch (RejectedExecutionException e) {
            reader.close(); // the host is closing
        }
    }

    @Override
    public Reading read(long afterSeq, Consumer<SessionEntry> consumer) {
        Reader reader = new Reader(consumer, afterSeq);
        List<Reader> toWake;
        synchronized (lock) {
            readers.add(reader);
            toWake = wakeable();
        }
        toWake.forEach(this::start);
        return reader;
    }

    @Override
    public boolean hasRoom() {
        synchronized (lock) {
            return closed || readers.stream().noneMatch(Reader::isFarBehind);
        }
    }

    @Override
    public void awaitRoom() throws InterruptedException {
        synchronized (lock) {
            while (!hasRoom() && !onReaderThread()) {
                lock.wait();
            }
        }
    }

    @Override
    public void awaitSeen(long seq) throws InterruptedException {
        synchronized (lock) {
            while (!closed && readers.stream().anyMatch(reader -> reader.seen < Math.min(seq, lastSeq))) {
                lock.wait();
            }
        }
    }

    @Override
    public boolean onReaderThread() {
        synchronized (lock) {
            return readers.stream().anyMatch(Reader::isHere);
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            lock.notifyAll();
        }
    }

    /** One who reads; its fields are guarded by the log's lock. */
    private final class Reader implements Reading {
        private final Consumer<SessionEntry> consumer;
        private long seen;
        private boolean running;
        private boolean stopped;
        private @Nullable Thread deliveringOn;

        Reader(Consumer<SessionEntry> consumer, long afterSeq) {
            this.consumer = consumer;
            this.seen = afterSeq;
        }

        private @Nullable SessionEntry next() {
            if (stopped || seen >= lastSeq) {
                return null;
            }
            long firstKept = kept.get(0).entry().seq();
            return seen + 1 < firstKept
                    ? placeOfDropped
                    : kept.get((int) (seen + 1 - firstKept)).entry();
        }

        private boolean isFarBehind() {
            if (stopped || kept.isEmpty() || seen >= lastSeq) {
                return false;
            }
            long seenWeight = seen < kept.get(0).entry().seq()
                    ? droppedWeight
                    : kept.get((int) (seen - kept.get(0).entry().seq())).weightUpTo();
            return appendedWeight - seenWeight > bounds.behind();
        }

        private boolean isHere() {
            return deliveringOn == Thread.currentThread();
        }

        private void deliver() {
            while (true) {
                SessionEntry entry;
                synchronized (lock) {
                    entry = next();
                    if (entry == null) {
                        running = false;
                        return;
                    }
                    deliveringOn = Thread.currentThread();
                }
                try {
                    consumer.accept(entry);
                } catch (RuntimeException | Error e) {
                    log.log(System.Logger.Level.WARNING, "a reader of the session's entries failed", e);
                } finally {
                    synchronized (lock) {
                        deliveringOn = null;
                        seen = entry.seq();
                        lock.notifyAll();
                    }
                }
            }
        }

        @Override
        public void close() {
            boolean interrupted = false;
            synchronized (lock) {
                stopped = true;
                readers.remove(this);
                lock.notifyAll();
                while (deliveringOn != null && !isHere() && !interrupted) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        interrupted = true;
                    }
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

package dev.termal.host.session;

import dev.termal.api.AgentEvent.Notice.Level;
import dev.termal.api.AgentException;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.store.SessionJournal;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A stream that lives in memory, within a bound, beside the journal that keeps it for good. The oldest entries are dropped
 * from memory once all readers have passed them and the journal has them. Who reads from the beginning later gets them from
 * the journal; where that has none, a notice in their place, under the number of the last one dropped, so that numbers still
 * only grow.
 *
 * <p>Readers get a chunk at once, before it is kept. What must not be lost they get when the journal has it, and what
 * follows in its order, too.
 *
 * <p>A reader works on a thread of the pool while there is something to deliver, and on none else.
 */
final class MemoryEntryLog implements EntryLog {
    /** Bounds, in the unit of {@link EntryWeight}. */
    record Bounds(long kept, long behind) {
        static final Bounds DEFAULT =
                new Bounds(HeapShare.of(64L * 1024 * 1024, 16), HeapShare.of(16L * 1024 * 1024, 64));
    }

    /** For what must be kept before a turn's end is told. */
    private static final long KEEP_SECONDS = 30;

    private final Clock clock;
    private final Executor pool;
    private final System.Logger log;
    private final Bounds bounds;
    private final SessionJournal journal;
    private final Keeping keeping = new Keeping();

    private final Object lock = new Object();
    // all guarded by lock
    private final RecentEntries recent;
    private final List<Reader> readers = new ArrayList<>();
    private final Deque<Long> openBrackets = new ArrayDeque<>(); // appended and not yet kept
    private long lastSeq;
    private long keptUpTo; // by the journal
    private boolean journaling;
    private boolean closed;

    MemoryEntryLog(Clock clock, Executor pool, System.Logger log, Bounds bounds, SessionJournal journal) {
        this.clock = clock;
        this.pool = pool;
        this.log = log;
        this.bounds = bounds;
        recent = new RecentEntries(bounds.kept());
        this.journal = journal;
        journaling = journal.keeps();
        lastSeq = journal.numberedUpTo();
        keptUpTo = lastSeq;
        journal.listen(keeping);
    }

    /** What the journal tells. */
    private final class Keeping implements SessionJournal.Listener {
        @Override
        public void committed(long seq) {
            advance(seq);
        }

        @Override
        public void failed(String why) {
            synchronized (lock) {
                journaling = false;
            }
            notice("from here on the session is not kept: " + why); // before a turn that waits to be seen is over
            advance(Long.MAX_VALUE);
        }

        @Override
        public void notice(String text) {
            append(lastTurn(), new EntryBody.HostNotice(Level.WARNING, text));
        }
    }

    private void advance(long seq) {
        List<Reader> toWake;
        synchronized (lock) {
            keptUpTo = Math.max(keptUpTo, seq);
            while (!openBrackets.isEmpty() && openBrackets.peek() <= keptUpTo) {
                openBrackets.remove();
            }
            dropOldest();
            toWake = wakeable();
            lock.notifyAll();
        }
        toWake.forEach(this::start);
    }

    private int lastTurn() {
        synchronized (lock) {
            return recent.last().map(SessionEntry::turn).orElseGet(journal::lastTurn);
        }
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
            recent.add(entry);
            if (journaling) {
                if (SessionJournal.isBracket(body)) {
                    openBrackets.add(entry.seq());
                }
                journal.add(entry); // in order, hence under the lock; it only queues
            } else {
                keptUpTo = Long.MAX_VALUE;
            }
            dropOldest();
            toWake = wakeable();
        }
        toWake.forEach(this::start);
        return entry;
    }

    private void dropOldest() {
        long passed = readers.stream().mapToLong(reader -> reader.seen).min().orElse(lastSeq);
        recent.dropUpTo(Math.min(passed, keptUpTo));
    }

    private List<Reader> wakeable() {
        List<Reader> idle = new ArrayList<>();
        for (Reader reader : readers) {
            if (!reader.running && reader.hasNext()) {
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
            return closed || (!isJournalFarBehind() && readers.stream().noneMatch(Reader::isFarBehind));
        }
    }

    private boolean isJournalFarBehind() {
        return keptUpTo < lastSeq && recent.weightAfter(keptUpTo) > bounds.behind();
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
        awaitKept(seq);
        synchronized (lock) {
            while (!closed && readers.stream().anyMatch(reader -> reader.seen < Math.min(seq, lastSeq))) {
                lock.wait();
            }
        }
    }

    /** A disk that does not answer must not keep a turn from ending. */
    private void awaitKept(long seq) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(KEEP_SECONDS);
        synchronized (lock) {
            while (!openBrackets.isEmpty() && openBrackets.peek() <= seq) {
                long left = until - System.nanoTime();
                if (left <= 0) {
                    break;
                }
                TimeUnit.NANOSECONDS.timedWait(lock, left);
            }
            if (openBrackets.isEmpty() || openBrackets.peek() > seq) {
                return;
            }
        }
        keeping.failed("the disk has not answered for " + KEEP_SECONDS + " s");
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
        private final Deque<SessionEntry> page = new ArrayDeque<>(); // older entries, from the journal

        Reader(Consumer<SessionEntry> consumer, long afterSeq) {
            this.consumer = consumer;
            this.seen = afterSeq;
        }

        /** Whether there is something to deliver now. */
        private boolean hasNext() {
            long open = openBrackets.isEmpty() ? Long.MAX_VALUE : openBrackets.peek();
            return !stopped && (!page.isEmpty() || (seen < lastSeq && seen + 1 < open));
        }

        private boolean isFarBehind() {
            return !stopped && !recent.isEmpty() && seen < lastSeq && recent.weightAfter(seen) > bounds.behind();
        }

        /** The next entry; reads it where it is only in the journal, so it may wait for the disk. */
        private @Nullable SessionEntry next() {
            long from;
            synchronized (lock) {
                SessionEntry ready = page.poll();
                if (ready != null || recent.reachesBackTo(seen)) {
                    return ready != null ? ready : recent.get(seen + 1);
                }
                from = seen;
            }
            List<SessionEntry> older = older(from);
            synchronized (lock) {
                long first = recent.isEmpty() ? lastSeq + 1 : recent.first();
                for (SessionEntry entry : older) {
                    page.add(entry); // the last may stand for some that are in memory too
                    if (entry.seq() >= first - 1) {
                        break;
                    }
                }
                if (page.isEmpty()) {
                    seen = Math.max(seen, first - 1); // the journal has no more
                    return journaling ? null : recent.placeOfDropped(seen).orElse(null);
                }
                return page.poll();
            }
        }

        private List<SessionEntry> older(long from) {
            try {
                return journal.after(from);
            } catch (AgentException broken) {
                log.log(System.Logger.Level.WARNING, "older entries of a session cannot be read", broken);
                return List.of();
            }
        }

        private boolean isHere() {
            return deliveringOn == Thread.currentThread();
        }

        private void deliver() {
            while (true) {
                synchronized (lock) {
                    if (!hasNext()) {
                        running = false;
                        lock.notifyAll();
                        return;
                    }
                    deliveringOn = Thread.currentThread();
                }
                SessionEntry entry = null;
                try {
                    entry = next();
                    if (entry != null) {
                        consumer.accept(entry);
                    }
                } catch (RuntimeException | Error e) {
                    log.log(System.Logger.Level.WARNING, "a reader of the session's entries failed", e);
                } finally {
                    synchronized (lock) {
                        deliveringOn = null;
                        seen = entry == null ? seen : entry.seq();
                        lock.notifyAll();
                    }
                }
            }
        }

        @Override
        public void close() {
            synchronized (lock) {
                stopped = true;
                readers.remove(this);
                lock.notifyAll();
                Delivery.awaitEnd(lock, () -> deliveringOn != null && !isHere());
            }
        }
    }
}

package dev.termal.host.store;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentId;
import dev.termal.api.EngineId;
import dev.termal.api.Prompt;
import dev.termal.api.StopReason;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession;
import dev.termal.host.event.TurnReport;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A store in a folder, and sessions that say what a test wants. */
public final class StoreRig implements AutoCloseable {
    public static final EngineId ENGINE = new EngineId("one");
    static final EngineId OTHER = new EngineId("two");
    static final Instant TIME = Instant.parse("2026-01-02T03:04:05Z");

    public final SessionStore store;

    public StoreRig(Path folder) {
        store = new SessionStore(folder.resolve("termal.db"), Clock.systemUTC(), task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        });
    }

    /** All that are kept, the latest first. */
    List<StoredSession> all() {
        return store.list(Optional.empty(), Optional.empty(), 1_000);
    }

    static StoredSession session(String name) {
        return session(name, "/work");
    }

    /** A new session; without a name where it is empty. */
    public static StoredSession session(String name, String cwd) {
        return StoredSession.opened(
                SessionKey.random(),
                Optional.of(name).filter(text -> !text.isEmpty()),
                new AgentId("sample"),
                ENGINE,
                Path.of(cwd),
                StoredSession.Wishes.NONE,
                TIME);
    }

    public static SessionEntry entry(long seq, int turn, EntryBody body) {
        return new SessionEntry(seq, TIME, turn, body);
    }

    public static EntryBody says(String text) {
        return said(AgentEvent.MessageChunk.text(text));
    }

    static EntryBody said(AgentEvent event) {
        return new EntryBody.Said(event, false);
    }

    static EntryBody started(String prompt) {
        return new EntryBody.TurnStarted(Prompt.of(prompt));
    }

    public static EntryBody ended(String text) {
        return new EntryBody.TurnEnded(new TurnReport(
                Outcome.DONE,
                0,
                Optional.of(StopReason.END_TURN),
                text,
                Optional.empty(),
                0,
                0,
                0,
                Duration.ofSeconds(1),
                Optional.empty()));
    }

    /** Adds entries, numbered on from where the journal is, and waits until all are kept. */
    static Sink into(SessionJournal journal) {
        return new Sink(journal);
    }

    /** Adds one turn, and waits until it is kept. */
    public static void talk(SessionJournal journal, String prompt, String answer) throws InterruptedException {
        into(journal).turn(prompt, answer);
    }

    /** Adds what an agent says before its first turn, and waits until it is kept. */
    public static void say(SessionJournal journal, String text) throws InterruptedException {
        into(journal).add(says(text)).kept();
    }

    /** Begins a turn and leaves it so. */
    public static void begin(SessionJournal journal, String prompt) throws InterruptedException {
        into(journal).add(started(prompt)).kept();
    }

    /** Somebody who writes into a journal. */
    static final class Sink implements SessionJournal.Listener {
        final SessionJournal journal;
        private long seq;
        private int turn;
        private long committed;
        Optional<String> failure = Optional.empty();
        final List<String> notices = new ArrayList<>();

        private Sink(SessionJournal journal) {
            this.journal = journal;
            seq = journal.numberedUpTo();
            turn = journal.lastTurn();
            committed = seq;
            journal.listen(this);
        }

        Sink add(EntryBody body) {
            turn += body instanceof EntryBody.TurnStarted ? 1 : 0;
            journal.add(entry(++seq, turn, body));
            return this;
        }

        Sink turn(String prompt, String answer) throws InterruptedException {
            return add(started(prompt)).add(says(answer)).add(ended(answer)).kept();
        }

        synchronized Sink kept() throws InterruptedException {
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (committed < seq && failure.isEmpty() && System.nanoTime() < until) {
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, until - System.nanoTime()));
            }
            return this;
        }

        synchronized long committedUpTo() {
            return committed;
        }

        @Override
        public synchronized void committed(long upTo) {
            committed = upTo;
            notifyAll();
        }

        @Override
        public synchronized void failed(String why) {
            failure = Optional.of(why);
            notifyAll();
        }

        @Override
        public synchronized void notice(String text) {
            notices.add(text);
        }
    }

    /** As another process does that writes for long. */
    public static void whileLocked(Path folder, Callable<Void> work) throws Exception {
        try (Database database = Database.connect(folder.resolve("termal.db"))) {
            database.execute("BEGIN IMMEDIATE");
            work.call();
        }
    }

    /** Somebody who wants a session that is in use; returns once they wait. */
    public CompletableFuture<SessionJournal> waiter(SessionKey key) throws InterruptedException {
        CompletableFuture<SessionJournal> opened = new CompletableFuture<>();
        CountDownLatch waits = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            try {
                opened.complete(store.open(key, ENGINE, StoredSession.Wishes.NONE, waiting(true, waits)));
            } catch (InterruptedException | RuntimeException e) {
                opened.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        if (!waits.await(60, TimeUnit.SECONDS)) {
            throw new AssertionError("nobody waits");
        }
        return opened;
    }

    public static SessionStore.Waiting impatient() {
        return waiting(false, new CountDownLatch(1));
    }

    static SessionStore.Waiting waiting(boolean patient, CountDownLatch told) {
        return new SessionStore.Waiting() {
            @Override
            public boolean patient() {
                return patient;
            }

            @Override
            public String purpose() {
                return "  what it is\nfor ";
            }

            @Override
            public void waitsFor(String holder) {
                told.countDown();
            }
        };
    }

    SessionJournal open(SessionKey key) throws InterruptedException {
        return store.open(key, ENGINE, StoredSession.Wishes.NONE, impatient());
    }

    @Override
    public void close() {
        store.close();
    }
}

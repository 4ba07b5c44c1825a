import dev.termal.api.AgentEvent;
import dev.termal.api.AgentId;
import dev.termal.api.ContentBlock;
import dev.termal.api.EngineId;
import dev.termal.api.Prompt;
import dev.termal.api.StopReason;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.EntryPage;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.SearchHit;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession;
import dev.termal.host.event.StoredSession.Wishes;
import dev.termal.host.event.TurnReport;
import dev.termal.host.store.SessionJournal;
import dev.termal.host.store.SessionStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;

/** What it costs to keep sessions: one line for each measure, its target behind it. */
public final class Store {
    private static final EngineId ENGINE = new EngineId("bench");
    private static final int CHUNKS_A_MESSAGE = 40;
    private static final int MESSAGES_A_TURN = 25;

    /** So many are added and not yet kept at most, as in a session, whose agent waits then. */
    private static final int OPEN = 50_000;

    private final Path folder;
    private final Random random = new Random(1);

    private Store(Path folder) {
        this.folder = folder;
    }

    /** Arguments: a folder for the files. */
    public static void main(String[] args) throws Exception {
        new Store(Files.createDirectories(Path.of(args[0]))).run();
        System.exit(0);
    }

    private void run() throws Exception {
        append("warm-up", 100_000, true);
        double plain = append("plain", 400_000, false);
        report("append without full text", "%,.0f chunks/s", 400_000 / plain, ">= 60,000");
        double indexed = append("indexed", 400_000, true);
        report("append with full text", "%,.0f chunks/s", 400_000 / indexed, ">= 30,000");
        double once = append("once", 200_000, true);
        double twice = append("twice", 400_000, true);
        report("time(2n)/time(n), n = 200,000 chunks", "%.2f", twice / once, "<= 2.2");
        search();
        million();
    }

    private static void report(String what, String format, double value, String target) {
        System.out.printf("| %s | " + format + " | %s |%n", what, value, target);
    }

    private SessionStore store(String name) {
        return new SessionStore(folder.resolve(name + ".db"), Clock.systemUTC(), task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        });
    }

    private static StoredSession session() {
        return StoredSession.opened(
                SessionKey.random(), Optional.of("s"), new AgentId("bench"), ENGINE, Path.of("/"), Wishes.NONE, Instant.now());
    }

    private String word() {
        int number = (int) (Math.abs(random.nextGaussian()) * 2_000);
        return "w" + Integer.toString(number, 36) + "rd ";
    }

    /** Adds chunks as agents send them, in messages and turns; gives the seconds until all are kept. */
    private double append(String name, int chunks, boolean turnsEnd) throws Exception {
        try (SessionStore store = store(name)) {
            SessionJournal journal = store.createNamed(session());
            Adder adder = new Adder(journal);
            long began = System.nanoTime();
            adder.add(new EntryBody.TurnStarted(Prompt.of("go")));
            for (int i = 1; i <= chunks; i++) {
                String id = "m" + i / CHUNKS_A_MESSAGE;
                adder.add(new EntryBody.Said(
                        new AgentEvent.MessageChunk(AgentEvent.Role.AGENT, ContentBlock.text(word() + word()), Optional.of(id)),
                        false));
                if (turnsEnd && i % (CHUNKS_A_MESSAGE * MESSAGES_A_TURN) == 0) {
                    adder.add(ended());
                    adder.add(new EntryBody.TurnStarted(Prompt.of("go on")));
                }
            }
            adder.kept();
            journal.close(); // and all that the index still had to do
            return (System.nanoTime() - began) / 1e9;
        }
    }

    private static EntryBody ended() {
        return new EntryBody.TurnEnded(new TurnReport(
                Outcome.DONE, 0, Optional.of(StopReason.END_TURN), "", Optional.empty(), 0, 0, 0, Duration.ZERO,
                Optional.empty()));
    }

    /** Events that cannot be joined. */
    private void events(SessionJournal journal, int count) throws Exception {
        Adder adder = new Adder(journal);
        adder.add(new EntryBody.TurnStarted(Prompt.of("go")));
        for (int i = 1; i < count; i++) {
            boolean needle = i % 10_000 == 0;
            adder.add(new EntryBody.Said(
                    new AgentEvent.MessageChunk(
                            AgentEvent.Role.AGENT,
                            ContentBlock.text(word() + word() + (needle ? "needle " : "") + word()),
                            Optional.of("m" + i)),
                    false));
        }
        adder.add(ended());
        adder.kept();
        journal.close();
    }

    private void search() throws Exception {
        try (SessionStore store = store("search")) {
            events(store.createNamed(session()), 100_000);
            store.search("needle", 20);
            long began = System.nanoTime();
            List<SearchHit> rare = store.search("needle", 20);
            double rareMillis = (System.nanoTime() - began) / 1e6;
            String common = rare.get(0).excerpt().split(" ")[0];
            began = System.nanoTime();
            store.search(common, 20);
            double commonMillis = (System.nanoTime() - began) / 1e6;
            report("search over 100,000 events, a rare word (" + rare.size() + " places)", "%.1f ms", rareMillis, "< 200 ms");
            report("the same, a common word", "%.1f ms", commonMillis, "< 200 ms");
        }
    }

    private void million() throws Exception {
        StoredSession session = session();
        try (SessionStore store = store("million")) {
            events(store.createNamed(session), 1_000_000);
        }
        report("a million events on disk", "%,.0f bytes an event", size("million") / 1e6, "");
        try (SessionStore store = store("million")) {
            long used = used();
            long began = System.nanoTime();
            SessionJournal journal = store.open(session.key(), ENGINE, Wishes.NONE, new SessionStore.Waiting() {
                @Override
                public boolean patient() {
                    return false;
                }

                @Override
                public String purpose() {
                    return "";
                }

                @Override
                public void waitsFor(String holder) {}
            });
            report("going on with a session of 1,000,000", "%.1f ms", (System.nanoTime() - began) / 1e6, "");
            report("memory that this takes", "%,.0f KB", Math.max(0, used() - used) / 1024.0, "");
            store.last(session.key(), 200);
            began = System.nanoTime();
            EntryPage page = store.last(session.key(), 200);
            report("the last " + page.entries().size() + " of 1,000,000 events", "%.1f ms", (System.nanoTime() - began) / 1e6,
                    "< 100 ms");
            began = System.nanoTime();
            store.after(session.key(), 500_000, 200);
            report("200 from the middle", "%.1f ms", (System.nanoTime() - began) / 1e6, "");
            journal.close();
        }
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private double size(String name) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith(name))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    /** Adds entries as a session does: it waits where too much is not yet kept. */
    private static final class Adder implements SessionJournal.Listener {
        private final SessionJournal journal;
        private final Semaphore room = new Semaphore(OPEN);
        private long seq;
        private int turn;
        private long committed;

        Adder(SessionJournal journal) {
            this.journal = journal;
            seq = journal.numberedUpTo();
            committed = seq;
            journal.listen(this);
        }

        void add(EntryBody body) throws InterruptedException {
            room.acquire();
            turn += body instanceof EntryBody.TurnStarted ? 1 : 0;
            journal.add(new SessionEntry(++seq, Instant.now(), turn, body));
        }

        void kept() throws InterruptedException {
            room.acquire(OPEN);
            room.release(OPEN);
        }

        @Override
        public void committed(long upTo) {
            room.release((int) (upTo - committed));
            committed = upTo;
        }

        @Override
        public void failed(String why) {
            System.err.println(why);
            Runtime.getRuntime().halt(1);
        }

        @Override
        public void notice(String text) {}
    }
}

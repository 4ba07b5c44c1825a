package dev.termal.host.store;

import dev.termal.api.AgentException;
import dev.termal.api.EngineId;
import dev.termal.api.ErrorCode;
import dev.termal.api.SessionId;
import dev.termal.host.event.EntryPage;
import dev.termal.host.event.SearchHit;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession;
import dev.termal.host.event.StoredTurn;
import dev.termal.host.event.TurnReport;
import dev.termal.host.event.WaitingPrompt;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The sessions of all hosts that share a home. One for a host; thread-safe. Nothing is opened before it is needed. Failures
 * are {@link AgentException}s of code {@code CONFIGURATION} that name the file.
 */
public final class SessionStore implements AutoCloseable {
    private final Clock clock;
    private final Reads reads;
    private final Writer writer;
    private final List<String> notices = new ArrayList<>(); // guarded by itself

    /** A store in a file, which is made when something is to be kept. */
    public SessionStore(Path file, Clock clock, ThreadFactory threads) {
        this.clock = clock;
        StoreFile store = new StoreFile(file, clock, this::notice);
        reads = new Reads(store);
        writer = new Writer(store::open, threads);
    }

    private void notice(String text) {
        synchronized (notices) {
            notices.add(text);
        }
    }

    /** What people should know of the file, once. */
    public List<String> takeNotices() {
        synchronized (notices) {
            List<String> taken = List.copyOf(notices);
            notices.clear();
            return taken;
        }
    }

    // ---- sessions that are open here ----

    /** Begins to keep a session without a name; nothing is written before it has an entry. Does not block. */
    public SessionJournal create(StoredSession session) {
        return new StoredJournal(this, session, 0, session.engine(), newToken(), 0, 0, Optional.empty());
    }

    /** Begins to keep a session that has a name, which no other of the agent may have. */
    public SessionJournal createNamed(StoredSession session) throws InterruptedException {
        return createUnlessTaken(session)
                .orElseThrow(() -> taken(session.name(), session.agent().value()));
    }

    /** The same; empty where another session of the agent has the name. */
    public Optional<SessionJournal> createUnlessTaken(StoredSession session) throws InterruptedException {
        String token = newToken();
        Optional<Long> id = writer.call(database -> {
            if (isTaken(database, session.name(), session.agent().value())) {
                return Optional.empty();
            }
            long made = SessionRows.insert(database, session);
            Leases.hold(database, made, token, clock.instant());
            return Optional.of(made);
        });
        return id.map(made -> new StoredJournal(this, session, made, session.engine(), token, 0, 0, Optional.empty()));
    }

    private static boolean isTaken(Database database, Optional<String> name, String agent) {
        return database.number("SELECT 1 FROM session WHERE name = ? AND agent = ?", name, agent)
                .isPresent(); // no name is equal to none
    }

    private static AgentException taken(Optional<String> name, String agent) {
        return wrong("there is a session \"" + name.orElse("") + "\" of " + agent + " already");
    }

    private static void refuseTaken(Database database, Optional<String> name, String agent) {
        if (isTaken(database, name, agent)) {
            throw taken(name, agent);
        }
    }

    /** How somebody waits for a session that another has open. */
    public interface Waiting {
        /** Whether to wait at all. */
        boolean patient();

        /** What it is wanted for, as those see it who look at what waits; may be empty. */
        String purpose();

        /** Told once who has it. */
        void waitsFor(String holder);
    }

    /**
     * Opens a session that is kept, waiting for whoever has it. A turn in which its host ended is closed first.
     *
     * @param engine who runs it from now on
     * @param wishes what is wished of the agent
     */
    public SessionJournal open(SessionKey key, EngineId engine, StoredSession.Wishes wishes, Waiting waiting)
            throws InterruptedException {
        Opening opening = new Opening(key, engine, wishes, newToken(), clock);
        return opening.open(this, writer, reads, waiting);
    }

    // ---- what is kept ----

    /** The session of a key. */
    public Optional<StoredSession> byKey(SessionKey key) {
        return row(key).map(SessionRow::session);
    }

    private Optional<SessionRow> row(SessionKey key) {
        return reads.ifThere(Optional.empty(), database -> SessionRows.byKey(database, key));
    }

    /** Sessions of a folder or of all, of an agent or of all, those first in which something happened last. */
    public List<StoredSession> list(Optional<Path> cwd, Optional<String> agent, int limit) {
        return sessions(
                "WHERE (?1 IS NULL OR cwd = ?1) AND (?2 IS NULL OR agent = ?2)" + LATEST_FIRST + " LIMIT ?3",
                cwd.map(Path::toString),
                agent,
                limit);
    }

    /** The session of a folder, of an agent or of all, in which something happened last; one without a turn is none to go on with. */
    public Optional<StoredSession> latest(Path cwd, Optional<String> agent) {
        return sessions(
                        "WHERE cwd = ?1 AND (?2 IS NULL OR agent = ?2) AND last_turn > 0" + LATEST_FIRST + " LIMIT 1",
                        cwd.toString(),
                        agent)
                .stream()
                .findFirst();
    }

    /** Like {@link #list}, those behind one of them, which was listed with this time. */
    public List<StoredSession> listBehind(
            SessionKey key, Instant updated, Optional<Path> cwd, Optional<String> agent, int limit) {
        return sessions(
                "WHERE (?1 IS NULL OR cwd = ?1) AND (?2 IS NULL OR agent = ?2) AND (updated < ?4 OR (updated = ?4"
                        + " AND id < (SELECT id FROM session WHERE key = ?5)))" + LATEST_FIRST + " LIMIT ?3",
                cwd.map(Path::toString),
                agent,
                limit,
                updated.toEpochMilli(),
                key.value());
    }

    /** The sessions in which nothing has happened since. */
    public List<StoredSession> olderThan(Instant since) {
        return sessions("WHERE updated < ?" + LATEST_FIRST, since.toEpochMilli());
    }

    /** The sessions with a name, one for each agent that has one. */
    public List<StoredSession> named(String name) {
        return sessions("WHERE name = ?" + LATEST_FIRST, name);
    }

    /** The sessions whose key begins so. */
    public List<StoredSession> keyed(String beginning) {
        return sessions("WHERE substr(key, 1, ?) = ?" + LATEST_FIRST, beginning.length(), beginning);
    }

    private static final String LATEST_FIRST = " ORDER BY updated DESC, id DESC";

    private List<StoredSession> sessions(String where, Object... values) {
        return reads.ifThere(List.<SessionRow>of(), database -> SessionRows.list(database, where, values)).stream()
                .map(SessionRow::session)
                .toList();
    }

    /** Whether there is a session of an agent. */
    public boolean hasAny(String agent) {
        return reads.ifThere(
                false,
                database -> database.number("SELECT 1 FROM session WHERE agent = ? LIMIT 1", agent)
                        .isPresent());
    }

    /** The turns of a session. */
    public List<StoredTurn> turns(SessionKey key) {
        return of(key, List.<StoredTurn>of(), SessionRows::turns);
    }

    /** Some entries after a number. */
    public EntryPage after(SessionKey key, long seq, int limit) {
        return of(key, NO_PAGE, (database, id) -> Entries.after(database, id, seq, limit));
    }

    /** The last entries. */
    public EntryPage last(SessionKey key, int limit) {
        return of(key, NO_PAGE, (database, id) -> Entries.last(database, id, 0, limit));
    }

    /** The last entries before a number. */
    public EntryPage before(SessionKey key, long seq, int limit) {
        return of(key, NO_PAGE, (database, id) -> Entries.before(database, id, seq, limit));
    }

    /** How the last turn that has ended came out. */
    public Optional<TurnReport> lastReport(SessionKey key) {
        return of(key, Optional.<TurnReport>empty(), SessionRows::lastReport);
    }

    private static final EntryPage NO_PAGE = new EntryPage(List.of(), OptionalLong.empty(), false);

    /** Who waits for a session, the first first. */
    public List<WaitingPrompt> waiting(SessionKey key) {
        return of(key, List.<WaitingPrompt>of(), Leases::waiting);
    }

    /** The sessions for which somebody waits, those first for which was waited first. */
    public List<StoredSession> awaited() {
        return reads.ifThere(List.<SessionRow>of(), Leases::awaited).stream()
                .map(SessionRow::session)
                .toList();
    }

    /** Takes somebody out of those who wait; false where it was not among them. */
    public boolean cancelWaiting(SessionKey key, long place) throws InterruptedException {
        boolean there = waiting(key).stream().anyMatch(each -> each.id() == place);
        return there && writer.call(database -> Leases.leave(database, place));
    }

    /** Where all these words stand. */
    public List<SearchHit> search(String words, int limit) throws InterruptedException {
        return new WordSearch(reads, writer).find(words, limit);
    }

    private static void refuseOpen(StoredSession session) {
        if (!session.holder().isEmpty()) {
            throw wrong("the session " + session.label() + " is in use by " + session.holder());
        }
    }

    /** Gives a session another name; no other process may have it open, which calls it by the old one. */
    public void rename(SessionKey key, String name) throws InterruptedException {
        writer.call(database -> {
            SessionRow row = SessionRows.byKey(database, key).orElseThrow(SessionStore::gone);
            if (!Leases.isHeldHere(database, row.id())) {
                refuseOpen(row.session());
            }
            if (!row.session().name().equals(Optional.of(name))) {
                refuseTaken(database, Optional.of(name), row.session().agent().value());
            }
            return database.update("UPDATE session SET name = ? WHERE id = ?", name, row.id());
        });
    }

    /** Removes a session, which nobody may have open. */
    public void remove(SessionKey key) throws InterruptedException {
        writer.call(database -> {
            SessionRow row = SessionRows.byKey(database, key).orElseThrow(SessionStore::gone);
            refuseOpen(row.session());
            remove(database, row.id());
            return row.id();
        });
    }

    /** Removes a session unless somebody has it open; false where that is so. */
    public boolean removeUnlessOpen(SessionKey key) throws InterruptedException {
        return writer.call(database -> {
            Optional<SessionRow> row = SessionRows.byKey(database, key)
                    .filter(found -> found.session().holder().isEmpty());
            row.ifPresent(found -> remove(database, found.id()));
            return row.isPresent();
        });
    }

    /** Copies a session under another key. */
    public StoredSession copy(SessionKey key, Optional<String> name, SessionId agentSession, String agentName)
            throws InterruptedException {
        SessionKey copy = SessionKey.random();
        writer.call(database -> {
            SessionRow row = SessionRows.byKey(database, key).orElseThrow(SessionStore::gone);
            refuseTaken(database, name, row.session().agent().value());
            Copy.of(database, row, copy, name, clock.instant());
            long id = SessionRows.byKey(database, copy).map(SessionRow::id).orElseThrow(SessionStore::gone);
            SessionRows.bind(database, id, row.session().engine(), Optional.of(agentSession), agentName);
            WordIndex.takeIn(database, id);
            return id;
        });
        return byKey(copy).orElseThrow(SessionStore::gone);
    }

    private static void remove(Database database, long id) {
        WordIndex.remove(database, id);
        Entries.remove(database, id);
        database.update("DELETE FROM session WHERE id = ?", id);
    }

    // ---- for journals ----

    <T> T read(Function<Database, T> work) {
        return reads.read(work);
    }

    void submit(Writer.Step step, boolean hurry) {
        if (!writer.submit(step, hurry)) {
            step.failed(new AgentException(ErrorCode.CLOSED, "the host is closed"));
        }
    }

    void hurry() {
        writer.hurry();
    }

    /** Takes the words of ended turns in, soon. */
    void takeIn(long id) {
        new WordSearch(reads, writer).takeIn(id);
    }

    /**
     * A journal ends: all it added is written first. A session that has said nothing leaves nothing.
     *
     * @param unwanted whether the session leaves nothing, whatever it has said
     */
    void giveUp(String token, LongSupplier id, boolean allKept, boolean unwanted) {
        try {
            writer.call(database -> {
                long session = id.getAsLong();
                if (session != 0) {
                    Leases.release(database, session, token);
                    if (allKept) {
                        SessionRows.clean(database, session);
                    }
                    database.number("SELECT id FROM session WHERE id = ? AND (last_seq = 0 OR ?)", session, unwanted)
                            .ifPresent(empty -> remove(database, empty));
                }
                return session;
            });
        } catch (AgentException broken) {
            notice("a session could not be closed in the store: " + broken.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the lease is void when this process has ended
        }
    }

    private <T> T of(SessionKey key, T nothing, SessionReader<T> work) {
        return reads.ifThere(
                nothing,
                database -> SessionRows.byKey(database, key)
                        .map(row -> work.read(database, row.id()))
                        .orElse(nothing));
    }

    private interface SessionReader<T> {
        T read(Database database, long id);
    }

    static AgentException wrong(String message) {
        return new AgentException(ErrorCode.CONFIGURATION, message);
    }

    static AgentException gone() {
        return new AgentException(ErrorCode.SESSION_NOT_FOUND, "the session is not there any more");
    }

    private static String newToken() {
        return UUID.randomUUID().toString();
    }

    /** Writes what was added, and closes the file. */
    @Override
    public void close() {
        writer.close();
        reads.close();
    }

    /** The time, as sessions note it. */
    public Instant now() {
        return clock.instant();
    }
}

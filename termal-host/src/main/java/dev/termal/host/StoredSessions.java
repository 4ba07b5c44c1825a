package dev.termal.host;

import dev.termal.api.SessionId;
import dev.termal.api.SessionInfo;
import dev.termal.host.event.EntryPage;
import dev.termal.host.event.SearchHit;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession;
import dev.termal.host.event.StoredTurn;
import dev.termal.host.event.TurnReport;
import dev.termal.host.event.WaitingPrompt;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The sessions that are kept, of all hosts that share a home, whether or not somebody has them open; and what agents keep by
 * themselves. To go on with one, see {@link SessionSpec.Builder#session}.
 *
 * <p>Methods may be called from any thread and may wait for the disk. Failures are {@link dev.termal.api.AgentException}s:
 * {@code SESSION_NOT_FOUND}, or {@code CONFIGURATION} where the file cannot be used.
 */
public interface StoredSessions {
    /**
     * Lists them, those first in which something happened last.
     *
     * @param folder the working folder, by whatever path; empty for those of all
     * @param agent whose; empty for those of all
     * @param limit how many at most
     */
    List<StoredSession> list(Optional<Path> folder, Optional<String> agent, int limit);

    /**
     * The same, those behind one of them in that order.
     *
     * @param updated when something happened last in that one, as it was listed
     */
    List<StoredSession> listBehind(
            SessionKey key, Instant updated, Optional<Path> folder, Optional<String> agent, int limit);

    /** Refuses, with {@code EXECUTABLE_NOT_FOUND}, an agent that is not known and of which no session is kept. */
    void requireAgent(String agent);

    /**
     * The session of a name, or of a key, or of the beginning of one (8 characters or more).
     *
     * @param agent whose, where several have one of that name
     */
    StoredSession find(String reference, Optional<String> agent);

    /** The session of a key, where it is kept. */
    Optional<StoredSession> get(SessionKey key);

    /** The turns of a session. */
    List<StoredTurn> turns(SessionKey key);

    /** Some entries after a number, in order; 0 for the first. */
    EntryPage after(SessionKey key, long seq, int limit);

    /** The last entries, in order. */
    EntryPage last(SessionKey key, int limit);

    /** The last entries before a number, in order; there are more where the page tells so: older ones. */
    EntryPage before(SessionKey key, long seq, int limit);

    /** How the last turn that has ended came out. */
    Optional<TurnReport> lastReport(SessionKey key);

    /**
     * Follows a session, whoever has it open: what is kept after a number, then what comes, at most a second later.
     *
     * @param reader gets pages that are not empty, one at a time, on a thread of the host
     */
    TermalSession.Reading follow(SessionKey key, long afterSeq, Consumer<EntryPage> reader);

    /**
     * Where words stand in prompts, messages of agents and titles of tool calls of turns that have ended; the newest first.
     *
     * @param words all of them must stand there; those in quotes together
     */
    List<SearchHit> search(String words, int limit) throws InterruptedException;

    /** Gives a session another name, which no other of its agent may have. */
    void rename(SessionKey key, String name) throws InterruptedException;

    /** Removes a session; one that is open is refused. The agent's own record of it stays. */
    void remove(SessionKey key) throws InterruptedException;

    /**
     * Removes the sessions in which nothing has happened since, but for those that are open.
     *
     * @param named whether those with a name, too
     * @param dryRun only tells which these are
     * @return those that were removed
     */
    List<StoredSession> prune(Instant since, boolean named, boolean dryRun) throws InterruptedException;

    /**
     * Copies a session, with its agent's conversation; the two go on apart.
     *
     * @param name what the copy is called, where it has a name
     */
    StoredSession fork(SessionKey key, Optional<String> name) throws InterruptedException;

    /** The sessions for which somebody waits, those first for which was waited first. */
    List<StoredSession> awaited();

    /** Who waits for a session that is open, the first first. */
    List<WaitingPrompt> waiting(SessionKey key);

    /** Takes somebody out of those who wait, who then fails with {@code CANCELLED}; false where it was not among them. */
    boolean cancelWaiting(SessionKey key, long id) throws InterruptedException;

    /** The sessions that an agent keeps by itself; may start it, which spends no tokens. */
    List<SessionInfo> ofAgent(SessionSpec spec) throws InterruptedException;

    /** Removes a session that an agent keeps by itself, where it can do that. */
    void removeOfAgent(SessionSpec spec, SessionId id) throws InterruptedException;

    /** What a person should know of the file, a line each; each is told once. */
    List<String> notices();
}

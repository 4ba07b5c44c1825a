package dev.termal.host.store;

import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession.Wishes;
import java.util.List;
import java.util.Optional;

/**
 * Where one open session is kept. Adding returns at once; what became of it is told later.
 *
 * <p>Thread-safe; only {@link #after}, {@link #last} and {@link #close} may wait for the disk.
 */
public interface SessionJournal {
    /** Told what became of entries, on the thread that writes, with no lock held. */
    interface Listener {
        /** All up to this number is kept. */
        void committed(long seq);

        /** Nothing more is kept of this session, and why, in words for people. */
        void failed(String why);

        /** Something that people should know. */
        void notice(String text);
    }

    /** Keeps nothing. */
    static SessionJournal none() {
        return new UnkeptJournal();
    }

    /** Whether this must be kept before anybody sees it. */
    static boolean isBracket(EntryBody body) {
        return Brackets.has(body);
    }

    /** The host's name for the session. */
    SessionKey key();

    /** The number after which the next entry is to be numbered. */
    long numberedUpTo();

    /** The turn after which the next is to be numbered. */
    int lastTurn();

    /** Whether anything is kept. */
    boolean keeps();

    /** Says who is told; before the first entry is added. */
    void listen(Listener listener);

    /** Takes the next entry. */
    void add(SessionEntry entry);

    /** Notes what the agent is known by; kept with the next entry. */
    void bind(Binding binding);

    /** What was wished of the agent's session when it was opened. */
    Wishes wishes();

    /** Notes what is wished of the agent's session from now on; kept with the next entry. */
    void wish(Wishes wishes);

    /** What the agent was known by when the session was opened; empty where this engine had no turn in it. */
    Optional<Binding> binding();

    /** The last entry that the conversation by this engine took part in when the session was opened; 0 for none. */
    long seen();

    /** The last of the entries after a number that are kept, at most so many, in order. */
    List<SessionEntry> last(long afterSeq, int limit);

    /** Some of the entries after a number that are kept, in order; empty at the end of those. */
    List<SessionEntry> after(long seq);

    /** The agent could not be reached: what was wished of it is not kept, and of a session that began by it nothing is. */
    void notReached();

    /** Keeps all that was added and gives the session up, within a bound. Does nothing the second time. */
    void close();
}

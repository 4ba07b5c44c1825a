package dev.termal.host.session;

import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import java.util.function.Consumer;

/**
 * The one ordered, numbered stream of a session: entries are appended, then shown to all who read.
 *
 * <p>Thread-safe. Each reader gets the entries one at a time, in order, on a thread that is not the appender's, with no lock
 * held; so a slow one holds up nobody but, through {@link #awaitRoom}, the agent.
 */
interface EntryLog {
    /** Appends an entry and returns at once, whatever the readers do. */
    SessionEntry append(int turn, EntryBody body);

    /** Reads what is there after a number, then what comes. What a reader throws is logged, and it goes on. */
    Reading read(long afterSeq, Consumer<SessionEntry> reader);

    /** Whether every reader keeps up with what is appended. */
    boolean hasRoom();

    /** Waits until {@link #hasRoom}; returns at once on a reader's own thread and once the log is closed. */
    void awaitRoom() throws InterruptedException;

    /** Waits until all who read have seen an entry; returns once the log is closed. */
    void awaitSeen(long seq) throws InterruptedException;

    /** Whether the calling thread is just delivering an entry of this log. */
    boolean onReaderThread();

    /** Takes no more entries; readers get what is there and are done. */
    void close();
}

package dev.termal.host.permission;

import dev.termal.host.event.EntryBody;

/**
 * Where a desk writes what is asked and answered, and where it says that somebody is being waited for.
 *
 * <p>Implemented by a session. Called with the desk's lock held, so that the order told is the order in which it happened:
 * an implementation must neither block nor call back.
 */
public interface DeskJournal {
    /** Writes an entry. */
    void write(EntryBody body);

    /** A request has been left open; the agent is not to blame for the time until {@link #release}. */
    void hold();

    /** A request that was left open is settled. */
    void release();
}

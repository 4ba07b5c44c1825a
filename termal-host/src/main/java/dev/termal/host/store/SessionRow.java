package dev.termal.host.store;

import dev.termal.host.event.StoredSession;

/**
 * A session with what only the store needs to know of it.
 *
 * @param clean whether all that was shown of it is kept
 * @param openTurn the turn that has begun and not ended; 0 for none
 */
public record SessionRow(long id, StoredSession session, boolean clean, int openTurn) {
    /**
     * Numbers that may have been shown and not kept when a host is killed: these are never given again. More cannot have
     * been, since the agent waits when so much is not committed.
     */
    static final long LOST_AT_MOST = 1 << 18;

    /** The number after which the next entry is numbered. */
    long numberedUpTo() {
        return session.lastSeq() + (clean ? 0 : LOST_AT_MOST);
    }
}

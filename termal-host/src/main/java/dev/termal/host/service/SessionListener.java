package dev.termal.host.service;

import dev.termal.host.event.SessionKey;
import java.util.List;

/** Who wants to know of sessions. Told by one thread at a time; must not block. Numbers rise, across restarts too. */
public interface SessionListener {
    /** First: the newest sessions, in which something happened last first. */
    void listed(long number, List<SessionSummary> sessions);

    /** A session is new or has changed. */
    void changed(long number, SessionSummary session);

    /** A session was removed. */
    void removed(long number, SessionKey key);
}

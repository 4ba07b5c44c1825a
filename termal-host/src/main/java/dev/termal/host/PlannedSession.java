package dev.termal.host;

import dev.termal.host.event.SessionEntry;
import java.util.function.Consumer;

/**
 * A session that is chosen and prepared, and not opened yet: what was looked up for the plan is not looked up again. Made by
 * {@link Termal#planned}; holds nothing that would have to be closed. It may be opened once, from any thread.
 */
public interface PlannedSession {
    /** What {@link #open} would do. */
    SessionPlan plan();

    /**
     * Starts the agent and opens the session as was planned; see {@link Termal#open(SessionSpec, Consumer)}. Where meanwhile
     * somebody else has begun a session of the name that was free, it goes on with that one.
     *
     * @param meanwhile told the session's entries until it is open, on a thread of the host; they stay in its stream
     * @param whenWaiting told once, in words for people, for whom is waited
     */
    TermalSession open(Consumer<SessionEntry> meanwhile, Consumer<String> whenWaiting) throws InterruptedException;
}

package dev.termal.engine.acp;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The turn that runs in a session, one at a time until the session is closed. Thread-safe. */
final class Turns {
    private @Nullable Turn current; // guarded by this, as all below
    private boolean closed;

    synchronized Turn begin() {
        if (closed) {
            throw new AgentException(ErrorCode.CLOSED, "the session is closed");
        }
        if (current != null) {
            throw new AgentException(ErrorCode.UNSUPPORTED, "the session runs a turn; one runs at a time");
        }
        Turn begun = new Turn();
        current = begun;
        return begun;
    }

    void end(Turn turn) {
        turn.end();
        turn.awaitTold();
        synchronized (this) {
            current = null;
        }
    }

    synchronized Optional<Turn> current() {
        return Optional.ofNullable(current);
    }

    /** Whether nothing is to be asked of the host any more: the turn is cancelled, or the session closed. */
    synchronized boolean isCancelling() {
        return closed || (current != null && current.isCancelled());
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** No turn begins from now on; false where that was so before. */
    synchronized boolean close() {
        boolean first = !closed;
        closed = true;
        return first;
    }
}

package dev.termal.host.mcp;

import dev.termal.api.RawJson;
import org.jspecify.annotations.Nullable;

/** A call as it was asked for over HTTP, from its message on; brings it together with who waits for the answer. Thread-safe. */
final class AgentCall {
    /** The request's attribute that holds it. */
    static final String ATTRIBUTE = AgentCall.class.getName();

    private final AgentMessage message;
    private boolean lost; // guarded by this, as the next
    private @Nullable Waiting waiting;

    AgentCall(AgentMessage message) {
        this.message = message;
    }

    /** The agent's own id, as it is in JSON. */
    String request() {
        return message.id();
    }

    RawJson arguments() {
        return message.arguments();
    }

    /** The call has begun. */
    void waits(Waiting begun) {
        boolean late;
        synchronized (this) {
            waiting = begun;
            late = lost;
        }
        if (late) {
            begun.lost().run();
        }
    }

    /** The agent has gone away. */
    void lost() {
        Waiting begun;
        synchronized (this) {
            lost = true;
            begun = waiting;
        }
        if (begun != null) {
            begun.lost().run();
        }
    }
}

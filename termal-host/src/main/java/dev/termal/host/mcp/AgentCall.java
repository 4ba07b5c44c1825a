package dev.termal.host.mcp;

import dev.termal.api.RawJson;
import dev.termal.host.json.Json;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A call as it was asked for over HTTP, from its message on; brings it together with who waits for the answer. Thread-safe. */
final class AgentCall {
    /** The request's attribute that holds it. */
    static final String ATTRIBUTE = AgentCall.class.getName();

    private final JsonNode message;
    private boolean lost; // guarded by this, as the next
    private @Nullable Waiting waiting;

    AgentCall(JsonNode message) {
        this.message = message;
    }

    /** The agent's own id, as it is in JSON. */
    String request() {
        return message.path("id").toString();
    }

    RawJson arguments() {
        JsonNode arguments = message.path("params").path("arguments");
        return new RawJson(arguments.isObject() ? Json.line(arguments) : "{}");
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

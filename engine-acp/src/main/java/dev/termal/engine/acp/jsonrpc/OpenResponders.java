package dev.termal.engine.acp.jsonrpc;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/** The peer's requests without an answer yet, by their ids. Added by one thread; from any otherwise. */
final class OpenResponders {
    /** How many may be open at once. */
    static final int MOST = 1024;

    private final Map<JsonNode, Responder> open = new ConcurrentHashMap<>();

    /** False where too many are open. */
    boolean add(Responder responder) {
        if (open.size() >= MOST) {
            return false;
        }
        open.put(responder.id(), responder);
        return true;
    }

    void remove(Responder responder) {
        open.remove(responder.id(), responder);
    }

    /** The peer takes a request back; one that is not open is nothing. */
    void cancel(JsonNode id) {
        Optional.ofNullable(open.get(id)).ifPresent(Responder::cancel);
    }

    /** The connection has ended. */
    void cancelAll() {
        open.values().forEach(Responder::cancel);
        open.clear();
    }
}

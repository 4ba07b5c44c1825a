package dev.termal.engine.acp.jsonrpc;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/** The peer's requests without an answer yet, by their ids. Added by one thread; from any otherwise. */
final class OpenResponders {
    /** How many may be open at once. */
    static final int MOST = 1024;

    private final Set<Responder> open = ConcurrentHashMap.newKeySet(); // no map: an agent may use an id twice

    /** False where too many are open. */
    boolean add(Responder responder) {
        return open.size() < MOST && open.add(responder);
    }

    void remove(Responder responder) {
        open.remove(responder);
    }

    /** The peer takes a request back; one that is not open is nothing. */
    void cancel(JsonNode id) {
        open.stream().filter(responder -> responder.id().equals(id)).forEach(Responder::cancel);
    }

    /** The connection has ended. */
    void cancelAll() {
        open.forEach(Responder::cancel);
        open.clear();
    }
}

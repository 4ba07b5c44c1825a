package dev.termal.engine.acp;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * Updates of sessions whose ids are not known yet: agents send them before the answer that names the session. For the
 * dispatching thread only.
 */
final class EarlyUpdates {
    private final int limit;
    private final Map<String, List<JsonNode>> bySession = new HashMap<>();
    private int size;

    EarlyUpdates(int limit) {
        this.limit = limit;
    }

    /** Keeps one; false where there are too many. */
    boolean add(String session, JsonNode update) {
        if (size == limit) {
            return false;
        }
        size++;
        bySession.computeIfAbsent(session, id -> new ArrayList<>()).add(update);
        return true;
    }

    /** Gives what was kept for a session, in order, and forgets it. */
    List<JsonNode> take(String session) {
        List<JsonNode> found = bySession.remove(session);
        if (found == null) {
            return List.of();
        }
        size -= found.size();
        return found;
    }

    /** Forgets what nobody can ask for any more; gives how many that were. */
    int clear() {
        int dropped = size;
        bySession.clear();
        size = 0;
        return dropped;
    }
}

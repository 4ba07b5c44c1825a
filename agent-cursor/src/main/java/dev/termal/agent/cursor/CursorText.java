package dev.termal.agent.cursor;

import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * What the agent says, each word once: the CLI tells it in pieces, and tells the whole again before a tool and at the end. A
 * piece has a time and belongs to no call of a model; a whole is told by either. For one thread.
 */
final class CursorText {
    /** What is compared; a message beyond it is no longer told from its repetition. */
    private static final int MAX_CHARS = 4 * 1024 * 1024;

    private final StringBuilder since = new StringBuilder(); // the last tool
    private boolean any;

    /** What is new in an event. */
    String fresh(JsonNode event) {
        String text = text(event.path("message").path("content"));
        boolean piece = event.has("timestamp_ms") && !event.has("model_call_id");
        String told = since.toString();
        String fresh = piece || !text.startsWith(told) ? text : text.substring(told.length());
        if (since.length() + fresh.length() <= MAX_CHARS) {
            since.append(fresh);
        }
        any |= !fresh.isBlank();
        return fresh;
    }

    /** A tool begins or ends: what is said now begins anew. */
    void interrupted() {
        since.setLength(0);
    }

    /** Whether anything was said at all. */
    boolean saidAnything() {
        return any;
    }

    private static String text(JsonNode content) {
        if (!content.isArray()) {
            return JsonLines.text(content);
        }
        return content.valueStream()
                .filter(block -> JsonLines.text(block.path("type")).equals("text"))
                .map(block -> JsonLines.text(block.path("text")))
                .collect(Collectors.joining());
    }
}

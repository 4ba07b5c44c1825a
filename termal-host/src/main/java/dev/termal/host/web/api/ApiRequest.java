package dev.termal.host.web.api;

import dev.termal.host.event.SessionKey;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What is asked for.
 *
 * @param path the values of the route's placeholders
 * @param query the parameters, each at most once
 * @param body empty where nothing was sent
 * @param lastEventId what a reader of events has seen last
 */
record ApiRequest(
        Map<String, String> path, Map<String, String> query, Optional<JsonNode> body, Optional<String> lastEventId) {
    private static final long MAX_SEQ = 1L << 40; // numbers of entries stay below

    ApiRequest {
        path = Map.copyOf(path);
        query = Map.copyOf(query);
    }

    String path(String name) {
        return path.getOrDefault(name, "");
    }

    /** The session that the path names. */
    SessionKey key() {
        return new SessionKey(path("key"));
    }

    Optional<String> query(String name) {
        return Optional.ofNullable(query.get(name));
    }

    /** A whole number within bounds. */
    int limit(int otherwise, int most) {
        return (int) number("limit", query("limit"), 1, most)
                .orElse((long) otherwise)
                .longValue();
    }

    /** The number of an entry. */
    Optional<Long> seq(String name) {
        return number(name, query(name), 0, MAX_SEQ - 1);
    }

    /** The entry that a reader of events has seen last: its header, else the parameter; 0 for none. */
    long after() {
        return number("Last-Event-ID", lastEventId, 0, MAX_SEQ - 1)
                .or(() -> seq("after"))
                .orElse(0L);
    }

    private static Optional<Long> number(String name, Optional<String> text, long least, long most) {
        return text.map(digits -> {
            try {
                long number = Long.parseLong(digits);
                if (number >= least && number <= most) {
                    return number;
                }
            } catch (NumberFormatException noNumber) {
                // told below
            }
            throw Problem.field(name, "must be a whole number from " + least + " to " + most);
        });
    }

    /** The fields of the body; without a body there are none. */
    BodyFields fields() {
        return new BodyFields(body);
    }
}

package dev.termal.host.web.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A method and a path, and who answers.
 *
 * @param path such as {@code /sessions/{key}}
 * @param slow whether it may wait long for an agent; only some of these run at a time
 */
record Route(String method, String path, boolean slow, Action action) {
    /** Answers. Failures that are not {@link Problem}s become some. */
    interface Action {
        /** Answers; may block. */
        ApiAnswer answer(ApiRequest request) throws InterruptedException;
    }

    static Route of(String method, String path, Action action) {
        return new Route(method, path, false, action);
    }

    static Route slow(String method, String path, Action action) {
        return new Route(method, path, true, action);
    }

    /** Whether it is all about reading. */
    boolean reads() {
        return method.equals("GET");
    }

    /** The values of the placeholders, where it is this path. */
    Optional<Map<String, String>> match(String asked) {
        List<String> wanted = parts(path);
        List<String> given = parts(asked);
        if (wanted.size() != given.size()) {
            return Optional.empty();
        }
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < wanted.size(); i++) {
            String part = wanted.get(i);
            if (part.startsWith("{")) {
                if (given.get(i).isBlank()) {
                    return Optional.empty();
                }
                values.put(part.substring(1, part.length() - 1), given.get(i));
            } else if (!part.equals(given.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(values);
    }

    private static List<String> parts(String path) {
        List<String> parts = new ArrayList<>();
        int from = 0;
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', from)) {
            parts.add(path.substring(from, slash));
            from = slash + 1;
        }
        parts.add(path.substring(from));
        return parts;
    }
}

package dev.termal.host.event;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Errors of a model's API, which agents pass on as the JSON that they got, often JSON in a text of JSON. */
final class ErrorText {
    private static final List<String> EXPLAINING = List.of("message", "error", "detail", "details");
    private static final int MAX_DEPTH = 8;

    private ErrorText() {}

    /** The same with the JSON in it replaced by what it says to people, where it says something. */
    static String readable(String text) {
        return readable(text, 0);
    }

    private static String readable(String text, int depth) {
        int start = text.indexOf('{');
        int end = text.lastIndexOf('}') + 1;
        if (start < 0 || end <= start || depth > MAX_DEPTH) {
            return text;
        }
        return json(text.substring(start, end))
                .flatMap(json -> said(json, depth))
                .map(said -> text.substring(0, start) + said + text.substring(end))
                .orElse(text);
    }

    /** Whether any text or number in the JSON is missing in what is shown of it. */
    static boolean saysMore(String json, String shown) {
        return json(json).map(node -> saysMore(node, shown, 0)).orElse(true);
    }

    private static boolean saysMore(JsonNode node, String shown, int depth) {
        if (node.isContainer()) {
            return depth > MAX_DEPTH || node.valueStream().anyMatch(child -> saysMore(child, shown, depth + 1));
        }
        String said = readable(node.asString("")).strip();
        return !shown.contains(said) && !shown.contains(said.replaceAll("\\s+", " "));
    }

    private static Optional<JsonNode> json(String text) {
        try {
            return Optional.of(JsonMapper.shared().readTree(text));
        } catch (JacksonException notJson) {
            return Optional.empty();
        }
    }

    private static Optional<String> said(JsonNode node, int depth) {
        if (node.isString()) {
            return Optional.of(node.stringValue())
                    .filter(said -> !said.isBlank())
                    .map(said -> readable(said, depth + 1));
        }
        Stream<JsonNode> children =
                node.isArray() ? node.valueStream() : EXPLAINING.stream().map(node::path);
        return depth > MAX_DEPTH
                ? Optional.empty()
                : children.flatMap(child -> said(child, depth + 1).stream()).findFirst();
    }
}

package dev.termal.engine.acp;

import dev.termal.api.ToolCall;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Folds one wire form of a tool call into the state before it: a field that is omitted, null or malformed keeps what was
 * known, a list replaces the list.
 *
 * <p>What only a binding knows it says by rewriting the message: {@code tool}, {@code command} and {@code mcpServer} in
 * {@code _meta.termal}.
 */
final class ToolCallReader {
    private ToolCallReader() {}

    static ToolCall fold(ToolCall before, JsonNode node) {
        ToolCall.Builder call = before.toBuilder();
        Json.word(node, "title").ifPresent(call::title);
        Json.word(node, "kind")
                .ifPresent(word -> call.kind(Json.constant(ToolCall.Kind.values(), word, ToolCall.Kind.OTHER)));
        Json.word(node, "status")
                .ifPresent(word -> call.status(Json.constant(ToolCall.Status.values(), word, ToolCall.Status.OTHER)));
        if (node.path("content").isArray()) {
            call.content(content(node));
        }
        if (node.path("locations").isArray()) {
            call.locations(locations(node));
        }
        JsonNode input = node.path("rawInput");
        if (isGiven(input)) {
            call.input(Json.raw(input));
            command(input).ifPresent(call::command);
        }
        JsonNode output = node.path("rawOutput");
        if (isGiven(output)) {
            call.output(Json.raw(output));
        }
        Json.word(node, "name").ifPresent(call::tool);
        JsonNode known = node.path("_meta").path("termal");
        Json.word(known, "tool").ifPresent(call::tool);
        Json.word(known, "command").ifPresent(call::command);
        Json.word(known, "mcpServer").ifPresent(call::mcpServer);
        return call.build();
    }

    private static boolean isGiven(JsonNode node) {
        return !node.isMissingNode() && !node.isNull();
    }

    private static List<ToolCall.Content> content(JsonNode node) {
        List<ToolCall.Content> found = new ArrayList<>();
        for (JsonNode item : Json.objects(node, "content")) {
            content(Json.text(item, "type").orElse(""), item).ifPresent(found::add);
        }
        return found;
    }

    private static Optional<ToolCall.Content> content(String type, JsonNode item) {
        return switch (type) {
            case "content" -> ContentMapper.read(item.path("content")).map(ToolCall.Content.Block::new);
            case "diff" ->
                Json.path(item, "path")
                        .map(path -> new ToolCall.Content.Diff(
                                path, Json.text(item, "oldText"), Json.text(item, "newText")));
            case "terminal" -> Json.word(item, "terminalId").map(ToolCall.Content.Terminal::new);
            // Some agents put bare blocks here; a type that nobody knows is kept as one.
            default -> ContentMapper.read(item).map(ToolCall.Content.Block::new);
        };
    }

    private static List<ToolCall.Location> locations(JsonNode node) {
        List<ToolCall.Location> found = new ArrayList<>();
        for (JsonNode item : Json.objects(node, "locations")) {
            Optional<Path> path = Json.path(item, "path");
            path.ifPresent(at -> found.add(new ToolCall.Location(at, Json.smallCount(item, "line"))));
        }
        return found;
    }

    /** The command line that the arguments name; anything less plain stays unknown. */
    private static Optional<String> command(JsonNode input) {
        Optional<String> line = Json.word(input, "command");
        if (line.isPresent() || !input.path("command").isArray()) {
            return line;
        }
        List<String> words = Json.texts(input, "command");
        return words.isEmpty() || words.size() != input.path("command").size()
                ? Optional.empty()
                : Optional.of(words.stream().map(ToolCallReader::quoted).collect(Collectors.joining(" ")));
    }

    private static String quoted(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}

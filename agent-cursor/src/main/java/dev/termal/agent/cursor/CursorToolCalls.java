package dev.termal.agent.cursor;

import dev.termal.api.ContentBlock;
import dev.termal.api.RawJson;
import dev.termal.api.ToolCall;
import dev.termal.api.ToolCall.Content;
import dev.termal.api.ToolCall.Kind;
import dev.termal.api.ToolCall.Location;
import dev.termal.api.ToolCall.Status;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The tool calls of one turn. A call stands under a key that names its kind ({@code shellToolCall}), among keys that say when
 * it ran; its result stands under a key that says how it ended. For one thread.
 */
final class CursorToolCalls {
    private static final String SUFFIX = "ToolCall";
    private static final String SHELL = "shell";
    private static final String MCP = "mcp";

    /** The arguments that say best what a call is about, the best first. */
    private static final List<String> SUBJECTS = List.of(
            "command",
            "path",
            "targetDirectory",
            "globPattern",
            "pattern",
            "query",
            "searchTerm",
            "url",
            "description");

    /** Where the words of a result stand, the best place first. */
    private static final List<String> WORDS =
            List.of("stdout", "content", "output", "reason", "errorMessage", "error", "message", "stderr");

    private final Map<String, ToolCall> open = new HashMap<>();
    private int unnamed;

    /** A call as it is now, with the arguments it was told with. */
    record Told(ToolCall call, JsonNode arguments) {}

    /** What an event tells; empty where it tells of no call. */
    Optional<Told> told(ObjectNode event) {
        JsonNode wrapper = event.path("tool_call");
        return wrapper.propertyNames().stream()
                .filter(key -> key.endsWith(SUFFIX) && wrapper.path(key).isObject())
                .findFirst()
                .map(key -> told(event, key.substring(0, key.length() - SUFFIX.length()), wrapper.path(key)));
    }

    private Told told(ObjectNode event, String tool, JsonNode body) {
        String id = JsonLines.word(event.path("call_id"))
                .or(() -> JsonLines.word(event.path("tool_call").path("toolCallId")))
                .orElseGet(() -> "unnamed-" + ++unnamed);
        JsonNode arguments = body.path("args");
        ToolCall known = Optional.ofNullable(open.remove(id)).orElseGet(() -> announced(id, tool, arguments));
        ToolCall call = JsonLines.text(event.path("subtype")).equals("completed")
                ? ended(known, body.path("result"))
                : known.toBuilder().status(Status.IN_PROGRESS).build();
        if (!call.status().isFinal()) {
            open.put(id, call);
        }
        return new Told(call, arguments);
    }

    private static ToolCall announced(String id, String tool, JsonNode arguments) {
        ToolCall.Builder call = ToolCall.builder(id)
                .tool(tool)
                .kind(kind(tool))
                .title(title(tool, arguments))
                .locations(path(arguments.path("path")).stream()
                        .map(path -> new Location(path, OptionalInt.empty()))
                        .toList());
        if (arguments.isObject()) {
            call.input(new RawJson(arguments.toString()));
        }
        if (tool.equals(SHELL)) {
            JsonLines.word(arguments.path("command")).ifPresent(call::command);
        }
        if (tool.equals(MCP)) {
            JsonLines.word(arguments.path("toolName")).ifPresent(call::tool);
            JsonLines.word(arguments.path("providerIdentifier")).ifPresent(call::mcpServer);
        }
        // A turn may end right after a plan, which stands nowhere else.
        JsonLines.word(arguments.path("plan")).ifPresent(plan -> call.content(List.of(block(plan))));
        return call.build();
    }

    private static ToolCall ended(ToolCall call, JsonNode result) {
        String how = result.propertyNames().stream()
                .filter(key -> result.path(key).isObject())
                .findFirst()
                .orElse("");
        JsonNode body = how.isEmpty() ? MissingNode.getInstance() : result.path(how);
        ToolCall.Builder ended = call.toBuilder().status(status(how, body));
        List<Content> content = new ArrayList<>(call.content());
        diff(body).ifPresent(content::add);
        if (content.isEmpty()) {
            words(body).ifPresent(text -> content.add(block(text)));
        }
        ended.content(content);
        if (result.isObject()) {
            ended.output(new RawJson(result.toString()));
        }
        return ended.build();
    }

    private static Status status(String how, JsonNode body) {
        return switch (how) {
            case "success" -> body.path("isError").asBoolean(false) ? Status.FAILED : Status.COMPLETED;
            case "rejected", "permissionDenied" -> Status.REJECTED;
            case "failure", "error", "timeout", "spawnError", "fileNotFound" -> Status.FAILED;
            default -> Status.OTHER;
        };
    }

    private static Optional<Content> diff(JsonNode body) {
        JsonNode after = body.path("afterFullFileContent");
        return path(body.path("path"))
                .filter(path -> after.isString())
                .map(path -> new Content.Diff(
                        path,
                        Optional.of(body.path("beforeFullFileContent"))
                                .filter(JsonNode::isString)
                                .map(JsonNode::asString),
                        Optional.of(after.asString())));
    }

    private static Optional<String> words(JsonNode body) {
        return WORDS.stream()
                .map(body::path)
                .flatMap(
                        node -> JsonLines.word(
                                node.isArray() ? node.path(0).path("text").path("text") : node)
                                .stream())
                .findFirst();
    }

    private static Content block(String text) {
        return new Content.Block(ContentBlock.text(text));
    }

    private static Kind kind(String tool) {
        return switch (tool) {
            case SHELL -> Kind.EXECUTE;
            case "read", "readLints" -> Kind.READ;
            case "edit", "write", "applyPatch" -> Kind.EDIT;
            case "delete" -> Kind.DELETE;
            case "ls", "glob", "grep", "semSearch", "webSearch" -> Kind.SEARCH;
            case "fetch", "webFetch" -> Kind.FETCH;
            case "updateTodos", "readTodos", "createPlan", "task" -> Kind.THINK;
            default -> Kind.OTHER;
        };
    }

    private static String title(String tool, JsonNode arguments) {
        if (tool.equals(MCP)) {
            return JsonLines.word(arguments.path("toolName")).orElse(MCP);
        }
        Optional<String> subject = SUBJECTS.stream()
                .flatMap(key -> JsonLines.word(arguments.path(key)).stream())
                .findFirst();
        return tool.equals(SHELL)
                ? subject.orElse(SHELL)
                : subject.map(text -> tool + " " + text).orElse(tool);
    }

    private static Optional<Path> path(JsonNode node) {
        try {
            return JsonLines.word(node).map(Path::of).filter(Path::isAbsolute);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}

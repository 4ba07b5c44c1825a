package dev.termal.agent.gemini;

import dev.termal.api.ContentBlock;
import dev.termal.api.RawJson;
import dev.termal.api.ToolCall;
import dev.termal.api.ToolCall.Content;
import dev.termal.api.ToolCall.Kind;
import dev.termal.api.ToolCall.Location;
import dev.termal.api.ToolCall.Status;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The tool calls of one turn as the CLI's events tell them: announced before anything was decided, then ended. */
final class GeminiToolCalls {
    private static final String SHELL = "run_shell_command";

    /** The parameters that say best what a call is about, the best first. */
    private static final List<String> SUBJECTS =
            List.of("file_path", "absolute_path", "path", "dir_path", "pattern", "query", "url", "prompt", "name");

    private static final List<String> PATHS = List.of("file_path", "absolute_path", "path", "dir_path");

    private final Map<String, ToolCall> open = new HashMap<>();
    private int unnamed;

    /** {@code tool_use}: the model asks for a tool. Whether it may run is decided afterwards. */
    ToolCall announced(ObjectNode event) {
        String tool = JsonLines.word(event.path("tool_name")).orElse("tool");
        JsonNode parameters = event.path("parameters");
        ToolCall.Builder call = ToolCall.builder(id(event))
                .tool(tool)
                .kind(kind(tool))
                .status(Status.PENDING)
                .locations(locations(parameters));
        if (parameters.isObject()) {
            call.input(new RawJson(parameters.toString()));
        }
        Optional<String> command = JsonLines.word(parameters.path("command")).filter(line -> tool.equals(SHELL));
        command.ifPresent(call::command);
        call.title(command.orElseGet(() -> title(tool, parameters)));
        return remembered(call.build());
    }

    /** {@code tool_result}: it has run, or not. */
    ToolCall ended(ObjectNode event) {
        String id = id(event);
        JsonNode error = event.path("error");
        ToolCall.Builder call = Optional.ofNullable(open.remove(id))
                .map(ToolCall::toBuilder)
                .orElseGet(() -> ToolCall.builder(id))
                .status(status(event, error));
        JsonLines.word(event.path("output"))
                .or(() -> JsonLines.word(error.path("message")))
                .ifPresent(text -> call.content(List.of(new Content.Block(ContentBlock.text(text)))));
        if (!event.path("output").isMissingNode()) {
            call.output(new RawJson(event.path("output").toString()));
        }
        return call.build();
    }

    private ToolCall remembered(ToolCall call) {
        open.put(call.id(), call);
        return call;
    }

    private String id(ObjectNode event) {
        return JsonLines.word(event.path("tool_id")).orElseGet(() -> "unnamed-" + ++unnamed);
    }

    private static Status status(ObjectNode event, JsonNode error) {
        return switch (JsonLines.text(event.path("status"))) {
            case "success" -> Status.COMPLETED;
            case "error" ->
                switch (JsonLines.text(error.path("type"))) {
                    case "policy_violation", "permission_denied" -> Status.REJECTED;
                    default -> Status.FAILED;
                };
            case "cancelled" -> Status.CANCELLED;
            default -> Status.OTHER;
        };
    }

    /** What the tool does, in the words that the CLI itself uses over its other protocol. */
    private static Kind kind(String tool) {
        return switch (tool) {
            case "read_file", "read_many_files" -> Kind.READ;
            case "list_directory", "glob", "grep_search", "search_file_content", "google_web_search" -> Kind.SEARCH;
            case "write_file", "replace", "edit" -> Kind.EDIT;
            case SHELL -> Kind.EXECUTE;
            case "web_fetch" -> Kind.FETCH;
            case "save_memory", "write_todos", "update_topic" -> Kind.THINK;
            case "enter_plan_mode", "exit_plan_mode" -> Kind.SWITCH_MODE;
            default -> Kind.OTHER;
        };
    }

    private static String title(String tool, JsonNode parameters) {
        return SUBJECTS.stream()
                .flatMap(key -> JsonLines.word(parameters.path(key)).stream())
                .findFirst()
                .map(subject -> tool + " " + subject)
                .orElse(tool);
    }

    private static List<Location> locations(JsonNode parameters) {
        return PATHS.stream()
                .flatMap(key -> JsonLines.word(parameters.path(key)).stream())
                .flatMap(text -> absolute(text).stream())
                .map(path -> new Location(path, OptionalInt.empty()))
                .limit(1)
                .toList();
    }

    private static Optional<Path> absolute(String text) {
        try {
            return Optional.of(Path.of(text)).filter(Path::isAbsolute);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}

package dev.termal.agent.antigravity;

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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.IntFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The tool calls of a process. The CLI numbers its steps and gives no ids, and nothing says that the numbers go on in the next
 * turn or process, so an id is made of all three. For one thread.
 */
final class AntigravityToolCalls {
    private static final String SHELL = "run_command";
    private static final String MCP = "call_mcp_tool";

    private static final List<String> PATHS = List.of(
            "TargetFile", "AbsolutePath", "FilePath", "DirectoryPath", "SearchPath", "SearchDirectory", "Path", "path");

    /** The parameters that say best what a call is about, the best first. */
    private static final List<String> SUBJECTS = List.of("Query", "query", "Pattern", "pattern", "Url", "url", "Name");

    private final IntFunction<String> prefixes;
    private final Map<String, ToolCall> ofTurn = new HashMap<>();
    private int turn;
    private int unnamed;

    /**
     * Calls whose ids begin so.
     *
     * @param prefixes by the number of the turn
     */
    AntigravityToolCalls(IntFunction<String> prefixes) {
        this.prefixes = prefixes;
    }

    /** Calls of a process that no other has had. */
    static AntigravityToolCalls ofProcess() {
        String process = UUID.randomUUID().toString().substring(0, 8);
        return new AntigravityToolCalls(turn -> process + "-" + turn + "-");
    }

    /** A turn begins; the calls of the one before are not told of any more. */
    void beginTurn() {
        turn++;
        ofTurn.clear();
    }

    /** What a step tells of its call. */
    ToolCall told(ObjectNode step) {
        String id =
                prefixes.apply(turn) + JsonLines.word(step.path("step_index")).orElseGet(() -> "unnamed-" + ++unnamed);
        ToolCall.Builder call = Optional.ofNullable(ofTurn.get(id)).orElseGet(() -> announced(id, step)).toBuilder()
                .status(status(step));
        result(step).ifPresent(text -> call.content(List.of(new Content.Block(ContentBlock.text(text)))));
        JsonNode output = step.path("response_text");
        if (!output.isMissingNode()) {
            call.output(new RawJson(output.toString()));
        }
        ToolCall now = call.build();
        ofTurn.put(id, now);
        return now;
    }

    /** Whether a call of this turn has ended well. */
    boolean anyCompleted() {
        return ofTurn.values().stream().anyMatch(call -> call.status() == Status.COMPLETED);
    }

    /** A call that the CLI denied and told nowhere else: the one that failed last, else one without a name. */
    ToolCall denied(String words) {
        return ofTurn.values().stream()
                .filter(call -> call.status() != Status.COMPLETED && call.status() != Status.REJECTED)
                .reduce((earlier, later) -> later)
                .map(ToolCall::toBuilder)
                .orElseGet(() -> ToolCall.builder(prefixes.apply(turn) + "denied-" + ++unnamed)
                        .title("a tool that was denied"))
                .status(Status.REJECTED)
                .content(List.of(new Content.Block(ContentBlock.text(words))))
                .build();
    }

    private static ToolCall announced(String id, ObjectNode step) {
        JsonNode info = step.path("tool_info");
        String tool = JsonLines.word(step.path("tool_name"))
                .or(() -> JsonLines.word(info.path("name")))
                .orElse("tool");
        JsonNode parameters = info.path("parameters");
        List<Location> locations = locations(parameters);
        ToolCall.Builder call = ToolCall.builder(id).tool(tool).kind(kind(tool)).locations(locations);
        JsonNode input = tool.equals(MCP) ? parameters.path("Arguments") : parameters;
        if (input.isObject()) {
            call.input(new RawJson(input.toString()));
        }
        if (tool.equals(MCP)) {
            JsonLines.word(parameters.path("ServerName")).ifPresent(call::mcpServer);
            JsonLines.word(parameters.path("ToolName")).ifPresent(call::tool);
        }
        Optional<String> command =
                JsonLines.word(parameters.path("CommandLine")).filter(line -> tool.equals(SHELL));
        command.ifPresent(call::command);
        return call.title(command.orElseGet(() -> title(tool, parameters, locations)))
                .build();
    }

    private static String title(String tool, JsonNode parameters, List<Location> locations) {
        if (tool.equals(MCP)) {
            return JsonLines.word(parameters.path("ToolName")).orElse(tool);
        }
        return locations.stream()
                .map(location -> location.path().toString())
                .findFirst()
                .or(() -> SUBJECTS.stream()
                        .flatMap(key -> JsonLines.word(parameters.path(key)).stream())
                        .findFirst())
                .map(subject -> tool + " " + subject)
                .orElse(tool);
    }

    private static Status status(ObjectNode step) {
        return switch (JsonLines.text(step.path("state"))) {
            case "ACTIVE" -> Status.IN_PROGRESS;
            case "DONE" -> Status.COMPLETED;
            case "ERROR" ->
                error(step).filter(AntigravityToolCalls::isDenial).isPresent() ? Status.REJECTED : Status.FAILED;
            default -> Status.OTHER;
        };
    }

    private static boolean isDenial(String words) {
        String lower = words.toLowerCase(Locale.ROOT);
        return lower.contains("auto-denied") || lower.contains("permission denied by") || lower.contains("user denied");
    }

    private static Optional<String> result(ObjectNode step) {
        return error(step).or(() -> JsonLines.word(step.path("response_text")));
    }

    private static Optional<String> error(ObjectNode step) {
        return JsonLines.word(step.path("error_message"))
                .or(() -> JsonLines.word(step.path("tool_info").path("error").path("message")));
    }

    static Kind kind(String tool) {
        return switch (tool) {
            case SHELL -> Kind.EXECUTE;
            case "view_file" -> Kind.READ;
            case "list_dir", "grep_search", "find_by_name", "search_web" -> Kind.SEARCH;
            case "write_to_file", "create_file", "edit_file", "replace_file_content", "multi_replace_file_content" ->
                Kind.EDIT;
            case "read_url_content" -> Kind.FETCH;
            default -> tool.startsWith("browser_") ? Kind.FETCH : Kind.OTHER;
        };
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

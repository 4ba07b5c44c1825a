package dev.termal.agent.gemini;

import dev.termal.api.RawJson;
import dev.termal.api.spi.EngineBinding.Wire;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Says in ACP's words what the CLI says in words of its own. Pure; what it does not know passes unchanged. */
final class GeminiWire {
    static final Set<String> METHODS = Set.of("session/update", "session/request_permission", "session/prompt");

    private static final JsonMapper JSON = JsonMapper.shared();

    /** The CLI tells a change of mode as a message of the model, alone in its chunk. */
    private static final Pattern MODE =
            Pattern.compile("\\[MODE_UPDATE] (" + String.join("|", GeminiSettings.MODES) + ")");

    /** What the CLI puts into history for the model and repeats as the person's words. */
    private static final Pattern NOT_SAID_BY_PERSON =
            Pattern.compile("(?s)\\s*<session_context>.*|\\[Function Response: [^\\]]*]");

    private static final Pattern TOOL_WORDS = Pattern.compile("(?:\\[Function Call: [\\w.:-]+])+\\z");

    /** The word for what is kept and not shown. */
    private static final String MODEL_CONTEXT = "_gemini/model_context";

    private static final String NO_SUBJECT = "****\n";
    private static final String TOOL_NAME_END = "__";
    private static final String SHELL = "run_shell_command";
    private static final Pattern MCP_TITLE = Pattern.compile(".*\\((.+) MCP Server\\)", Pattern.DOTALL);

    private GeminiWire() {}

    static RawJson rewrite(Wire kind, String method, RawJson message) {
        return object(message)
                .filter(root -> changed(kind, method, root))
                .map(root -> new RawJson(JSON.writeValueAsString(root)))
                .orElse(message);
    }

    private static Optional<ObjectNode> object(RawJson message) {
        try {
            return JSON.readTree(message.text()) instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty(); // the engine will say what is wrong with it
        }
    }

    private static boolean changed(Wire kind, String method, ObjectNode root) {
        return switch (kind) {
            case NOTIFICATION ->
                method.equals("session/update") && root.path("update") instanceof ObjectNode update && update(update);
            case REQUEST ->
                method.equals("session/request_permission")
                        && root.path("toolCall") instanceof ObjectNode call
                        && toolCall(call);
            case RESULT -> method.equals("session/prompt") && usage(root);
        };
    }

    private static boolean update(ObjectNode update) {
        return switch (update.path("sessionUpdate").asString("")) {
            case "agent_message_chunk" -> mode(update) || toolWords(update);
            case "agent_thought_chunk" -> thought(update);
            case "user_message_chunk" -> history(update);
            case "tool_call", "tool_call_update" -> toolCall(update);
            default -> false;
        };
    }

    private static boolean mode(ObjectNode update) {
        Matcher mode = MODE.matcher(text(update));
        if (!mode.matches()) {
            return false;
        }
        update.put("sessionUpdate", "current_mode_update").put("currentModeId", mode.group(1));
        update.remove("content");
        return true;
    }

    /** In history the calls of tools stand in words at the end of what the model said. */
    private static boolean toolWords(ObjectNode update) {
        String text = text(update);
        String said = TOOL_WORDS.matcher(text).replaceFirst("");
        if (said.equals(text)) {
            return false;
        }
        if (said.isEmpty()) {
            update.put("sessionUpdate", MODEL_CONTEXT);
        } else {
            ((ObjectNode) update.path("content")).put("text", said);
        }
        return true;
    }

    /**
     * Each chunk is a whole thought, {@code **subject**} and a line, and nothing keeps it from the next; one without a subject
     * begins with the asterisks alone.
     */
    private static boolean thought(ObjectNode update) {
        String text = text(update);
        if (text.isEmpty()) {
            return false;
        }
        String thought = text.startsWith(NO_SUBJECT) ? text.substring(NO_SUBJECT.length()) : text;
        ((ObjectNode) update.path("content")).put("text", thought.endsWith("\n") ? thought : thought + "\n");
        return true;
    }

    private static boolean history(ObjectNode update) {
        if (!NOT_SAID_BY_PERSON.matcher(text(update)).matches()) {
            return false;
        }
        update.put("sessionUpdate", MODEL_CONTEXT);
        return true;
    }

    private static String text(ObjectNode update) {
        return update.path("content").path("text").asString("");
    }

    /**
     * The tool's name stands before the id that the model gave, in the CLI's own words; for the shell the title is the
     * command line itself.
     */
    private static boolean toolCall(ObjectNode call) {
        String id = call.path("toolCallId").asString("");
        int end = id.indexOf(TOOL_NAME_END);
        if (end <= 0) {
            return false;
        }
        String tool = id.substring(0, end);
        String title = call.path("title").asString("");
        ObjectNode known = child(child(call, "_meta"), "termal").put("tool", tool);
        if (tool.equals(SHELL) && call.path("kind").asString("").equals("execute") && isCommand(call, title)) {
            known.put("command", title);
        }
        mcpServer(tool, title)
                .ifPresent(server -> known.put("mcpServer", server)
                        .put("tool", tool.substring(mcpPrefix(server).length())));
        return true;
    }

    /** In history the title is a name for the shell; there the call has ended when it is first told. */
    private static boolean isCommand(ObjectNode call, String title) {
        return !title.isBlank() && (call.path("status").asString("").equals("pending") || call.has("locations"));
    }

    /** Told by the title; believed where the tool's name agrees. */
    private static Optional<String> mcpServer(String tool, String title) {
        Matcher server = MCP_TITLE.matcher(title);
        return server.matches() && tool.startsWith(mcpPrefix(server.group(1)))
                ? Optional.of(server.group(1))
                : Optional.empty();
    }

    private static String mcpPrefix(String server) {
        return "mcp_" + server + "_";
    }

    private static boolean usage(ObjectNode result) {
        JsonNode quota = result.path("_meta").path("quota");
        if (!quota.path("model_usage").isArray() || quota.path("model_usage").isEmpty() || result.has("usage")) {
            return false; // nothing asked of a model: its zeros are no count
        }
        ObjectNode usage = tokens(result.putObject("usage"), quota.path("token_count"));
        ObjectNode perModel = usage.putObject("perModel");
        for (JsonNode model : quota.path("model_usage")) {
            tokens(perModel.putObject(model.path("model").asString("?")), model.path("token_count"));
        }
        return true;
    }

    private static ObjectNode tokens(ObjectNode into, JsonNode count) {
        if (count.path("input_tokens").isIntegralNumber()) {
            into.put("inputTokens", count.path("input_tokens").longValue());
        }
        if (count.path("output_tokens").isIntegralNumber()) {
            into.put("outputTokens", count.path("output_tokens").longValue());
        }
        return into;
    }

    private static ObjectNode child(ObjectNode parent, String name) {
        return parent.path(name) instanceof ObjectNode object ? object : parent.putObject(name);
    }
}

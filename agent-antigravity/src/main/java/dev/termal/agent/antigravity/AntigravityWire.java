package dev.termal.agent.antigravity;

import dev.termal.api.RawJson;
import dev.termal.api.spi.EngineBinding.Wire;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Says in ACP's words what the ACP server says in words of its own: tools are named in titles ({@code Run edit_file?}), a call
 * that was asked about may be carried out under another id, and what a call gave may be told as raw output only. It remembers
 * the calls of one connection. For one thread.
 */
final class AntigravityWire {
    static final Set<String> METHODS = Set.of("session/update", "session/request_permission");

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int KEPT = 256;
    private static final Pattern TITLE = Pattern.compile("(?:Run|Running) (\\w+)\\??");

    /** Calls that begin so are questions to the person. */
    private static final String QUESTION = "interaction_";

    private static final String NEVER_EXECUTED = "approved but never executed";

    private final Map<String, Call> calls = new LinkedHashMap<>();
    private final Map<String, String> carriedOutFor = new LinkedHashMap<>();

    /** What is known of a call. */
    private record Call(boolean ofServer, boolean open, boolean shows) {}

    RawJson rewrite(Wire kind, String method, RawJson message) {
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

    private boolean changed(Wire kind, String method, ObjectNode root) {
        if (kind == Wire.NOTIFICATION
                && method.equals("session/update")
                && root.path("update") instanceof ObjectNode update) {
            return switch (JsonLines.text(update.path("sessionUpdate"))) {
                case "tool_call", "tool_call_update" -> toolCall(update);
                default -> false;
            };
        }
        if (kind == Wire.REQUEST && root.path("toolCall") instanceof ObjectNode toolCall) {
            boolean question = JsonLines.text(toolCall.path("toolCallId")).startsWith(QUESTION);
            if (question) {
                answersOnly(root.path("options"));
            }
            return toolCall(toolCall) || question;
        }
        return false;
    }

    /** No policy may answer a question: the kinds of its options say so. */
    private static void answersOnly(JsonNode options) {
        for (JsonNode option : options) {
            if (option instanceof ObjectNode answer) {
                answer.put("kind", "answer");
            }
        }
    }

    private boolean toolCall(ObjectNode call) {
        String told = JsonLines.text(call.path("toolCallId"));
        String id = adopted(call);
        boolean changed = named(call) || !id.equals(told);
        if (call.path("rawInput").path("arguments") instanceof ObjectNode arguments) {
            call.set("rawInput", arguments);
            changed = true;
        }
        JsonNode command = call.path("rawInput").path("CommandLine");
        if (!JsonLines.text(command).isBlank()) {
            known(call).put("command", JsonLines.text(command));
            changed = true;
        }
        boolean shows = call.path("content").isArray() && !call.path("content").isEmpty();
        Call before = calls.get(id);
        boolean showed = before != null && before.shows();
        changed |= !shows && !showed && rawOutputShown(call);
        remember(id, call, shows || showed);
        return changed;
    }

    /** The id of the call that is meant: an end under an id that was never heard of is that of the last call of the server's own. */
    private String adopted(ObjectNode call) {
        String told = JsonLines.text(call.path("toolCallId"));
        String id = carriedOutFor.getOrDefault(told, told);
        boolean update = JsonLines.text(call.path("sessionUpdate")).equals("tool_call_update");
        if (update && !calls.containsKey(id) && !call.path("status").isMissingNode()) {
            Optional<String> last = calls.entrySet().stream()
                    .filter(entry ->
                            entry.getValue().open() && !entry.getValue().ofServer())
                    .map(Map.Entry::getKey)
                    .reduce((earlier, later) -> later);
            if (last.isPresent()) {
                id = last.get();
                carriedOutFor.put(told, id);
                bound(carriedOutFor);
            }
        }
        if (!id.equals(told)) {
            call.put("toolCallId", id);
        }
        return id;
    }

    private void remember(String id, ObjectNode call, boolean shows) {
        Call before = calls.remove(id);
        boolean ofServer = (before != null && before.ofServer())
                || call.path("_meta").path("mcp").isObject();
        String status = JsonLines.text(call.path("status"));
        boolean superseded = JsonLines.text(call.path("rawOutput")).contains(NEVER_EXECUTED);
        boolean over = status.equals("completed") || (status.equals("failed") && !superseded);
        calls.put(id, new Call(ofServer, !over && (before == null || before.open()), shows));
        bound(calls);
    }

    private static void bound(Map<String, ?> map) {
        if (map.size() > KEPT) {
            map.remove(map.keySet().iterator().next());
        }
    }

    private static boolean named(ObjectNode call) {
        JsonNode mcp = call.path("_meta").path("mcp");
        if (mcp.isObject()) {
            JsonLines.word(mcp.path("tool")).ifPresent(tool -> known(call).put("tool", tool));
            JsonLines.word(mcp.path("server")).ifPresent(server -> known(call).put("mcpServer", server));
            return true;
        }
        Matcher title = TITLE.matcher(JsonLines.text(call.path("title")));
        if (!title.matches()) {
            return false;
        }
        String tool = title.group(1);
        known(call).put("tool", tool);
        if (JsonLines.text(call.path("kind")).matches("|other")) {
            call.put("kind", AntigravityToolCalls.kind(tool).name().toLowerCase(Locale.ROOT));
        }
        return true;
    }

    private static ObjectNode known(ObjectNode call) {
        ObjectNode meta = call.path("_meta") instanceof ObjectNode present ? present : call.putObject("_meta");
        return meta.path("termal") instanceof ObjectNode present ? present : meta.putObject("termal");
    }

    /** What a call gave is to be seen where nothing else is. */
    private static boolean rawOutputShown(ObjectNode call) {
        String output = JsonLines.text(call.path("rawOutput"));
        if (output.isBlank()) {
            return false;
        }
        ObjectNode item = call.putArray("content").addObject().put("type", "content");
        item.putObject("content").put("type", "text").put("text", output);
        return true;
    }
}

package dev.termal.agent.cursor;

import dev.termal.api.RawJson;
import dev.termal.api.spi.EngineBinding.Wire;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Says in ACP's words what Cursor says in words of its own. Pure; what it does not know passes unchanged. */
final class CursorWire {
    static final Set<String> METHODS = Set.of("session/update", "session/request_permission");

    private static final JsonMapper JSON = JsonMapper.shared();

    /** A file that is new: its old text names no file, and its new text begins with a line that names it. */
    private static final String NO_FILE = "-- /dev/null";

    private static final Pattern NEW_FILE = Pattern.compile("\\A\\+\\+ b/[^\\n]*(\\n|\\z)");

    /** The option of a question that comes as a permission: its other options are answers. */
    private static final String SKIP_QUESTION = "__ask_question_skip__";

    private CursorWire() {}

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
        if (kind == Wire.NOTIFICATION && method.equals("session/update")) {
            return root.path("update") instanceof ObjectNode update && toolCall(update);
        }
        if (kind == Wire.REQUEST && method.equals("session/request_permission")) {
            boolean call = root.path("toolCall") instanceof ObjectNode toolCall && toolCall(toolCall);
            boolean question = answersOnly(root.path("options"));
            return call || question;
        }
        return false;
    }

    private static boolean toolCall(ObjectNode call) {
        boolean changed = false;
        for (JsonNode content : call.path("content")) {
            changed |= content instanceof ObjectNode diff
                    && diff.path("type").asString("").equals("diff")
                    && withoutHeaders(diff);
        }
        String tool = call.path("rawInput").path("_toolName").asString("");
        if (!tool.isBlank()) {
            ObjectNode meta = call.path("_meta") instanceof ObjectNode known ? known : call.putObject("_meta");
            meta.putObject("termal").put("tool", tool);
            changed = true;
        }
        return changed;
    }

    private static boolean withoutHeaders(ObjectNode diff) {
        String newText = diff.path("newText").asString("");
        if (!diff.path("oldText").asString("").strip().equals(NO_FILE)
                || !NEW_FILE.matcher(newText).find()) {
            return false;
        }
        diff.putNull("oldText");
        diff.put("newText", NEW_FILE.matcher(newText).replaceFirst(""));
        return true;
    }

    /** No policy may answer a question: the kinds of its options say so. */
    private static boolean answersOnly(JsonNode options) {
        boolean question = options.valueStream()
                .anyMatch(option -> option.path("optionId").asString("").equals(SKIP_QUESTION));
        if (question) {
            for (JsonNode option : options) {
                if (option instanceof ObjectNode answer
                        && answer.path("kind").asString("").startsWith("allow")) {
                    answer.put("kind", "answer");
                }
            }
        }
        return question;
    }
}

package dev.termal.agent.antigravity;

import dev.termal.testkit.Script;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The lines of the Antigravity CLI, and whole turns of it. */
final class Agy {
    static final String CONVERSATION = "conv-777";

    private static final JsonMapper JSON = JsonMapper.shared();

    private Agy() {}

    /** An event with what it tells under its own name. */
    static String event(String name, Map<String, ?> told) {
        ObjectNode line = JSON.createObjectNode().put("event", name);
        line.set(name, JSON.valueToTree(told));
        return line.toString();
    }

    static String init(String conversation) {
        return event("init", Map.of("conversation_id", conversation, "cwd", "/w", "permission_mode", "default"));
    }

    static String step(int index, String state, String type, Map<String, ?> more) {
        ObjectNode step = JSON.valueToTree(more);
        step.put("step_index", index).put("state", state).put("step_type", type);
        ObjectNode line = JSON.createObjectNode().put("event", "step_update");
        line.set("step_update", step);
        return line.toString();
    }

    static String says(int index, String text) {
        return step(index, "ACTIVE", "agent_response", Map.of("text_delta", text));
    }

    static String result(String status, Map<String, ?> more) {
        ObjectNode result = JSON.valueToTree(more);
        result.put("status", status);
        ObjectNode line = JSON.createObjectNode().put("event", "result");
        line.set("result", result);
        return line.toString();
    }

    static String success(String response) {
        return result("SUCCESS", Map.of("response", response));
    }

    static Map<String, ?> usage(long input, long output) {
        return Map.of("usage", Map.of("input_tokens", input, "output_tokens", output));
    }

    /** A process that answers every prompt with these words. */
    static Script serving(String conversation, String words) {
        return new Script().verbatim(init(conversation)).on("\"event\":\"user\"", says(1, words), success(words));
    }
}

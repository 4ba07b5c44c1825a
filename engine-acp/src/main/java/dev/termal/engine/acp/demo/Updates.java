package dev.termal.engine.acp.demo;

import dev.termal.engine.acp.jsonrpc.FrameCodec;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What the agent tells of a session, in the protocol's words. Pure. */
final class Updates {
    static final String USER = "user_message_chunk";
    static final String AGENT = "agent_message_chunk";
    static final String THOUGHT = "agent_thought_chunk";

    private Updates() {}

    static ObjectNode object() {
        return FrameCodec.JSON.createObjectNode();
    }

    private static ObjectNode update(String kind) {
        return object().put("sessionUpdate", kind);
    }

    static ObjectNode textBlock(String text) {
        return object().put("type", "text").put("text", text);
    }

    /** A chunk of a message of this kind. */
    static ObjectNode chunk(String kind, JsonNode content) {
        return update(kind).set("content", content);
    }

    static ObjectNode chunk(String kind, String text) {
        return chunk(kind, textBlock(text));
    }

    /** A plan of these entries of which so many are done. */
    static ObjectNode plan(List<String> entries, int done) {
        ObjectNode plan = update("plan");
        ArrayNode array = plan.putArray("entries");
        for (int i = 0; i < entries.size(); i++) {
            array.addObject()
                    .put("content", entries.get(i))
                    .put("priority", i == 0 ? "high" : "medium")
                    .put("status", i < done ? "completed" : i == done ? "in_progress" : "pending");
        }
        return plan;
    }

    static ObjectNode toolCall(String id, String title, String kind, JsonNode rawInput) {
        ObjectNode call = update("tool_call")
                .put("toolCallId", id)
                .put("title", title)
                .put("kind", kind)
                .put("status", "pending");
        return call.set("rawInput", rawInput);
    }

    static ObjectNode toolStatus(String id, String status) {
        return update("tool_call_update").put("toolCallId", id).put("status", status);
    }

    /** The end of a tool call with its output. */
    static ObjectNode toolEnd(String id, String status, String output) {
        ObjectNode end = toolStatus(id, status);
        end.putArray("content").addObject().put("type", "content").set("content", textBlock(output));
        return end.set("rawOutput", object().put("output", output));
    }

    static ObjectNode commands() {
        ObjectNode update = update("available_commands_update");
        ArrayNode commands = update.putArray("availableCommands");
        commands.addObject().put("name", "help").put("description", "says which words there are");
        Arrays.stream(Word.values())
                .filter(word -> !word.takesArgument())
                .forEach(
                        word -> commands.addObject().put("name", word.spelled()).put("description", word.text()));
        return update;
    }

    static ObjectNode title(String title, String updatedAt) {
        return update("session_info_update").put("title", title).put("updatedAt", updatedAt);
    }

    static ObjectNode mode(String mode) {
        return update("current_mode_update").put("currentModeId", mode);
    }

    static ObjectNode options(ArrayNode options) {
        return update("config_option_update").set("configOptions", options);
    }

    static ObjectNode usage(long used, long size) {
        return update("usage_update").put("used", used).put("size", size);
    }

    /** The options of a permission request: kind by name. */
    static ArrayNode permissionOptions() {
        ArrayNode options = FrameCodec.JSON.createArrayNode();
        List.of(
                        Map.entry("allow_once", "Allow"),
                        Map.entry("allow_always", "Always allow in this session"),
                        Map.entry("reject_once", "Reject"),
                        Map.entry("reject_always", "Always reject in this session"))
                .forEach(option -> options.addObject()
                        .put("optionId", option.getKey().replace('_', '-'))
                        .put("name", option.getValue())
                        .put("kind", option.getKey()));
        return options;
    }

    /** A form of one field of each type. */
    static ObjectNode questionForm() {
        ObjectNode form = object().put("type", "object");
        ObjectNode fields = form.putObject("properties");
        fields.putObject("name")
                .put("type", "string")
                .put("title", "Name")
                .put("description", "What shall I call you?")
                .put("minLength", 1)
                .put("maxLength", 40);
        ArrayNode colours = fields.putObject("colour")
                .put("type", "string")
                .put("title", "Colour")
                .put("default", "green")
                .putArray("oneOf");
        List.of("red", "green", "blue")
                .forEach(colour -> colours.addObject().put("const", colour).put("title", "Make it " + colour));
        fields.putObject("copies")
                .put("type", "integer")
                .put("title", "Copies")
                .put("minimum", 1)
                .put("maximum", 9)
                .put("default", 1);
        fields.putObject("sure").put("type", "boolean").put("title", "Sure?").put("default", true);
        form.putArray("required").add("name");
        return form;
    }
}

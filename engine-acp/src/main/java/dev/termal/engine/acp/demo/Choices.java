package dev.termal.engine.acp.demo;

import dev.termal.engine.acp.jsonrpc.FrameCodec;
import dev.termal.engine.acp.jsonrpc.JsonRpcException;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a person chose for a session, in the protocol's config options. Each value does something that can be seen.
 *
 * @param countWords whether an answer ends with the number of words it was asked with
 */
record Choices(String mode, String model, String thought, boolean countWords) {
    static final Choices DEFAULT = new Choices("chat", "echo", "low", false);

    /** A value that can be chosen. */
    record Choice(String value, String name, String description) {}

    static final List<Choice> MODES = List.of(
            new Choice("chat", "Chat", "Does what the prompt says"),
            new Choice("plan", "Plan", "Plans what the prompt says, and does nothing"));
    static final List<Choice> MODELS = List.of(
            new Choice("echo", "Echo", "Answers with the prompt"),
            new Choice("shout", "Shout", "Answers with the prompt in capitals"));
    static final List<Choice> THOUGHTS = List.of(
            new Choice("none", "None", "Does not think aloud"),
            new Choice("low", "Low", "Thinks aloud a little"),
            new Choice("high", "High", "Thinks aloud about every step"));

    /** The same with one option changed; wrong ids and values are bad parameters. */
    Choices with(String option, JsonNode value) {
        return switch (option) {
            case "mode" -> new Choices(oneOf(MODES, option, value), model, thought, countWords);
            case "model" -> new Choices(mode, oneOf(MODELS, option, value), thought, countWords);
            case "thought_level" -> new Choices(mode, model, oneOf(THOUGHTS, option, value), countWords);
            case "count_words" -> {
                if (!value.isBoolean()) {
                    throw JsonRpcException.invalidParams("count_words wants true or false, not " + value);
                }
                yield new Choices(mode, model, thought, value.booleanValue());
            }
            default -> throw JsonRpcException.invalidParams("There is no option \"" + option + "\"");
        };
    }

    private static String oneOf(List<Choice> choices, String option, JsonNode value) {
        return choices.stream()
                .map(Choice::value)
                .filter(choice -> value.isString() && choice.equals(value.stringValue()))
                .findFirst()
                .orElseThrow(() -> JsonRpcException.invalidParams(option + " wants one of "
                        + choices.stream().map(Choice::value).collect(Collectors.joining(", ")) + ", not " + value));
    }

    /** The modes as sessions announce them. */
    ObjectNode modes() {
        ObjectNode modes = FrameCodec.JSON.createObjectNode().put("currentModeId", mode);
        ArrayNode available = modes.putArray("availableModes");
        MODES.forEach(choice -> available
                .addObject()
                .put("id", choice.value())
                .put("name", choice.name())
                .put("description", choice.description()));
        return modes;
    }

    /** The complete list of options; the boolean one only for a client that knows the type. */
    ArrayNode configOptions(boolean withBoolean) {
        ArrayNode options = FrameCodec.JSON.createArrayNode();
        addSelect(options, "mode", "Mode", "mode", mode, MODES);
        addSelect(options, "model", "Model", "model", model, MODELS);
        addSelect(options, "thought_level", "Thinking", "thought_level", thought, THOUGHTS);
        if (withBoolean) {
            options.addObject()
                    .put("id", "count_words")
                    .put("name", "Count words")
                    .put("description", "Says of how many words the prompt was")
                    .put("type", "boolean")
                    .put("currentValue", countWords);
        }
        return options;
    }

    private static void addSelect(
            ArrayNode options, String id, String name, String category, String current, List<Choice> choices) {
        ArrayNode values = options.addObject()
                .put("id", id)
                .put("name", name)
                .put("category", category)
                .put("type", "select")
                .put("currentValue", current)
                .putArray("options");
        choices.forEach(choice -> values.addObject()
                .put("value", choice.value())
                .put("name", choice.name())
                .put("description", choice.description()));
    }

    /** For the session's file. */
    ObjectNode toJson() {
        return FrameCodec.JSON
                .createObjectNode()
                .put("mode", mode)
                .put("model", model)
                .put("thought_level", thought)
                .put("count_words", countWords);
    }

    /** From the session's file; what is wrong in it is as by default. */
    static Choices fromJson(JsonNode json) {
        Choices choices = DEFAULT;
        for (String option : List.of("mode", "model", "thought_level", "count_words")) {
            try {
                choices = choices.with(option, json.path(option));
            } catch (JsonRpcException e) {
                // as by default
            }
        }
        return choices;
    }
}

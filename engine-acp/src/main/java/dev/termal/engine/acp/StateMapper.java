package dev.termal.engine.acp;

import dev.termal.api.SessionState;
import dev.termal.api.SessionState.Category;
import dev.termal.api.SessionState.Choice;
import dev.termal.api.SessionState.Command;
import dev.termal.api.SessionState.Mode;
import dev.termal.api.SessionState.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Modes, options and commands from the wire; an item that cannot be understood is left out, its siblings stay. */
final class StateMapper {
    private StateMapper() {}

    static List<Mode> modes(JsonNode modes) {
        List<Mode> found = new ArrayList<>();
        for (JsonNode node : Json.objects(modes, "availableModes")) {
            Json.word(node, "id").ifPresent(id -> found.add(new Mode(id, name(node, id), description(node))));
        }
        return found;
    }

    static List<Command> commands(JsonNode update) {
        List<Command> found = new ArrayList<>();
        for (JsonNode node : Json.objects(update, "availableCommands")) {
            Json.word(node, "name")
                    .ifPresent(name ->
                            found.add(new Command(name, description(node), Json.word(node.path("input"), "hint"))));
        }
        return found;
    }

    /** The options that a result or an update lists; their order is the agent's. */
    static List<Option> options(JsonNode holder) {
        List<Option> found = new ArrayList<>();
        for (JsonNode node : Json.objects(holder, "configOptions")) {
            Json.word(node, "id").flatMap(id -> option(id, node)).ifPresent(found::add);
        }
        return found;
    }

    private static Optional<Option> option(String id, JsonNode node) {
        return switch (Json.text(node, "type").orElse("")) {
            case "select" ->
                Json.text(node, "currentValue")
                        .map(value -> option(id, node, SessionState.Type.SELECT, value, choices(node)));
            case "boolean" ->
                node.path("currentValue").isBoolean()
                        ? Optional.of(option(
                                id,
                                node,
                                SessionState.Type.BOOLEAN,
                                String.valueOf(Json.flag(node, "currentValue")),
                                List.of()))
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Option option(String id, JsonNode node, SessionState.Type type, String value, List<Choice> choices) {
        Category category =
                Json.constant(Category.values(), Json.text(node, "category").orElse(""), Category.OTHER);
        return new Option(id, name(node, id), description(node), category, type, value, choices);
    }

    /** Choices stand in a flat list or in groups. */
    private static List<Choice> choices(JsonNode node) {
        List<Choice> found = new ArrayList<>();
        for (JsonNode item : Json.objects(node, "options")) {
            if (item.path("options").isArray()) {
                String group = name(item, Json.word(item, "group").orElse(""));
                Json.objects(item, "options")
                        .forEach(inner -> choice(inner, group).ifPresent(found::add));
            } else {
                choice(item, "").ifPresent(found::add);
            }
        }
        return found;
    }

    private static Optional<Choice> choice(JsonNode node, String group) {
        return Json.text(node, "value").map(value -> new Choice(value, name(node, value), description(node), group));
    }

    /** The models of agents from before options, as an option. */
    static Optional<Option> legacyModel(JsonNode result) {
        JsonNode models = result.path("models");
        return Json.word(models, "currentModelId").map(current -> {
            List<Choice> choices = new ArrayList<>();
            for (JsonNode node : Json.objects(models, "availableModels")) {
                Json.word(node, "modelId")
                        .ifPresent(id -> choices.add(new Choice(id, name(node, id), description(node), "")));
            }
            return new Option(
                    SessionFacts.LEGACY_MODEL, "Model", "", Category.MODEL, SessionState.Type.SELECT, current, choices);
        });
    }

    private static String name(JsonNode node, String otherwise) {
        return Json.word(node, "name").orElse(otherwise);
    }

    private static String description(JsonNode node) {
        return Json.text(node, "description").orElse("");
    }
}

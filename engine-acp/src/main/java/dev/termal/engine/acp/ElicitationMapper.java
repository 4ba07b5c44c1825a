package dev.termal.engine.acp;

import dev.termal.api.Answer;
import dev.termal.api.Question;
import dev.termal.api.Question.Bounds;
import dev.termal.api.Question.Choice;
import dev.termal.api.Question.Field;
import java.math.BigDecimal;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Elicitations, which are forms to fill in or pages to visit, as questions; answers as their results. */
final class ElicitationMapper {
    private ElicitationMapper() {}

    static Question form(String id, JsonNode params) {
        JsonNode schema = params.path("requestedSchema");
        Set<String> required = new HashSet<>(Json.texts(schema, "required"));
        List<Field> fields = new ArrayList<>();
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            if (!property.getKey().isBlank()) {
                fields.add(field(property.getKey(), property.getValue(), required.contains(property.getKey())));
            }
        }
        return new Question(id, Json.text(schema, "title").orElse(""), message(params), fields, Optional.empty(), true);
    }

    static Question visit(String id, JsonNode params, URI url) {
        return new Question(id, "", message(params), List.of(), Optional.of(url), true);
    }

    private static String message(JsonNode params) {
        return Json.text(params, "message").orElse("");
    }

    private static Field field(String id, JsonNode node, boolean required) {
        String kind = Json.text(node, "type").orElse("string");
        boolean multiple = kind.equals("array");
        List<Choice> choices = choices(multiple ? node.path("items") : node);
        return new Field(
                id,
                Json.word(node, "title").orElse(id),
                Json.text(node, "description").orElse(""),
                type(kind, node, choices),
                multiple,
                choices,
                required,
                defaults(node.path("default")),
                bounds(kind, node));
    }

    private static Question.Type type(String kind, JsonNode node, List<Choice> choices) {
        if (!choices.isEmpty()) {
            return Question.Type.CHOICE;
        }
        return switch (kind) {
            case "number", "integer" -> Question.Type.NUMBER;
            case "boolean" -> Question.Type.BOOLEAN;
            default ->
                Json.text(node, "format").filter("password"::equals).isPresent()
                        ? Question.Type.SECRET
                        : Question.Type.TEXT;
        };
    }

    /** Values stand alone ({@code enum}) or with titles ({@code oneOf}, and {@code anyOf} where several may be taken). */
    private static List<Choice> choices(JsonNode node) {
        List<Choice> found = new ArrayList<>();
        for (String list : List.of("oneOf", "anyOf")) {
            for (JsonNode item : Json.objects(node, list)) {
                Json.text(item, "const")
                        .ifPresent(value -> found.add(new Choice(
                                value,
                                Json.word(item, "title").orElse(value),
                                Json.text(item, "description").orElse(""))));
            }
        }
        if (found.isEmpty()) {
            Json.texts(node, "enum").forEach(value -> found.add(new Choice(value, value, "")));
        }
        return found;
    }

    private static List<String> defaults(JsonNode node) {
        if (node.isArray()) {
            List<String> found = new ArrayList<>();
            node.forEach(item -> found.addAll(defaults(item)));
            return found;
        }
        return node.isValueNode() && !node.isNull() ? List.of(node.asString()) : List.of();
    }

    private static Bounds bounds(String kind, JsonNode node) {
        return new Bounds(
                Json.smallCount(node, "minLength"),
                Json.smallCount(node, "maxLength"),
                Json.number(node, "minimum"),
                Json.number(node, "maximum"),
                Json.smallCount(node, "minItems"),
                Json.smallCount(node, "maxItems"),
                Json.word(node, "pattern"),
                kind.equals("integer"));
    }

    static ObjectNode result(Question question, Answer answer) {
        ObjectNode result = Json.object();
        if (answer instanceof Answer.Accepted accepted) {
            result.put("action", "accept");
            if (!question.fields().isEmpty()) {
                ObjectNode content = result.putObject("content");
                question.fields()
                        .forEach(field -> write(field, accepted.values().get(field.id()), content));
            }
            return result;
        }
        return result.put("action", answer instanceof Answer.Declined ? "decline" : "cancel");
    }

    /** A field without a value, or with one that is not of its type, is left out. */
    private static void write(Field field, @Nullable List<String> values, ObjectNode content) {
        if (values == null || (values.isEmpty() && !field.multiple())) {
            return;
        }
        if (field.multiple()) {
            ArrayNode list = content.putArray(field.id());
            values.forEach(list::add);
        } else if (field.type() == Question.Type.NUMBER) {
            number(values.get(0)).ifPresent(number -> content.put(field.id(), number));
        } else if (field.type() == Question.Type.BOOLEAN) {
            Optional.of(values.get(0))
                    .filter(value -> value.equals("true") || value.equals("false"))
                    .ifPresent(value -> content.put(field.id(), Boolean.parseBoolean(value)));
        } else {
            content.put(field.id(), values.get(0));
        }
    }

    private static Optional<BigDecimal> number(String text) {
        try {
            return Optional.of(new BigDecimal(text.strip()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}

package dev.termal.host.web.api;

import dev.termal.host.text.Nearest;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpStatus;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Reads the fields of a request's body, strictly: what is of another type, and what nobody has asked for, is a {@link Problem}
 * that names the field. Not for several threads.
 */
final class BodyFields {
    private final JsonNode node;
    private final Set<String> known = new LinkedHashSet<>();

    BodyFields(Optional<JsonNode> body) {
        node = body.orElseGet(JsonNodeFactory.instance::objectNode);
        if (!node.isObject()) {
            throw Problem.of(HttpStatus.UNPROCESSABLE_ENTITY_422, "the body must be a JSON object");
        }
    }

    /** Any JSON; null counts as absent. */
    Optional<JsonNode> json(String name) {
        known.add(name);
        JsonNode field = node.path(name);
        return field.isMissingNode() || field.isNull() ? Optional.empty() : Optional.of(field);
    }

    boolean has(String name) {
        known.add(name);
        return node.has(name);
    }

    Optional<String> text(String name) {
        return json(name).map(field -> text(name, field));
    }

    private static String text(String name, JsonNode field) {
        if (!field.isString() || field.stringValue().isBlank()) {
            throw Problem.field(name, "must be a text that is not blank");
        }
        return field.stringValue();
    }

    String needed(String name) {
        return text(name).orElseThrow(() -> Problem.field(name, "is missing"));
    }

    boolean flag(String name) {
        return json(name)
                .map(field -> {
                    if (!field.isBoolean()) {
                        throw Problem.field(name, "must be true or false");
                    }
                    return field.booleanValue();
                })
                .orElse(false);
    }

    Optional<Long> number(String name) {
        return json(name).map(field -> {
            if (!field.isIntegralNumber() || !field.canConvertToLong()) {
                throw Problem.field(name, "must be a whole number");
            }
            return field.longValue();
        });
    }

    /** One of an enum's constants, by its word. */
    <E extends Enum<E>> Optional<E> word(String name, E[] values) {
        List<String> words = Stream.of(values).map(BodyFields::word).toList();
        return text(name).map(typed -> {
            int at = words.indexOf(typed);
            if (at < 0) {
                throw Problem.field(
                        name, "must be one of " + String.join(", ", words) + Nearest.hint(typed, words), words);
            }
            return values[at];
        });
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** A folder that is there. */
    Optional<Path> folder(String name) {
        return text(name).map(typed -> folder(name, typed));
    }

    static Path folder(String name, String typed) {
        try {
            Path folder = Path.of(typed);
            if (folder.isAbsolute() && Files.isDirectory(folder)) {
                return folder;
            }
        } catch (InvalidPathException noPath) {
            // told below
        }
        throw Problem.field(name, "must be the whole path of a folder that is there");
    }

    List<Path> folders(String name) {
        List<Path> folders = new ArrayList<>();
        json(name).ifPresent(list -> {
            if (!list.isArray()) {
                throw Problem.field(name, "must be a list of folders");
            }
            for (JsonNode each : list) {
                String place = name + "[" + folders.size() + "]";
                folders.add(folder(place, text(place, each)));
            }
        });
        return folders;
    }

    /** Texts by name; numbers and switches as text. */
    Map<String, String> texts(String name) {
        Map<String, String> texts = new LinkedHashMap<>();
        object(name).forEach((each, value) -> texts.put(each, scalar(name + "." + each, value)));
        return texts;
    }

    /** Lists of texts by name; a single one for a list of one. */
    Map<String, List<String>> lists(String name) {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        object(name).forEach((each, value) -> {
            List<String> items = new ArrayList<>();
            if (value.isArray()) {
                value.forEach(item -> items.add(scalar(name + "." + each, item)));
            } else {
                items.add(scalar(name + "." + each, value));
            }
            lists.put(each, items);
        });
        return lists;
    }

    private Map<String, JsonNode> object(String name) {
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        json(name).ifPresent(object -> {
            if (!object.isObject()) {
                throw Problem.field(name, "must be an object");
            }
            object.properties().forEach(each -> fields.put(each.getKey(), each.getValue()));
        });
        return fields;
    }

    private static String scalar(String name, JsonNode value) {
        if (value.isContainer() || value.isNull()) {
            throw Problem.field(name, "must be a text, a number, true or false");
        }
        return value.asString();
    }

    /** Refuses what nobody has asked for: to be called last. */
    void done() {
        node.propertyNames().forEach(name -> {
            if (!known.contains(name)) {
                throw Problem.field(
                        name,
                        "is not known here" + Nearest.hint(name, known) + "; known are " + String.join(", ", known),
                        List.copyOf(known));
            }
        });
    }
}

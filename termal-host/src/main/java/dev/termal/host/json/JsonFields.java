package dev.termal.host.json;

import dev.termal.api.RawJson;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** Reads the fields of one JSON object as {@link Fields} wrote them. Tolerant: what is missing or of another type is absent. */
record JsonFields(JsonNode node) {
    String text(String name) {
        return optional(name).orElse("");
    }

    Optional<String> optional(String name) {
        JsonNode field = node.path(name);
        return field.isString() ? Optional.of(field.stringValue()) : Optional.empty();
    }

    boolean flag(String name) {
        return node.path(name).asBoolean(false);
    }

    int count(String name) {
        return integer(name).orElse(0);
    }

    OptionalInt integer(String name) {
        JsonNode field = node.path(name);
        return field.canConvertToInt() ? OptionalInt.of(field.intValue()) : OptionalInt.empty();
    }

    OptionalLong whole(String name) {
        JsonNode field = node.path(name);
        return field.canConvertToLong() ? OptionalLong.of(field.longValue()) : OptionalLong.empty();
    }

    /** An enum's constant by its word; a word that this version does not know is {@code otherwise}. */
    <E extends Enum<E>> E word(String name, Class<E> type, E otherwise) {
        try {
            return Enum.valueOf(type, text(name).toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            return otherwise;
        }
    }

    Optional<RawJson> raw(String name) {
        JsonNode field = node.path(name);
        return field.isMissingNode() ? Optional.empty() : Optional.of(new RawJson(Json.line(field)));
    }

    /** An address; what is none becomes an empty one. */
    URI uri(String name) {
        try {
            return URI.create(text(name));
        } catch (IllegalArgumentException broken) {
            return URI.create("");
        }
    }

    Optional<JsonFields> object(String name) {
        JsonNode field = node.path(name);
        return field.isObject() ? Optional.of(new JsonFields(field)) : Optional.empty();
    }

    <T> List<T> list(String name, Function<JsonFields, T> each) {
        List<T> items = new ArrayList<>();
        node.path(name).forEach(item -> items.add(each.apply(new JsonFields(item))));
        return items;
    }

    List<String> texts(String name) {
        return list(name, item -> item.node().asString(""));
    }
}

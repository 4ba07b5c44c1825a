package dev.termal.host.json;

import dev.termal.api.RawJson;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Fills one JSON object, in order; what is absent gets no field. Not for several threads. */
final class Fields {
    private final ObjectNode node = JsonNodeFactory.instance.objectNode();

    /** An object with a {@code type}. */
    static Fields typed(String type) {
        return new Fields().put("type", type);
    }

    /** An enum's word on the wire, such as {@code in_progress}. */
    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    Fields put(String name, String value) {
        node.put(name, value);
        return this;
    }

    Fields put(String name, long value) {
        node.put(name, value);
        return this;
    }

    Fields put(String name, boolean value) {
        node.put(name, value);
        return this;
    }

    Fields put(String name, Enum<?> value) {
        return put(name, word(value));
    }

    Fields put(String name, JsonNode value) {
        node.set(name, value);
        return this;
    }

    Fields put(String name, Optional<String> value) {
        value.ifPresent(text -> node.put(name, text));
        return this;
    }

    Fields put(String name, OptionalLong value) {
        value.ifPresent(number -> node.put(name, number));
        return this;
    }

    /** Only where it is not empty. */
    Fields putText(String name, String value) {
        return value.isEmpty() ? this : put(name, value);
    }

    /** Only where it is true. */
    Fields flag(String name, boolean value) {
        return value ? put(name, true) : this;
    }

    /** Always there: null where it is absent. */
    Fields putNullable(String name, Optional<? extends JsonNode> value) {
        node.set(name, value.isPresent() ? value.get() : JsonNodeFactory.instance.nullNode());
        return this;
    }

    Fields raw(String name, Optional<RawJson> value) {
        value.ifPresent(json -> node.set(name, Json.parse(json)));
        return this;
    }

    <T> Fields list(String name, Iterable<T> items, Function<? super T, ? extends JsonNode> each) {
        ArrayNode array = node.putArray(name);
        items.forEach(item -> array.add(each.apply(item)));
        return this;
    }

    Fields texts(String name, List<String> items) {
        return list(name, items, JsonNodeFactory.instance::stringNode);
    }

    /** The fields of another object, behind these. */
    Fields all(ObjectNode other) {
        node.setAll(other);
        return this;
    }

    ObjectNode node() {
        return node;
    }
}

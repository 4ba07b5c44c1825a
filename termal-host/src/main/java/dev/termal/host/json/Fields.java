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
public final class Fields {
    private final ObjectNode node = JsonNodeFactory.instance.objectNode();

    /** An object with a {@code type}. */
    public static Fields typed(String type) {
        return new Fields().put("type", type);
    }

    /** An enum's word on the wire, such as {@code in_progress}. */
    public static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** Text. */
    public Fields put(String name, String value) {
        node.put(name, value);
        return this;
    }

    /** A number. */
    public Fields put(String name, long value) {
        node.put(name, value);
        return this;
    }

    /** Yes or no. */
    public Fields put(String name, boolean value) {
        node.put(name, value);
        return this;
    }

    /** An enum by its word. */
    public Fields put(String name, Enum<?> value) {
        return put(name, word(value));
    }

    /** Any JSON. */
    public Fields put(String name, JsonNode value) {
        node.set(name, value);
        return this;
    }

    /** Text, where there is any. */
    public Fields put(String name, Optional<String> value) {
        value.ifPresent(text -> node.put(name, text));
        return this;
    }

    /** A number, where there is one. */
    public Fields put(String name, OptionalLong value) {
        value.ifPresent(number -> node.put(name, number));
        return this;
    }

    /** Only where it is not empty. */
    public Fields putText(String name, String value) {
        return value.isEmpty() ? this : put(name, value);
    }

    /** Only where it is true. */
    public Fields flag(String name, boolean value) {
        return value ? put(name, true) : this;
    }

    /** Always there: null where it is absent. */
    public Fields putNullable(String name, Optional<? extends JsonNode> value) {
        node.set(name, value.isPresent() ? value.get() : JsonNodeFactory.instance.nullNode());
        return this;
    }

    /** JSON of others, where there is any. */
    public Fields raw(String name, Optional<RawJson> value) {
        value.ifPresent(json -> node.set(name, Json.parse(json)));
        return this;
    }

    /** A list, which may be empty. */
    public <T> Fields list(String name, Iterable<T> items, Function<? super T, ? extends JsonNode> each) {
        ArrayNode array = node.putArray(name);
        items.forEach(item -> array.add(each.apply(item)));
        return this;
    }

    /** A list of texts. */
    public Fields texts(String name, List<String> items) {
        return list(name, items, JsonNodeFactory.instance::stringNode);
    }

    /** The fields of another object, behind these. */
    public Fields all(ObjectNode other) {
        node.setAll(other);
        return this;
    }

    /** The object. */
    public ObjectNode node() {
        return node;
    }
}

package dev.termal.host.json;

import dev.termal.api.Fact;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One thing that is known, as JSON. */
public final class FactJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private FactJson() {}

    /** A fact with its key, label, type and value. */
    public static ObjectNode of(Fact fact) {
        return new Fields()
                .put("key", fact.key())
                .put("label", fact.label())
                .put("type", type(fact.value()))
                .put("value", value(fact.value()))
                .node();
    }

    /**
     * A fact that was written so.
     *
     * @throws IllegalArgumentException for what is none
     */
    public static Fact read(JsonNode fact) {
        JsonNode value = fact.path("value");
        return new Fact(
                fact.path("key").asString(""),
                fact.path("label").asString(""),
                switch (fact.path("type").asString("")) {
                    case "durationMs" -> new Fact.Value.Elapsed(Duration.ofMillis(value.asLong(0)));
                    case "bytes" -> new Fact.Value.Bytes(value.asLong(0));
                    default -> readValue(value);
                });
    }

    /** A value by its form: inside of lists and maps its type is not written. */
    private static Fact.Value readValue(JsonNode value) {
        if (value.isNumber()) {
            return new Fact.Value.Numeric(value.decimalValue());
        }
        if (value.isBoolean()) {
            return new Fact.Value.Flag(value.booleanValue());
        }
        if (value.isArray()) {
            List<Fact.Value> items = new ArrayList<>();
            value.forEach(item -> items.add(readValue(item)));
            return new Fact.Value.Items(items);
        }
        if (value.isObject()) {
            Map<String, Fact.Value> entries = new LinkedHashMap<>();
            value.properties().forEach(entry -> entries.put(entry.getKey(), readValue(entry.getValue())));
            return new Fact.Value.Entries(entries);
        }
        return new Fact.Value.Text(value.asString(""));
    }

    private static String type(Fact.Value value) {
        if (value instanceof Fact.Value.Text) {
            return "text";
        }
        if (value instanceof Fact.Value.Numeric) {
            return "number";
        }
        if (value instanceof Fact.Value.Flag) {
            return "flag";
        }
        if (value instanceof Fact.Value.Elapsed) {
            return "durationMs";
        }
        if (value instanceof Fact.Value.Bytes) {
            return "bytes";
        }
        return value instanceof Fact.Value.Items ? "list" : "map";
    }

    private static JsonNode value(Fact.Value value) {
        if (value instanceof Fact.Value.Text text) {
            return NODES.stringNode(text.text());
        }
        if (value instanceof Fact.Value.Numeric number) {
            return NODES.numberNode(number.number());
        }
        if (value instanceof Fact.Value.Flag flag) {
            return NODES.booleanNode(flag.flag());
        }
        if (value instanceof Fact.Value.Elapsed elapsed) {
            return NODES.numberNode(elapsed.duration().toMillis());
        }
        if (value instanceof Fact.Value.Bytes bytes) {
            return NODES.numberNode(bytes.bytes());
        }
        if (value instanceof Fact.Value.Items items) {
            ArrayNode array = NODES.arrayNode();
            items.items().forEach(item -> array.add(value(item)));
            return array;
        }
        ObjectNode object = NODES.objectNode();
        ((Fact.Value.Entries) value).entries().forEach((name, entry) -> object.set(name, value(entry)));
        return object;
    }
}

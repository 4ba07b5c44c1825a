package dev.termal.engine.acp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Values that a schema describes, with every member that it knows: one for each of its alternatives. */
final class SchemaSamples {
    private static final int DEEPEST = 12;

    private final ProtocolSchema schema;

    SchemaSamples(ProtocolSchema schema) {
        this.schema = schema;
    }

    List<JsonNode> of(JsonNode type) {
        return of(type, 0).stream()
                .filter(sample -> schema.isValid(type, sample))
                .toList();
    }

    private List<JsonNode> of(JsonNode type, int depth) {
        JsonNode resolved = schema.resolve(type);
        List<JsonNode> alternatives = alternatives(resolved);
        List<JsonNode> found = new ArrayList<>();
        if (alternatives.isEmpty()) {
            found.add(one(resolved, depth));
        }
        for (JsonNode alternative : alternatives) {
            for (JsonNode sample : of(alternative, depth + 1)) {
                JsonNode own = one(resolved, depth);
                found.add(
                        own instanceof ObjectNode base && sample instanceof ObjectNode more
                                ? base.setAll(more)
                                : sample);
            }
        }
        return found;
    }

    private static List<JsonNode> alternatives(JsonNode type) {
        List<JsonNode> found = new ArrayList<>();
        for (String key : List.of("oneOf", "anyOf")) {
            type.path(key).forEach(part -> {
                if (!part.path("type").asString("").equals("null")) {
                    found.add(part);
                }
            });
        }
        return found;
    }

    private JsonNode one(JsonNode type, int depth) {
        JsonNodeFactory make = JsonNodeFactory.instance;
        if (type.has("const")) {
            return type.path("const");
        }
        if (type.path("enum").isArray()) {
            return type.path("enum").path(0);
        }
        String word = type.path("type").isArray()
                ? type.path("type").path(0).asString("")
                : type.path("type").asString("");
        ObjectNode object = make.objectNode();
        if (depth < DEEPEST) {
            type.path("properties").forEachEntry((name, member) -> {
                if (!name.equals("_meta")) {
                    object.set(name, of(member, depth + 1).get(0));
                }
            });
            for (JsonNode part : type.path("allOf")) {
                JsonNode sample = of(part, depth + 1).get(0);
                if (!(sample instanceof ObjectNode more)) {
                    return sample;
                }
                object.setAll(more);
            }
        }
        return switch (word) {
            case "string" ->
                make.stringNode(type.path("format").asString("").equals("uri") ? "https://example.org" : "/x");
            case "integer" -> make.numberNode(1);
            case "number" -> make.numberNode(1.5);
            case "boolean" -> make.booleanNode(true);
            case "array" -> {
                ArrayNode list = make.arrayNode();
                if (depth < DEEPEST) {
                    of(type.path("items"), depth + 1).forEach(list::add);
                }
                yield list;
            }
            default -> object;
        };
    }

    /** Goes through the members of a sample, with the pointer and the schema of each. */
    void walk(JsonNode type, JsonNode sample, BiConsumer<String, JsonNode> visitor) {
        walk(type, sample, "", visitor);
    }

    private void walk(JsonNode type, JsonNode sample, String path, BiConsumer<String, JsonNode> visitor) {
        if (sample.isObject()) {
            members(type, sample).forEach((name, member) -> {
                if (sample.has(name)) {
                    visitor.accept(path + "/" + name, member);
                    walk(member, sample.path(name), path + "/" + name, visitor);
                }
            });
        } else if (sample.isArray()) {
            JsonNode items = schema.resolve(single(type)).path("items");
            for (int i = 0; i < sample.size(); i++) {
                walk(items, sample.path(i), path + "/" + i, visitor);
            }
        }
    }

    private JsonNode single(JsonNode type) {
        JsonNode resolved = schema.resolve(type);
        List<JsonNode> alternatives = alternatives(resolved);
        return alternatives.isEmpty() ? resolved : alternatives.get(0);
    }

    /** The schemas of the members, of those alternatives that the sample is one of. */
    private Map<String, JsonNode> members(JsonNode type, JsonNode sample) {
        JsonNode resolved = schema.resolve(type);
        Map<String, JsonNode> found = new LinkedHashMap<>();
        resolved.path("properties").forEachEntry(found::put);
        resolved.path("allOf").forEach(part -> found.putAll(members(part, sample)));
        alternatives(resolved).stream()
                .filter(part -> schema.isValid(part, sample))
                .forEach(part -> found.putAll(members(part, sample)));
        return found;
    }
}

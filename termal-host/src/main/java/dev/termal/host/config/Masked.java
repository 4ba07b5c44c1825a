package dev.termal.host.config;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Parts of the config file for people to see: what may be secret by its name is masked, however deep it is. */
final class Masked {
    /** Stands for a value that nobody may see. */
    static final JsonNode MASK = JsonNodeFactory.instance.stringNode(EffectiveConfig.MASK);

    private Masked() {}

    /** A copy of what stands in a place. */
    static JsonNode node(ConfigPath path, JsonNode node) {
        return named(path.last(), node);
    }

    private static JsonNode named(String name, JsonNode node) {
        return node.isContainer() || !EffectiveConfig.looksSecret(name) ? inside(node) : MASK;
    }

    private static JsonNode inside(JsonNode node) {
        if (node.isObject()) {
            ObjectNode copy = JsonNodeFactory.instance.objectNode();
            node.properties().forEach(each -> copy.set(each.getKey(), named(each.getKey(), each.getValue())));
            return copy;
        }
        if (node.isArray()) {
            ArrayNode copy = JsonNodeFactory.instance.arrayNode();
            node.forEach(each -> copy.add(inside(each)));
            return copy;
        }
        return node;
    }
}

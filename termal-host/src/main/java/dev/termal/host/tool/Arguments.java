package dev.termal.host.tool;

import dev.termal.api.RawJson;
import dev.termal.host.json.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A call's arguments; what has another type than the schema says counts as left out. */
final class Arguments {
    private final JsonNode json;

    Arguments(RawJson arguments) {
        json = Json.parse(arguments);
    }

    Optional<String> text(String name) {
        return Optional.of(json.path(name)).filter(JsonNode::isString).map(JsonNode::stringValue);
    }

    /** Fails where it is left out. */
    String needed(String name) {
        return text(name).orElseThrow(() -> new IllegalArgumentException("\"" + name + "\" must be given, as a text"));
    }

    /** Between 1 and a maximum. */
    int count(String name, int otherwise, int most) {
        JsonNode value = json.path(name);
        return value.isIntegralNumber() && value.canConvertToInt()
                ? Math.max(1, Math.min(most, value.intValue()))
                : otherwise;
    }

    boolean isTrue(String name) {
        return json.path(name).asBoolean(false);
    }

    List<String> texts(String name) {
        return json.path(name)
                .valueStream()
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .toList();
    }
}

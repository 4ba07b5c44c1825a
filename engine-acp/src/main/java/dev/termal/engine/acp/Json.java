package dev.termal.engine.acp;

import dev.termal.api.RawJson;
import dev.termal.engine.acp.jsonrpc.FrameCodec;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Lenient reading of JSON trees: what is missing, null or of the wrong type reads as absent. */
final class Json {
    private Json() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static Optional<String> text(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isString() ? Optional.of(value.stringValue()) : Optional.empty();
    }

    /** Text that says something. */
    static Optional<String> word(JsonNode node, String field) {
        return text(node, field).filter(text -> !text.isBlank());
    }

    static OptionalLong count(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isIntegralNumber() && value.canConvertToLong() && value.longValue() >= 0
                ? OptionalLong.of(value.longValue())
                : OptionalLong.empty();
    }

    static OptionalInt smallCount(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isIntegralNumber() && value.canConvertToInt() && value.intValue() >= 0
                ? OptionalInt.of(value.intValue())
                : OptionalInt.empty();
    }

    static Optional<BigDecimal> number(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isNumber() && Double.isFinite(value.doubleValue())
                ? Optional.of(value.decimalValue())
                : Optional.empty();
    }

    /** Whether the field is there and says {@code true}; text such as "yes" does not count. */
    static boolean flag(JsonNode node, String field) {
        JsonNode value = node.path(field);
        return value.isBoolean() && value.booleanValue();
    }

    /** The objects of an array; what is none is skipped, its siblings stay. */
    static List<JsonNode> objects(JsonNode node, String field) {
        List<JsonNode> found = new ArrayList<>();
        for (JsonNode item : node.path(field)) {
            if (item.isObject()) {
                found.add(item);
            }
        }
        return found;
    }

    /** The texts of an array. */
    static List<String> texts(JsonNode node, String field) {
        List<String> found = new ArrayList<>();
        for (JsonNode item : node.path(field)) {
            if (item.isString()) {
                found.add(item.stringValue());
            }
        }
        return found;
    }

    static Optional<Path> path(JsonNode node, String field) {
        try {
            return word(node, field).map(Path::of);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    static Optional<URI> uri(JsonNode node, String field) {
        try {
            return word(node, field).map(URI::create);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The constant that a wire word names: {@code in_progress} is {@code IN_PROGRESS}. */
    static <E extends Enum<E>> E constant(E[] constants, String word, E otherwise) {
        for (E constant : constants) {
            if (wireWord(constant).equals(word)) {
                return constant;
            }
        }
        return otherwise;
    }

    static String wireWord(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** The node as it stands; what is missing is null. */
    static RawJson raw(JsonNode node) {
        return new RawJson(node.isMissingNode() ? "null" : node.toString());
    }

    /** The tree of a text that a binding gave. */
    static JsonNode parse(RawJson json) {
        try {
            return FrameCodec.JSON.readTree(json.text());
        } catch (JacksonException e) {
            throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
        }
    }
}

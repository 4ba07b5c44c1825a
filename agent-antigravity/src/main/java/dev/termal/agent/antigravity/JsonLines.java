package dev.termal.agent.antigravity;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads lines of JSON as an agent may print them: several objects on one, words before them, numbers in quotes. */
final class JsonLines {
    private static final JsonMapper JSON = JsonMapper.shared();

    private JsonLines() {}

    /** The objects on a line; none where it holds none. */
    static List<ObjectNode> objects(String line) {
        List<ObjectNode> objects = new ArrayList<>();
        int start = line.indexOf('{');
        if (start < 0) {
            return objects;
        }
        try (MappingIterator<JsonNode> values = JSON.readerFor(JsonNode.class).readValues(line.substring(start))) {
            while (values.hasNextValue()) {
                if (values.nextValue() instanceof ObjectNode object) {
                    objects.add(object);
                }
            }
        } catch (JacksonException e) {
            return objects; // what stands before the broken part counts
        }
        return objects;
    }

    /** A text, whatever scalar it is written as; empty where there is none. */
    static String text(JsonNode node) {
        return node.isNull() ? "" : node.asString("");
    }

    /** A text that is not blank. */
    static Optional<String> word(JsonNode node) {
        return Optional.of(text(node)).filter(text -> !text.isBlank());
    }

    /** A whole number, in quotes or not. */
    static OptionalLong number(JsonNode node) {
        if (node.isNumber()) {
            return OptionalLong.of(node.longValue());
        }
        try {
            return node.isString()
                    ? OptionalLong.of(Long.parseLong(node.asString().strip()))
                    : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}

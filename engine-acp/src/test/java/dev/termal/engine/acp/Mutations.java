package dev.termal.engine.acp;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes of what a well-behaved agent would write something else, at random, on the levels of values, messages and bytes. */
final class Mutations {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final JsonMapper DEEP = JsonMapper.builder(JsonFactory.builder()
                    .streamWriteConstraints(StreamWriteConstraints.builder()
                            .maxNestingDepth(2_000)
                            .build())
                    .build())
            .build();

    private final Random random;
    private final double rate;
    private final List<Supplier<JsonNode>> values;

    /** @param rate how probable each single mutation is */
    Mutations(Random random, double rate) {
        this.random = random;
        this.rate = rate;
        values = List.of(
                NODES::nullNode,
                NODES::objectNode,
                NODES::arrayNode,
                () -> NODES.booleanNode(random.nextBoolean()),
                () -> NODES.numberNode(random.nextInt(5) - 1),
                () -> NODES.numberNode(Long.MAX_VALUE),
                () -> NODES.numberNode(BigInteger.TEN.pow(60).negate()),
                () -> NODES.numberNode(1e300),
                () -> NODES.numberNode(1.5),
                () -> NODES.stringNode(""),
                () -> NODES.stringNode(" \t"),
                () -> NODES.stringNode("\u0000\u001b[2J\r\n\u2028\ud800"),
                () -> NODES.stringNode("constructor://[not a uri%"),
                () -> NODES.stringNode("s"),
                () -> NODES.stringNode("x".repeat(20_000)),
                () -> NODES.arrayNode().add(1).addNull().add("text").add(NODES.objectNode()),
                () -> NODES.objectNode().put("type", "text").put("text", "stray"),
                this::nested);
    }

    private JsonNode nested() {
        JsonNode node = NODES.objectNode();
        for (int depth = random.nextInt(600); depth > 0; depth--) {
            node = random.nextBoolean()
                    ? NODES.arrayNode().add(node)
                    : NODES.objectNode().set("content", node);
        }
        return node;
    }

    boolean happens() {
        return random.nextDouble() < rate;
    }

    private <T> T any(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    /** What goes into the pipe for these messages, in pieces. */
    List<byte[]> write(List<ObjectNode> messages) {
        List<String> lines = new ArrayList<>();
        for (ObjectNode message : messages) {
            if (!happens()) {
                JsonNode changed = value(message);
                lines.add(text(changed));
                if (happens()) {
                    lines.add(lines.get(lines.size() - 1)); // twice
                }
            }
        }
        if (happens()) {
            Collections.shuffle(lines, random);
        }
        if (happens()) {
            lines.add(random.nextInt(lines.size() + 1), noise());
        }
        StringBuilder out = new StringBuilder();
        for (String line : lines) {
            boolean cut = happens() && !line.isEmpty();
            out.append(cut ? line.substring(0, random.nextInt(line.length())) : line);
            out.append(happens() ? any(List.of("", "\r", "\r\n", "\n\n", "\u0000\n", " \n")) : "\n");
        }
        return pieces(out.toString().getBytes(StandardCharsets.UTF_8));
    }

    private String noise() {
        return any(List.of(
                "",
                "[info] migrating",
                "42",
                "\"text\"",
                "null",
                "{}",
                "{\"foo\":1}",
                "[]",
                "[[],1,{}]",
                "{\"jsonrpc\":\"2.0\"",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"Parse error\"}}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel_request\",\"params\":{\"requestId\":\"r1\"}}",
                "\u001b[31mred\u001b[0m",
                "\ufeff{\"method\":\"x\"}",
                "1e999999999",
                "{\"id\":1e99999,\"result\":{}}",
                "[".repeat(3000)));
    }

    /** Fields are dropped, doubled and given to others; values become others. */
    private JsonNode value(JsonNode node) {
        if (happens()) {
            return any(values).get();
        }
        if (node instanceof ObjectNode object) {
            ObjectNode changed = NODES.objectNode();
            object.properties().forEach(field -> {
                if (!happens()) {
                    changed.set(field.getKey(), value(field.getValue()));
                }
            });
            if (happens()) {
                changed.set(
                        any(List.of("id", "method", "params", "result", "error", "sessionId", "type")),
                        any(values).get());
            }
            return changed;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode changed = NODES.arrayNode();
            array.forEach(item -> changed.add(value(item)));
            return changed;
        }
        return node;
    }

    private String text(JsonNode node) {
        String text = DEEP.writeValueAsString(node);
        if (happens() && text.startsWith("{\"jsonrpc\":\"2.0\"")) {
            text = "{\"id\":7,\"method\":\"x\"," + text.substring(1); // fields that come twice
        }
        return happens() ? "[" + text + "," + text + "]" : text;
    }

    private List<byte[]> pieces(byte[] bytes) {
        if (happens() && bytes.length > 0) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        if (!happens()) {
            return List.of(bytes);
        }
        List<byte[]> pieces = new ArrayList<>();
        int size = 1 + random.nextInt(50);
        for (int from = 0; from < bytes.length; from += size) {
            pieces.add(Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + size)));
        }
        return pieces;
    }
}

package dev.termal.engine.acp.jsonrpc;

import dev.termal.engine.acp.jsonrpc.Frame.Malformed;
import dev.termal.engine.acp.jsonrpc.Frame.Notification;
import dev.termal.engine.acp.jsonrpc.Frame.Request;
import dev.termal.engine.acp.jsonrpc.Frame.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Makes one line into frames and a frame into one line. Pure; from any thread; never fails on what a peer wrote. */
public final class FrameCodec {
    /** How deep a message may nest. */
    static final int MAX_DEPTH = 500;

    /** How much of a malformed line is kept. */
    static final int HEAD_CHARS = 200;

    /** Reads and writes the trees that frames hold. */
    public static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(Integer.MAX_VALUE) // the length of the line is the bound
                            .build())
                    .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
                    .recyclerPool(JsonRecyclerPools.threadLocalPool()) // few threads parse, but those many small lines
                    .build())
            .build();

    private FrameCodec() {}

    /** The frames of a line without its end: none for a blank one, several for an array. */
    public static List<Frame> decode(String line) {
        String text = strip(line);
        if (text.isEmpty()) {
            return List.of();
        }
        char first = text.charAt(0);
        if (first != '{' && first != '[') {
            return List.of(malformed(text, "not a JSON object"));
        }
        JsonNode tree;
        try {
            tree = JSON.readTree(text);
        } catch (JacksonException e) {
            return List.of(malformed(text, e.getOriginalMessage()));
        }
        if (!tree.isArray()) {
            return List.of(frame(tree));
        }
        List<Frame> frames = new ArrayList<>(tree.size());
        tree.forEach(element -> frames.add(frame(element)));
        return frames.isEmpty() ? List.of(malformed(text, "an empty array")) : frames;
    }

    /** The line, without its end, that says this frame. */
    public static String encode(Frame frame) {
        ObjectNode message = JSON.createObjectNode().put("jsonrpc", "2.0");
        if (frame instanceof Request request) {
            message.set("id", request.id());
            message.put("method", request.method());
            setParams(message, request.params());
        } else if (frame instanceof Notification notification) {
            message.put("method", notification.method());
            setParams(message, notification.params());
        } else if (frame instanceof Response response) {
            message.set("id", response.id());
            response.result().ifPresent(result -> message.set("result", result));
            response.error().ifPresent(error -> message.set("error", error));
        } else {
            throw new IllegalArgumentException("a malformed frame cannot be sent");
        }
        return line(message);
    }

    /** A tree as JSON on one line, which survives as UTF-8 whatever is in its strings. */
    public static String line(JsonNode tree) {
        return escapeForLines(JSON.writeValueAsString(tree));
    }

    private static void setParams(ObjectNode message, JsonNode params) {
        if (!params.isMissingNode()) {
            message.set("params", params);
        }
    }

    private static Frame frame(JsonNode node) {
        if (!node.isObject()) {
            return malformed(node, "not a JSON object");
        }
        Optional<JsonNode> id = node.optional("id");
        if (id.filter(JsonNode::isContainer).isPresent()) {
            return malformed(node, "an id that is neither number nor string");
        }
        if (node.has("method")) {
            JsonNode method = node.path("method");
            if (!method.isString()) {
                return malformed(node, "a method that is no string");
            }
            JsonNode params = node.path("params");
            return id.<Frame>map(value -> new Request(value, method.stringValue(), params))
                    .orElseGet(() -> new Notification(method.stringValue(), params));
        }
        Optional<JsonNode> error = node.optional("error").filter(value -> !value.isNull());
        // "result": null beside an error is how older JSON-RPC says "no result"
        Optional<JsonNode> result = node.optional("result").filter(value -> !(value.isNull() && error.isPresent()));
        boolean answers = id.isPresent() && (result.isPresent() || error.isPresent() || node.has("jsonrpc"));
        return answers ? new Response(id.get(), result, error) : malformed(node, "neither method nor answer");
    }

    private static Malformed malformed(JsonNode node, String reason) {
        return malformed(node.toString(), reason);
    }

    private static Malformed malformed(String text, String reason) {
        return new Malformed(printable(text), printable(reason));
    }

    /** One line of at most {@link #HEAD_CHARS} characters that no terminal obeys. */
    public static String printable(String text) {
        return oneLine(text.length() > HEAD_CHARS ? text.substring(0, HEAD_CHARS) + "…" : text);
    }

    /** A peer's text as one line that no terminal obeys: a blank for whatever is not printable. */
    public static String oneLine(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> out.appendCodePoint(isPrintable(c) ? c : ' '));
        return out.toString();
    }

    private static boolean isPrintable(int codePoint) {
        int type = Character.getType(codePoint);
        return type != Character.CONTROL
                && type != Character.FORMAT
                && type != Character.SURROGATE
                && type != Character.LINE_SEPARATOR
                && type != Character.PARAGRAPH_SEPARATOR;
    }

    /** Without what ends or begins lines on some systems: blanks, CR, NUL, a byte order mark. */
    private static String strip(String line) {
        int start = 0;
        int end = line.length();
        while (start < end && isPadding(line.charAt(start))) {
            start++;
        }
        while (end > start && isPadding(line.charAt(end - 1))) {
            end--;
        }
        return line.substring(start, end);
    }

    private static boolean isPadding(char c) {
        return c <= ' ' || c == '\uFEFF';
    }

    /**
     * Escapes what does not survive a way in lines of UTF-8: unpaired surrogates, which have no encoding, and the other
     * line ends of Unicode, at which some readers split. All of them stand inside strings.
     */
    private static String escapeForLines(String json) {
        StringBuilder out = null;
        int copied = 0;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c < '\u0080') {
                continue;
            }
            if (Character.isHighSurrogate(c) && i + 1 < json.length() && Character.isLowSurrogate(json.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c) || c == '\u0085' || c == '\u2028' || c == '\u2029') {
                out = out == null ? new StringBuilder(json.length() + 16) : out;
                out.append(json, copied, i).append(String.format("\\u%04x", (int) c));
                copied = i + 1;
            }
        }
        return out == null ? json : out.append(json, copied, json.length()).toString();
    }
}

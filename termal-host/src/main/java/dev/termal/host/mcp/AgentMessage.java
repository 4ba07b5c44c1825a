package dev.termal.host.mcp;

import dev.termal.api.RawJson;
import dev.termal.host.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A message as an agent sent it. What is wrong with it is told here, in words that an agent understands; of the rest the protocol's library
 * gets what it needs and nothing else, since its errors tell of its own inside.
 */
record AgentMessage(ObjectNode json) {
    static final String CALL = "tools/call";
    static final String LIST = "tools/list";

    private static final int INVALID_REQUEST = -32600;
    private static final int INVALID_PARAMS = -32602;
    private static final int MAX_NAME = 100;

    /** Empty for what is no request and no notification. */
    static Optional<AgentMessage> of(ByteBuffer body) {
        try {
            JsonNode json =
                    Json.read(StandardCharsets.UTF_8.decode(body.duplicate()).toString());
            return json instanceof ObjectNode object
                            && object.path("jsonrpc").asString("").equals("2.0")
                            && object.path("method").isString()
                    ? Optional.of(new AgentMessage(object))
                    : Optional.empty();
        } catch (JacksonException noJson) {
            return Optional.empty();
        }
    }

    String method() {
        return json.path("method").asString("");
    }

    /** The agent's own id of it, as it is in JSON; empty for a notification. */
    String id() {
        return json.path("id").toString();
    }

    private JsonNode params() {
        return json.path("params");
    }

    /** The id of the request that a notification takes back, as it is in JSON. */
    String withdrawn() {
        return params().path("requestId").toString();
    }

    /** The arguments of a call; none are an empty object. */
    RawJson arguments() {
        return new RawJson(params().path("arguments").isObject() ? Json.line(params().path("arguments")) : "{}");
    }

    private boolean hasGoodId() {
        JsonNode id = json.path("id");
        return id.isString() || (id.isIntegralNumber() && id.canConvertToLong());
    }

    /**
     * The error that answers it where something is wrong with it.
     *
     * @param tools the names of those that can be called
     */
    Optional<ObjectNode> error(List<String> tools) {
        if (!json.has("id")) {
            return Optional.empty(); // nobody waits for an answer
        }
        if (!hasGoodId()) {
            return Optional.of(error(INVALID_REQUEST, "the id must be a string or a whole number of 64 bits"));
        }
        Stream<Optional<String>> wrong = method().equals(CALL)
                ? Stream.of(notAnObject("params", params(), true), wrongName(tools), wrongArguments())
                : Stream.of(notAnObject("params", params(), false));
        return wrong.flatMap(Optional::stream).findFirst().map(words -> error(INVALID_PARAMS, words));
    }

    private Optional<String> wrongName(List<String> tools) {
        JsonNode name = params().path("name");
        if (!name.isString()) {
            return Optional.of("params.name must be the name of a tool and is " + kind(name));
        }
        return tools.contains(name.stringValue())
                ? Optional.empty()
                : Optional.of("there is no tool \"" + beginning(name.stringValue()) + "\"; there are "
                        + String.join(", ", tools));
    }

    private Optional<String> wrongArguments() {
        return notAnObject("params.arguments", params().path("arguments"), false);
    }

    private static Optional<String> notAnObject(String where, JsonNode value, boolean needed) {
        boolean fine = value.isObject() || (!needed && (value.isMissingNode() || value.isNull()));
        return fine ? Optional.empty() : Optional.of(where + " must be an object and is " + kind(value));
    }

    private static String kind(JsonNode value) {
        return switch (value.getNodeType()) {
            case MISSING -> "missing";
            case NULL -> "null";
            case ARRAY -> "an array";
            case STRING -> "a string";
            case NUMBER -> "a number";
            case BOOLEAN -> "true or false";
            default -> "an object";
        };
    }

    private static String beginning(String text) {
        return text.length() <= MAX_NAME ? text : text.substring(0, MAX_NAME) + "…";
    }

    private ObjectNode error(int code, String words) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0");
        answer.set("id", hasGoodId() ? json.path("id") : JsonNodeFactory.instance.nullNode());
        answer.putObject("error").put("code", code).put("message", words);
        return answer;
    }

    /** What the library is to read of it. */
    ByteBuffer forLibrary() {
        ObjectNode message =
                JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0").put("method", method());
        if (json.has("id")) {
            message.set("id", json.path("id"));
        }
        if (method().equals(CALL)) {
            message.putObject("params")
                    .put("name", params().path("name").asString(""))
                    .set("arguments", Json.parse(arguments()));
        } else if (method().equals("initialize")) {
            ObjectNode params = message.putObject("params")
                    .put("protocolVersion", params().path("protocolVersion").asString(""));
            params.putObject("capabilities");
            params.putObject("clientInfo").put("name", "agent").put("version", "1");
        }
        return StandardCharsets.UTF_8.encode(Json.line(message));
    }
}

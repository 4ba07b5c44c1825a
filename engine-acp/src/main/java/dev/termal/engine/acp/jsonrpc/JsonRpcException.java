package dev.termal.engine.acp.jsonrpc;

import dev.termal.api.RawJson;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An error answer: what the peer gave, or what a handler gives. */
public final class JsonRpcException extends RuntimeException {
    /** The line was no JSON. */
    public static final int PARSE_ERROR = -32700;
    /** The message was no request. */
    public static final int INVALID_REQUEST = -32600;
    /** The method is not known. */
    public static final int METHOD_NOT_FOUND = -32601;
    /** The parameters are wrong. */
    public static final int INVALID_PARAMS = -32602;
    /** It failed inside. */
    public static final int INTERNAL_ERROR = -32603;
    /** The request was cancelled. */
    public static final int REQUEST_CANCELLED = -32800;

    private static final long serialVersionUID = 1L;

    private final int code;
    private final transient Optional<RawJson> data;

    /** An error without further data. */
    public JsonRpcException(int code, String message) {
        this(code, message, Optional.empty());
    }

    /** An error. */
    public JsonRpcException(int code, String message, Optional<RawJson> data) {
        super(message);
        this.code = code;
        this.data = data;
    }

    /** The method is not known. */
    public static JsonRpcException methodNotFound(String method) {
        return new JsonRpcException(METHOD_NOT_FOUND, "Method not found: " + method);
    }

    /** The parameters are wrong; the message says which and why. */
    public static JsonRpcException invalidParams(String message) {
        return new JsonRpcException(INVALID_PARAMS, message);
    }

    /** Reads an error object, and whatever a peer put in its place. */
    static JsonRpcException read(JsonNode error) {
        int code = error.path("code").asInt(INTERNAL_ERROR);
        String message = error.path("message").asString(error.isString() ? error.stringValue() : "");
        Optional<RawJson> data = Optional.of(error.path("data"))
                .filter(value -> !value.isNull() && !value.isMissingNode()) // missing in what is no object at all, too
                .map(value -> new RawJson(value.toString()));
        return new JsonRpcException(code, message.isBlank() ? "error " + code : message, data);
    }

    /** The error object for the wire. */
    JsonNode toJson() {
        ObjectNode error =
                FrameCodec.JSON.createObjectNode().put("code", code).put("message", FrameCodec.printable(message()));
        data().ifPresent(json -> error.set("data", FrameCodec.JSON.readTree(json.text())));
        return error;
    }

    /** The code: one of the constants, or whatever the peer chose. */
    public int code() {
        return code;
    }

    /** The message, never null. */
    public String message() {
        return String.valueOf(getMessage());
    }

    /** Further data. */
    public Optional<RawJson> data() {
        return data == null ? Optional.empty() : data; // null only after deserialization
    }
}

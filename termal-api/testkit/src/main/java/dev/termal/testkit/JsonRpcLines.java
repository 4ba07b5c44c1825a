package dev.termal.testkit;

/**
 * Lines of an agent that speaks JSON-RPC, for a {@link Script}: their ids may be its placeholders. What is given as JSON stands
 * in the line as it is, and must hold no line break.
 */
public final class JsonRpcLines {
    private JsonRpcLines() {}

    /** The answer to the line matched last. */
    public static String result(String json) {
        return resultOf("{{id}}", json);
    }

    /** The answer to the request of this id; <code>{{prompt.id}}</code> is that of the line which the script named so. */
    public static String resultOf(String id, String json) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + json + "}";
    }

    /**
     * The refusal of the line matched last.
     *
     * @param error the fields of the error object: {@code code}, {@code message}, {@code data}
     */
    public static String error(String error) {
        return "{\"jsonrpc\":\"2.0\",\"id\":{{id}},\"error\":" + error + "}";
    }

    /** A request of the agent's own. */
    public static String request(String id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }

    /** A notification. */
    public static String notification(String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + "}";
    }
}

package dev.termal.engine.acp.demo;

import dev.termal.engine.acp.jsonrpc.JsonRpcCall;
import dev.termal.engine.acp.jsonrpc.JsonRpcPeer;
import dev.termal.engine.acp.jsonrpc.LineChannel;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** The program that drives the agent: what it can do, and the ways to speak to it. From any thread. */
final class Client {
    private final JsonRpcPeer peer;
    private final LineChannel channel;
    private volatile JsonNode capabilities = MissingNode.getInstance();

    Client(JsonRpcPeer peer, LineChannel channel) {
        this.peer = peer;
        this.channel = channel;
    }

    void introduce(JsonNode clientCapabilities) {
        capabilities = clientCapabilities;
    }

    boolean asksQuestions() {
        return capabilities.path("elicitation").path("form").isObject();
    }

    boolean knowsBooleanOptions() {
        return capabilities
                .path("session")
                .path("configOptions")
                .path("boolean")
                .isObject();
    }

    void update(String sessionId, ObjectNode update) {
        peer.notify(
                "session/update", Updates.object().put("sessionId", sessionId).set("update", update));
    }

    JsonRpcCall ask(String method, ObjectNode params) {
        return peer.call(method, params);
    }

    /** What an agent's libraries may print to the wrong stream. */
    void printNoise() {
        List.of(
                        "[INFO] demo agent: a log line on standard output",
                        "{\"level\":\"warn\",\"msg\":\"JSON, but no message\"}",
                        "42",
                        "",
                        "{\"jsonrpc\":\"2.0\",\"method\":\"session/upd")
                .forEach(channel::send);
    }
}

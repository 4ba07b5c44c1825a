package dev.termal.engine.acp.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.termal.engine.acp.jsonrpc.FrameCodec;
import dev.termal.engine.acp.jsonrpc.JsonRpcCall;
import dev.termal.engine.acp.jsonrpc.JsonRpcException;
import dev.termal.engine.acp.jsonrpc.JsonRpcPeer;
import dev.termal.engine.acp.jsonrpc.LineChannel;
import dev.termal.engine.acp.jsonrpc.PeerHandler;
import dev.termal.engine.acp.jsonrpc.PeerLimits;
import dev.termal.engine.acp.jsonrpc.Responder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A plain client: calls by name, keeps what it is told, hands what it is asked to the test. */
final class DemoClient implements PeerHandler, AutoCloseable {
    private static final Duration LONG = Duration.ofSeconds(60);

    record Asked(String method, JsonNode params, Responder responder) {}

    final JsonRpcPeer peer;
    final List<JsonNode> updates = new CopyOnWriteArrayList<>();
    final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();

    DemoClient(LineChannel channel) {
        peer = new JsonRpcPeer(channel, "demo", this, Thread::new, new PeerLimits(64, 100, LONG));
        peer.start();
    }

    @Override
    public void onRequest(String method, JsonNode params, Responder responder) {
        asked.add(new Asked(method, params, responder));
    }

    @Override
    public void onNotification(String method, JsonNode params) {
        assertEquals("session/update", method);
        updates.add(params);
    }

    static JsonNode json(String text) {
        return FrameCodec.JSON.readTree(text.replace('\'', '"'));
    }

    JsonRpcCall start(String method, String params) {
        return peer.call(method, json(params));
    }

    JsonNode call(String method, String params) throws InterruptedException {
        return start(method, params).await(LONG);
    }

    /** The code of the error that this call fails with. */
    int errorOf(String method, String params) throws InterruptedException {
        try {
            throw new AssertionError("succeeded: " + call(method, params));
        } catch (JsonRpcException e) {
            return e.code();
        }
    }

    JsonNode initialize(String capabilities) throws InterruptedException {
        return call("initialize", "{'protocolVersion':1,'clientCapabilities':" + capabilities + "}");
    }

    String newSession(Path cwd) throws InterruptedException {
        ObjectNode params = FrameCodec.JSON.createObjectNode().put("cwd", cwd.toString());
        params.putArray("mcpServers");
        return peer.call("session/new", params).await(LONG).path("sessionId").stringValue();
    }

    JsonRpcCall startPrompt(String session, String text) {
        return start(
                "session/prompt", "{'sessionId':'" + session + "','prompt':[{'type':'text','text':'" + text + "'}]}");
    }

    JsonNode prompt(String session, String text) throws InterruptedException {
        return startPrompt(session, text).await(LONG);
    }

    void cancel(String session) {
        peer.notify("session/cancel", json("{'sessionId':'" + session + "'}"));
    }

    /** The updates of this kind, in all sessions. */
    List<JsonNode> updates(String kind) {
        return updates.stream()
                .map(params -> params.path("update"))
                .filter(update -> update.path("sessionUpdate").asString().equals(kind))
                .toList();
    }

    /** The text of all message chunks of this kind. */
    String text(String kind) {
        return updates(kind).stream()
                .map(update -> update.path("content").path("text").asString(""))
                .collect(Collectors.joining());
    }

    String said() {
        return text("agent_message_chunk");
    }

    @Override
    public void close() {
        peer.close();
    }
}

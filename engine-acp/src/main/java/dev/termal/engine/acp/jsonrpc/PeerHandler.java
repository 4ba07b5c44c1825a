package dev.termal.engine.acp.jsonrpc;

import tools.jackson.databind.JsonNode;

/**
 * What is done with what the peer asks and tells.
 *
 * <p>All methods are called on the dispatcher thread, one at a time, in the peer's order, with no lock held. While one runs,
 * no answer and no update passes: it must not wait for a call on the same connection.
 */
public interface PeerHandler {
    /**
     * Answers a request, now or later, from any thread. What is thrown becomes the answer: a {@link JsonRpcException} as it is,
     * an {@link IllegalArgumentException} as "invalid params", all else as "internal error".
     */
    void onRequest(String method, JsonNode params, Responder responder);

    /** Takes a notification; what is thrown is counted as a diagnostic, never sent. */
    void onNotification(String method, JsonNode params);

    /** Takes a line on something that was ignored: noise, an answer to nothing, a failed handler. */
    default void onDiagnostic(String line) {}
}

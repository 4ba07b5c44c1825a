package dev.termal.engine.acp.jsonrpc;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.JsonNode;

/** A request of ours and the answer to come. Made by {@link JsonRpcPeer#call}. */
public final class JsonRpcCall {
    private final JsonRpcPeer peer;
    private final long id;
    private final String method;
    private final CompletableFuture<JsonNode> future = new CompletableFuture<>();

    JsonRpcCall(JsonRpcPeer peer, long id, String method) {
        this.peer = peer;
        this.id = id;
        this.method = method;
    }

    /** The id on the wire. */
    public long id() {
        return id;
    }

    /** What is asked. */
    public String method() {
        return method;
    }

    /**
     * Completes on the dispatcher thread, after all that the peer said before its answer was handled: with the result, a
     * {@link JsonRpcException}, or an {@link AgentException} where the connection ended. Whoever completes it otherwise gives
     * the answer up.
     */
    public CompletableFuture<JsonNode> future() {
        return future;
    }

    /**
     * Waits for the result. After a timeout or an interrupt the answer is given up: it is ignored when it comes.
     *
     * @throws JsonRpcException the peer's error
     * @throws AgentException {@link ErrorCode#TIMEOUT}, or why the connection ended
     * @throws IllegalStateException on the dispatcher thread, which would wait for itself
     */
    public JsonNode await(Duration timeout) throws InterruptedException {
        peer.refuseToWaitOnDispatcher(method);
        try {
            return future.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            AgentException late = new AgentException(
                    ErrorCode.TIMEOUT,
                    peer.name() + " did not answer " + method + " within " + seconds(timeout),
                    AgentException.Detail.stderr(peer.stderrTail()));
            future.completeExceptionally(late);
            throw late;
        } catch (InterruptedException e) {
            future.cancel(false);
            throw e;
        }
    }

    /** Tells the peer that the answer is not wanted any more; the peer may answer all the same, and the call stays open. */
    public void requestCancel() {
        if (!future.isDone()) {
            peer.notify("$/cancel_request", FrameCodec.JSON.createObjectNode().put("requestId", id));
        }
    }

    private static String seconds(Duration timeout) {
        return timeout.toMillis() % 1000 == 0 ? timeout.toSeconds() + " s" : timeout.toMillis() + " ms";
    }
}

package dev.termal.engine.acp.jsonrpc;

import dev.termal.api.AgentException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Our requests without an answer yet. The lock guards fields only: calls are completed outside of it. */
final class PendingCalls {
    private final Object lock = new Object();
    private final Map<Long, JsonRpcCall> open = new LinkedHashMap<>();
    private long lastId; // ids start at 1: some peers take 0 for none
    private @Nullable AgentException ended;

    /** A new call; failed already where the connection has ended. */
    JsonRpcCall open(JsonRpcPeer peer, String method) {
        JsonRpcCall call;
        AgentException cause;
        synchronized (lock) {
            call = new JsonRpcCall(peer, ++lastId, method);
            cause = ended;
            if (cause == null) {
                open.put(call.id(), call);
            }
        }
        if (cause == null) {
            CompletionStage<JsonNode> answer = call.future();
            answer.whenComplete((result, failure) -> forget(call.id()));
        } else {
            call.future().completeExceptionally(cause);
        }
        return call;
    }

    /** The call that this id answers, which is open no more. */
    Optional<JsonRpcCall> take(JsonNode id) {
        if (!id.isIntegralNumber() || !id.canConvertToLong()) {
            return Optional.empty();
        }
        synchronized (lock) {
            return Optional.ofNullable(open.remove(id.longValue()));
        }
    }

    /** Whether a frame is a request of ours that comes back: nobody asks us what we ask, by the very id. */
    boolean isEcho(Frame frame) {
        if (!(frame instanceof Frame.Request request) || !wasUsed(request.id())) {
            return false;
        }
        synchronized (lock) {
            JsonRpcCall call = open.get(request.id().longValue());
            return call != null && call.method().equals(request.method());
        }
    }

    /** Whether a call had this id, open or not. */
    boolean wasUsed(JsonNode id) {
        synchronized (lock) {
            return id.isIntegralNumber() && id.canConvertToLong() && id.longValue() > 0 && id.longValue() <= lastId;
        }
    }

    int size() {
        synchronized (lock) {
            return open.size();
        }
    }

    boolean hasEnded() {
        synchronized (lock) {
            return ended != null;
        }
    }

    /** Fails every open call and all that are to come; false where that was done before. */
    boolean end(AgentException cause) {
        List<JsonRpcCall> left;
        synchronized (lock) {
            if (ended != null) {
                return false;
            }
            ended = cause;
            left = List.copyOf(open.values());
            open.clear();
        }
        left.forEach(call -> call.future().completeExceptionally(cause));
        return true;
    }

    private void forget(long id) {
        synchronized (lock) {
            open.remove(id);
        }
    }
}

package dev.termal.engine.acp.jsonrpc;

import dev.termal.engine.acp.jsonrpc.Frame.Request;
import dev.termal.engine.acp.jsonrpc.Frame.Response;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The one answer that a request of the peer gets; from any thread, and the first one counts. */
public final class Responder {
    private static final Pattern CLASS_NAME = Pattern.compile("\\b[a-z]\\w*(\\.[a-z]\\w*)+\\.[A-Z]\\w*");

    private final Request request;
    private final BiConsumer<Responder, Response> send;
    private final AtomicBoolean answered = new AtomicBoolean();
    private final CompletableFuture<Void> cancelled = new CompletableFuture<>();

    Responder(Request request, BiConsumer<Responder, Response> send) {
        this.request = request;
        this.send = send;
    }

    /** The request's own id, for the other side's cancellation of it. */
    JsonNode id() {
        return request.id();
    }

    /** Answers with a result; false where there is an answer already. */
    public boolean result(JsonNode result) {
        return answer(Response.ofResult(request.id(), result));
    }

    /** Answers with an error; false where there is an answer already. */
    public boolean error(JsonRpcException error) {
        return answer(Response.ofError(request.id(), error.toJson()));
    }

    /** Answers with what a failure means to the other side; false where there is an answer already. */
    public boolean fail(Throwable failure) {
        return error(describe(failure));
    }

    /** Answers with what the stage ends with, and cancels the stage when the peer takes its request back. */
    public void answerWith(CompletionStage<? extends JsonNode> stage) {
        onCancel(() -> stage.toCompletableFuture().cancel(true));
        stage.whenComplete((result, failure) -> {
            if (failure != null) {
                fail(failure);
            } else {
                result(result == null ? FrameCodec.JSON.nullNode() : result);
            }
        });
    }

    /**
     * Runs this when the peer takes its request back or the connection ends, at once where that has happened. The request
     * still wants an answer.
     */
    public void onCancel(Runnable hook) {
        CompletionStage<Void> cancellation = cancelled;
        cancellation.thenRun(hook);
    }

    /** Whether there is an answer. */
    public boolean isAnswered() {
        return answered.get();
    }

    void cancel() {
        cancelled.complete(null);
    }

    private boolean answer(Response response) {
        boolean first = answered.compareAndSet(false, true);
        if (first) {
            send.accept(this, response);
        }
        return first;
    }

    /** In words that are safe to send: one line, no class names, no traces. */
    private JsonRpcException describe(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof CompletionException || cause instanceof ExecutionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof JsonRpcException error) {
            return error;
        }
        if (cause instanceof CancellationException) {
            return new JsonRpcException(JsonRpcException.REQUEST_CANCELLED, "Request cancelled");
        }
        if (cause instanceof IllegalArgumentException || cause instanceof JacksonException) {
            return JsonRpcException.invalidParams("Invalid params for " + request.method() + reason(cause));
        }
        return new JsonRpcException(JsonRpcException.INTERNAL_ERROR, "Internal error in " + request.method());
    }

    private static String reason(Throwable cause) {
        return Optional.ofNullable(cause.getMessage())
                .filter(text -> cause instanceof IllegalArgumentException)
                .filter(text -> !CLASS_NAME.matcher(text).find())
                .map(text -> ": " + text)
                .orElse("");
    }
}

package dev.termal.engine.acp;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.engine.acp.jsonrpc.JsonRpcException;
import dev.termal.engine.acp.jsonrpc.Responder;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The permissions and questions of an agent that wait for the host. Each is answered exactly once; from any thread. */
final class OpenRequests {
    /** Makes the wire's answer of the host's. */
    @FunctionalInterface
    interface Writer<T> {
        JsonNode write(T answer);
    }

    private record Open(Responder responder, Supplier<JsonNode> cancelled, CompletableFuture<Void> withdrawn) {
        void cancel() {
            if (responder.result(cancelled.get())) {
                withdrawn.complete(null);
            }
        }
    }

    private final Set<Open> requests = ConcurrentHashMap.newKeySet();
    private final BooleanSupplier isCancelling;

    /** @param isCancelling whether a cancel has begun, after which nothing is asked any more */
    OpenRequests(BooleanSupplier isCancelling) {
        this.isCancelling = isCancelling;
    }

    /**
     * Asks the host and answers when its stage completes, or as cancelled when the turn is cancelled, the agent takes its
     * request back, or the connection ends. The request is open before the host is asked, so that no cancel can miss it.
     */
    <T> void ask(
            Responder responder, Supplier<JsonNode> cancelled, Supplier<CompletionStage<T>> host, Writer<T> writer) {
        Open open = new Open(responder, cancelled, new CompletableFuture<>());
        requests.add(open);
        if (isCancelling.getAsBoolean()) {
            requests.remove(open);
            open.cancel();
            return;
        }
        responder.onCancel(open::cancel);
        CompletionStage<T> stage;
        try {
            stage = host.get();
        } catch (RuntimeException e) {
            requests.remove(open);
            throw e;
        }
        CompletionStage<Void> withdrawn = open.withdrawn();
        withdrawn.thenRun(() -> withdraw(stage));
        stage.whenComplete((answer, failure) -> {
            requests.remove(open);
            complete(responder, answer, failure, writer);
        });
    }

    /** Answers when the stage completes, whatever becomes of the turn. */
    static <T> void serve(Responder responder, CompletionStage<T> stage, Writer<T> writer) {
        stage.whenComplete((answer, failure) -> complete(responder, answer, failure, writer));
        responder.onCancel(() -> withdraw(stage));
    }

    private static <T> void complete(Responder responder, T answer, @Nullable Throwable failure, Writer<T> writer) {
        if (responder.isAnswered()) {
            return; // too late: it was cancelled
        }
        if (failure != null) {
            responder.fail(safe(failure));
            return;
        }
        try {
            responder.result(writer.write(answer));
        } catch (RuntimeException e) {
            responder.fail(new IllegalStateException(e)); // ours, not the agent's: never "invalid params"
        }
    }

    /** Tells the handler that its answer is not needed any more. */
    private static void withdraw(CompletionStage<?> stage) {
        try {
            stage.toCompletableFuture().cancel(true);
        } catch (UnsupportedOperationException e) {
            // A stage that cannot be cancelled is one whose answer will be ignored.
        }
    }

    void cancelAll() {
        requests.forEach(Open::cancel);
    }

    /** Our own messages are one line and made to be read; others stay here. */
    private static Throwable safe(Throwable failure) {
        Throwable inner = failure.getCause();
        Throwable cause = failure instanceof CompletionException && inner != null ? inner : failure;
        if (cause instanceof AgentException e) {
            int code = e.code() == ErrorCode.UNSUPPORTED
                    ? JsonRpcException.METHOD_NOT_FOUND
                    : e.code() == ErrorCode.CONFIGURATION
                            ? JsonRpcException.INVALID_PARAMS
                            : JsonRpcException.INTERNAL_ERROR;
            return new JsonRpcException(code, String.valueOf(e.getMessage()));
        }
        return cause instanceof IllegalArgumentException ? new IllegalStateException(cause) : cause;
    }
}

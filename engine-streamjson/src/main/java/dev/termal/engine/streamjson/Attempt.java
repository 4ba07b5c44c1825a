package dev.termal.engine.streamjson;

import dev.termal.api.AgentException;
import dev.termal.api.TurnResult;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** A turn in one process. Settled by the process's dispatcher, whatever happens. */
final class Attempt {
    private final Turn turn;
    private final CompletableFuture<Optional<String>> line = new CompletableFuture<>();
    private final CompletableFuture<Void> handedOver = new CompletableFuture<>();
    private final CompletableFuture<TurnResult> result = new CompletableFuture<>();

    Attempt(Turn turn) {
        this.turn = turn;
    }

    Turn turn() {
        return turn;
    }

    /** The turn has begun; this line, if any, is to be sent. */
    void begun(Optional<String> promptLine) {
        line.complete(promptLine);
    }

    /** It ended well. */
    void ended(TurnResult how) {
        result.complete(how);
    }

    /** It failed, perhaps before it began. */
    void failed(AgentException failure) {
        result.completeExceptionally(failure);
        line.completeExceptionally(failure);
    }

    /** Waits for its beginning: the line to send. */
    Optional<String> awaitLine() throws InterruptedException {
        return get(line);
    }

    /** Nothing of the prompt is being written to the process any more. */
    void handedOver() {
        handedOver.complete(null);
    }

    /** Waits until nothing of the prompt is being written any more, which ends with the process. */
    void awaitHandedOver(Duration atMost) {
        handedOver
                .completeOnTimeout(null, atMost.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    /** Waits for its end. */
    TurnResult awaitResult() throws InterruptedException {
        return get(result);
    }

    private static <T> T get(CompletableFuture<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AgentException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}

package dev.termal.engine.streamjson;

import dev.termal.api.AgentEvent;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionRequest;
import dev.termal.api.SessionHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;

/** A handler that returns from an event only when it is interrupted. */
record WaitingHandler(CountDownLatch waiting, CountDownLatch interrupted) implements SessionHandler {
    @Override
    public void onEvent(AgentEvent event) {
        waiting.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            interrupted.countDown();
        }
    }

    @Override
    public CompletionStage<PermissionDecision> onPermissionRequest(PermissionRequest request) {
        return CompletableFuture.completedFuture(PermissionDecision.cancelled());
    }
}

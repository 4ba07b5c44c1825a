package dev.termal.engine.acp;

import dev.termal.api.spi.EngineContext;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Ends a turn early, step by step until it has ended: what is open is answered as cancelled, the agent is told to cancel,
 * after half the grace its request is taken back, after the other half its process is ended.
 */
final class Cancellation implements Runnable {
    private final Turn turn;
    private final AgentLink link;
    private final AgentRequests requests;
    private final String sessionId;
    private final Duration grace;
    private final EngineContext context;

    Cancellation(
            Turn turn,
            AgentLink link,
            AgentRequests requests,
            String sessionId,
            Duration grace,
            EngineContext context) {
        this.turn = turn;
        this.link = link;
        this.requests = requests;
        this.sessionId = sessionId;
        this.grace = grace;
        this.context = context;
    }

    @Override
    public void run() {
        try {
            requests.cancelAll();
            link.tell("session/cancel", Json.object().put("sessionId", sessionId));
        } finally {
            turn.told();
        }
        if (hasEndedWithin(grace.dividedBy(2))) {
            return;
        }
        turn.requestCancel();
        if (!hasEndedWithin(grace.dividedBy(2))) {
            context.log().log(
                    System.Logger.Level.WARNING, "the agent did not stop within {0}; its process is ended", grace);
            link.close();
        }
    }

    private boolean hasEndedWithin(Duration time) {
        CompletableFuture<Boolean> elapsed = new CompletableFuture<>();
        EngineContext.Scheduled timer = context.schedule(time, () -> elapsed.complete(false));
        try {
            return turn.ended()
                    .thenApply(end -> true)
                    .applyToEither(elapsed, ended -> ended)
                    .join();
        } finally {
            timer.cancel();
        }
    }
}

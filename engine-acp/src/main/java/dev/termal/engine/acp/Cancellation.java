package dev.termal.engine.acp;

import dev.termal.api.spi.EngineContext;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.node.ObjectNode;

/**
 * Ends a turn early, step by step until it has ended: what is open is answered as cancelled, the agent is told to cancel,
 * after half the grace its request is taken back, after the other half its process is ended. An agent that is known not to be
 * asked, or says so, loses its process at once; the session goes on in a new one.
 */
final class Cancellation implements Runnable {
    private static final int METHOD_NOT_FOUND = -32601;

    private final Turn turn;
    private final AgentLink link;
    private final AgentRequests requests;
    private final String sessionId;
    private final AcpOptions options;
    private final EngineContext context;
    private final Lifecycle lifecycle;

    Cancellation(
            Turn turn,
            AgentLink link,
            AgentRequests requests,
            String sessionId,
            AcpOptions options,
            EngineContext context,
            Lifecycle lifecycle) {
        this.turn = turn;
        this.link = link;
        this.requests = requests;
        this.sessionId = sessionId;
        this.options = options;
        this.context = context;
        this.lifecycle = lifecycle;
    }

    @Override
    public void run() {
        CompletableFuture<Boolean> refused = new CompletableFuture<>();
        try {
            requests.cancelAll();
            ask(refused);
        } finally {
            turn.told();
        }
        Duration half = options.cancelGrace().dividedBy(2);
        boolean stopped = endsWithin(half, refused);
        if (!stopped && !refused.isDone()) {
            turn.requestCancel();
            stopped = endsWithin(half, refused);
        }
        lifecycle.cancelWorks(stopped);
        if (!stopped) {
            context.log().log(
                    System.Logger.Level.WARNING,
                    refused.isDone()
                            ? "the agent cannot be asked to stop; its process is ended"
                            : "the agent did not stop within {0}; its process is ended",
                    options.cancelGrace());
            lifecycle.note(Lifecycle.Event.KILL, "session " + sessionId);
            link.close();
        }
    }

    /**
     * Asks the agent in its form.
     *
     * @param refused told where it says that it knows no such request
     */
    private void ask(CompletableFuture<Boolean> refused) {
        if (lifecycle.cancelIsRefused()) {
            refused.complete(true);
            return;
        }
        lifecycle.note(Lifecycle.Event.CANCEL, options.cancelForm().word());
        ObjectNode params = Json.object().put("sessionId", sessionId);
        if (options.cancelForm() == CancelForm.NOTIFICATION) {
            link.tell("session/cancel", params);
            return;
        }
        AgentLink.Sent<Boolean> unused = link.send("session/cancel", params, (result, failure) -> {
            if (failure != null && failure.detail().peerCode().equals(Optional.of(METHOD_NOT_FOUND))) {
                lifecycle.note(
                        Lifecycle.Event.CANCEL_REFUSED, link.handshake().agent().version());
                refused.complete(true);
            }
            return true;
        });
    }

    /** Whether the turn ends within a time, and before the agent refuses. */
    private boolean endsWithin(Duration time, CompletableFuture<Boolean> refused) {
        CompletableFuture<Boolean> elapsed = refused.thenApply(yes -> false);
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

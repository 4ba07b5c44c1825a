package dev.termal.engine.acp;

import dev.termal.api.FollowUp;
import dev.termal.engine.acp.jsonrpc.JsonRpcCall;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One turn of one session. It remembers that it was cancelled from this side, since agents answer that in many ways.
 * Thread-safe; made by the thread that prompts.
 */
final class Turn {
    private enum Phase {
        PREPARING,
        SENDING,
        SENT
    }

    private final Thread caller = Thread.currentThread();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final CompletableFuture<Void> told = new CompletableFuture<>();
    private Phase phase = Phase.PREPARING; // guarded by this, as all below
    private boolean cancelled;
    private boolean telling;
    private @Nullable JsonRpcCall call;
    private @Nullable FollowUp followUp;

    /** Preparation is done; false where the turn was cancelled meanwhile, which is then the end of it. */
    synchronized boolean prepared() {
        phase = Phase.SENDING;
        if (cancelled) {
            Thread.interrupted(); // it was ours, and may have come too late to be noticed
        }
        return !cancelled;
    }

    /** The agent has the prompt; true where the turn was cancelled meanwhile, and the agent is still to be told. */
    synchronized boolean sent(JsonRpcCall newCall) {
        phase = Phase.SENT;
        call = newCall;
        telling |= cancelled;
        return cancelled;
    }

    /**
     * Cancels it; a preparation is interrupted.
     *
     * @return whether the caller is to tell the agent, which a prompt that is not sent yet does by itself
     */
    synchronized boolean cancel() {
        if (cancelled || ended.isDone()) {
            return false;
        }
        cancelled = true;
        if (phase == Phase.PREPARING) {
            caller.interrupt();
        }
        telling = phase == Phase.SENT;
        return telling;
    }

    /** The agent was told that the turn is cancelled, or cannot be. */
    void told() {
        told.complete(null);
    }

    /** Waits, where the agent is being told of a cancel, until it was: else it would take it for one of the next turn. */
    void awaitTold() {
        boolean wait;
        synchronized (this) {
            wait = telling;
        }
        if (wait) {
            told.join(); // within the bound of a write
        }
    }

    synchronized boolean isCancelled() {
        return cancelled;
    }

    /** Whether an interrupt of the caller was the cancel's own. */
    synchronized boolean isPreparationCancelled() {
        return cancelled && phase == Phase.PREPARING;
    }

    /** Takes the request back; the agent may answer it all the same. */
    void requestCancel() {
        JsonRpcCall open;
        synchronized (this) {
            open = call;
        }
        if (open != null) {
            open.requestCancel();
        }
    }

    synchronized void followUp(FollowUp wanted) {
        followUp = wanted;
    }

    synchronized Optional<FollowUp> followUp() {
        return Optional.ofNullable(followUp);
    }

    /** The agent has answered, or never will. */
    void end() {
        ended.complete(null);
    }

    CompletableFuture<Void> ended() {
        return ended;
    }
}

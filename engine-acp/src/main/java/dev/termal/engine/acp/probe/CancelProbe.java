package dev.termal.engine.acp.probe;

import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
import dev.termal.api.Prompt;
import dev.termal.api.StopReason;
import dev.termal.api.TurnResult;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.Verdict.Result;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** P6 and gate D: a turn that is stopped, and the one after it. It comes last, for it may cost the session. */
final class CancelProbe {
    /** How soon a turn must end after a cancel. */
    static final Duration CANCEL_LIMIT = Duration.ofSeconds(2);

    private final EngineContext context;
    private final Duration patience;
    private final Witness witness;
    private final Capture capture;
    private final Verdicts verdicts;

    CancelProbe(EngineContext context, Duration patience, Witness witness, Capture capture, Verdicts verdicts) {
        this.context = context;
        this.patience = patience;
        this.witness = witness;
        this.capture = capture;
        this.verdicts = verdicts;
    }

    /** A further turn. */
    interface Next {
        TurnResult turn() throws InterruptedException;
    }

    /** Asks for much, and stops it at its first word. */
    void run(AgentSession session, Next again) throws InterruptedException {
        witness.begin();
        int before = capture.launches();
        CompletableFuture<TurnResult> turn = new CompletableFuture<>();
        Thread thread = context.threads().newThread(() -> {
            try {
                turn.complete(session.prompt(Prompt.of("Count from 1 to 500, each number on a line of its own.")));
            } catch (InterruptedException | RuntimeException e) {
                turn.completeExceptionally(e);
            }
        });
        thread.setName("probe-cancel");
        thread.start();
        try {
            var unused = CompletableFuture.anyOf(witness.spoke(), turn).get(patience.toSeconds(), TimeUnit.SECONDS);
            long begin = System.nanoTime();
            session.cancel();
            TurnResult result = turn.get(patience.toSeconds(), TimeUnit.SECONDS);
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            if (result.stopReason() != StopReason.CANCELLED) {
                verdicts.add("P6", Result.UNTESTED, "it was done before it could be stopped");
                verdicts.add("D", Result.UNTESTED, "it was done before it could be stopped");
                return;
            }
            verdicts.add("P6", Result.PASS, "it ended after " + took.toMillis() + " ms", Verdicts.took(took));
            TurnResult next = again.turn();
            boolean goesOn =
                    next.stopReason() == StopReason.END_TURN && !witness.text().isBlank();
            boolean same = capture.launches() == before;
            boolean soon = took.compareTo(CANCEL_LIMIT) <= 0;
            verdicts.add(
                    "D",
                    !goesOn ? Result.FAIL : same && soon ? Result.PASS : Result.FALLBACK,
                    "cancelled after " + took.toMillis() + " ms"
                            + (same ? ", in the same process" : ", its process was ended and the session continued")
                            + (goesOn ? "; the next turn works" : "; the next turn does not work"),
                    Verdicts.took(took));
        } catch (ExecutionException e) {
            String why = String.valueOf(e.getCause());
            verdicts.add("P6", Result.FAIL, why);
            verdicts.add("D", Result.FAIL, "the turn failed: " + why);
        } catch (TimeoutException e) {
            verdicts.add("P6", Result.FAIL, "nothing came within " + patience.toSeconds() + " s");
            verdicts.add("D", Result.FAIL, "nothing came within " + patience.toSeconds() + " s");
            session.cancel();
        } catch (AgentException e) {
            verdicts.failed("D", e);
        }
    }
}

package dev.termal.host.session;

import dev.termal.api.TurnResult;
import dev.termal.api.spi.EngineContext.Scheduled;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** One turn while it runs: whether it is to end early, who works on it, and the steps taken to end it. Thread-safe. */
final class Turn {
    private final CompletableFuture<TurnResult> result = new CompletableFuture<>();
    private final CompletableFuture<Void> cut = new CompletableFuture<>();

    private final Object lock = new Object();
    // all guarded by lock
    private final List<CompletableFuture<Void>> steps = new ArrayList<>();
    private final List<Scheduled> timers = new ArrayList<>();
    private Optional<Ending> ending = Optional.empty();
    private @Nullable Thread opener;
    private boolean prompting;
    private boolean over;

    /** What the engine made of it; completed by the engine's thread, or where that is left behind. */
    CompletableFuture<TurnResult> result() {
        return result;
    }

    /** Completes as soon as the turn is to end early. */
    CompletableFuture<Void> cut() {
        return cut;
    }

    Optional<Ending> ending() {
        synchronized (lock) {
            return ending;
        }
    }

    /** Ends it early, for this reason or a stronger one known; true the first time. */
    boolean end(Ending why) {
        boolean first;
        synchronized (lock) {
            if (over) {
                return false;
            }
            first = ending.isEmpty();
            if (first || why.beats(ending.get())) {
                ending = Optional.of(why);
            }
        }
        cut.complete(null);
        return first;
    }

    /** The calling thread opens the session for the turn and may be interrupted until {@link #beginPrompting}. */
    void beginOpening() {
        synchronized (lock) {
            opener = Thread.currentThread();
        }
    }

    /** The prompt is to be sent now; false where the turn is to end instead. */
    boolean beginPrompting() {
        synchronized (lock) {
            opener = null;
            prompting = ending.isEmpty() && !over;
            return prompting;
        }
    }

    /** Interrupts whoever still opens the session. */
    void interruptOpening() {
        synchronized (lock) {
            if (opener != null) {
                opener.interrupt();
            }
        }
    }

    /** Whether the prompt was sent; once the turn is to end early, this does not change any more. */
    boolean isPrompting() {
        synchronized (lock) {
            return prompting;
        }
    }

    boolean goesOn() {
        synchronized (lock) {
            return ending.isEmpty() && !over;
        }
    }

    /** The engine's thread is done with it and must not be interrupted any more. */
    void workerGone() {
        synchronized (lock) {
            opener = null;
        }
    }

    /** Does something to end the turn, on the pool, unless it is over. */
    void step(Executor pool, Runnable action) {
        CompletableFuture<Void> step = new CompletableFuture<>();
        synchronized (lock) {
            if (over) {
                return;
            }
            steps.add(step);
        }
        try {
            pool.execute(() -> {
                try {
                    action.run();
                } finally {
                    step.complete(null);
                }
            });
        } catch (RejectedExecutionException e) {
            step.complete(null); // the host is closing and ends all agents
        }
    }

    /** Keeps a timer that is of no use once the turn is over. */
    void keep(Scheduled timer) {
        boolean late;
        synchronized (lock) {
            late = over;
            if (!late) {
                timers.add(timer);
            }
        }
        if (late) {
            timer.cancel();
        }
    }

    /** No further step is taken; gives a stage that completes when those under way are done, lest they hit the next turn. */
    CompletableFuture<Void> over() {
        List<Scheduled> unused;
        List<CompletableFuture<Void>> underWay;
        synchronized (lock) {
            over = true;
            unused = List.copyOf(timers);
            underWay = List.copyOf(steps);
        }
        unused.forEach(Scheduled::cancel);
        return CompletableFuture.allOf(underWay.toArray(CompletableFuture[]::new));
    }
}

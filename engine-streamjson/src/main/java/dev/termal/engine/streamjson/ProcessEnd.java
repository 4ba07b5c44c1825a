package dev.termal.engine.streamjson;

import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.ProcessExit;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** How a process ends: by itself, with a status that counts, or ended from here, with one that does not. Thread-safe. */
final class ProcessEnd {
    private final AgentProcess process;
    private final Function<Runnable, Thread> threads;
    private final CompletableFuture<Optional<ProcessExit>> end = new CompletableFuture<>();
    private final AtomicBoolean forced = new AtomicBoolean();

    ProcessEnd(AgentProcess process, Function<Runnable, Thread> threads) {
        this.process = process;
        this.threads = threads;
        var unused = process.onExit().whenComplete((how, impossible) -> end.complete(Optional.ofNullable(how)));
    }

    /** Whether it has ended, or is being ended. */
    boolean hasCome() {
        return end.isDone();
    }

    /** Ends the process and all its descendants within bounds, on another thread. */
    void force() {
        end.complete(Optional.empty());
        if (forced.compareAndSet(false, true)) {
            threads.apply(process::close).start();
        }
    }

    /** Ends the process and all its descendants, and returns when they have ended. */
    void forceNow() {
        end.complete(Optional.empty());
        forced.set(true);
        process.close();
    }

    /** Waits for the end, which somebody has to force where it might not come; empty where it was forced. */
    Optional<ProcessExit> await() {
        return end.join();
    }
}

package dev.termal.engine.streamjson;

import dev.termal.api.Prompt;
import org.jspecify.annotations.Nullable;

/** One turn as its caller sees it: a prompt that may be cancelled, in whichever process it runs. Thread-safe. */
final class Turn {
    private final Prompt prompt;
    private @Nullable DialectProcess process; // guarded by this, as the next
    private boolean cancelled;

    Turn(Prompt prompt) {
        this.prompt = prompt;
    }

    Prompt prompt() {
        return prompt;
    }

    synchronized boolean isCancelled() {
        return cancelled;
    }

    /** It runs in this process from now on, which is ended where the turn was cancelled before. */
    void runsIn(DialectProcess newProcess) {
        boolean late;
        synchronized (this) {
            process = newProcess;
            late = cancelled;
        }
        if (late) {
            newProcess.endSoon();
        }
    }

    /** There is no way to ask such an agent to stop: its process is ended. Returns at once. */
    void cancel() {
        DialectProcess running;
        synchronized (this) {
            cancelled = true;
            running = process;
        }
        if (running != null) {
            running.endSoon();
        }
    }

    /** Cancels, and returns when its process says nothing any more. */
    void cancelAndWait() {
        cancel();
        DialectProcess running;
        synchronized (this) {
            running = process;
        }
        if (running != null) {
            running.close();
        }
    }
}

package dev.termal.engine.acp;

import dev.termal.api.AgentEvent;
import dev.termal.api.SessionRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Keeps the history that an agent repeats apart from what it says now. A loaded session's history ends with the prompt after
 * it, since some agents repeat it, or the end of it, after they have answered; before that prompt an agent that repeats late,
 * as its binding tells, must have been silent for a while. Thread-safe.
 */
final class Replay {
    private final Optional<Duration> quiet;
    private boolean running; // guarded by this, as all below
    private boolean late;
    private SessionRequest.Replay wanted = SessionRequest.Replay.DISCARD;
    private long heard;

    Replay(Optional<Duration> quiet) {
        this.quiet = quiet;
    }

    /** @param loads whether history is to be expected; where not, it may come all the same */
    synchronized void begin(SessionRequest.Replay newWanted, boolean loads) {
        running = true;
        wanted = newWanted;
        late = loads;
    }

    synchronized void answered() {
        running = late;
    }

    synchronized void end() {
        running = false;
    }

    synchronized void heard() {
        heard++;
        notifyAll();
    }

    /** The event as the handler shall see it; empty where it shall not. */
    synchronized Optional<AgentEvent> pass(AgentEvent event) {
        if (!running || !UpdateReader.isHistory(event)) {
            return Optional.of(event);
        }
        return wanted == SessionRequest.Replay.DELIVER ? Optional.of(new AgentEvent.Replayed(event)) : Optional.empty();
    }

    /** Waits until an agent that repeats history late was silent for long enough, but not for longer than this. */
    synchronized void awaitQuiet(Duration within) throws InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        long before = heard - 1;
        while (late && quiet.isPresent() && running && before != heard && System.nanoTime() < end) {
            before = heard;
            long silent = System.nanoTime() + quiet.orElse(Duration.ZERO).toNanos();
            for (long left = silent - System.nanoTime();
                    before == heard && left > 0;
                    left = silent - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        }
    }
}

package dev.termal.host.session;

import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.EngineContext.Scheduled;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Time as deadlines need it: a measure that no change of the wall clock disturbs, and the host's one timer. */
interface Timer {
    /** Nanoseconds from an arbitrary point. */
    long nanoTime();

    /** Runs something short once after a delay. */
    Scheduled schedule(Duration delay, Runnable task);

    static Timer of(EngineContext context, LongSupplier nanoTime) {
        return new Timer() {
            @Override
            public long nanoTime() {
                return nanoTime.getAsLong();
            }

            @Override
            public Scheduled schedule(Duration delay, Runnable task) {
                return context.schedule(delay, task);
            }
        };
    }
}

package dev.termal.host.process;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.LaunchSpec;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Holds a launch back until the moment before which it must not begin. */
public final class EarliestStart {
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final Clock clock;

    /** Waits by this clock. */
    public EarliestStart(Clock clock) {
        this.clock = clock;
    }

    /**
     * Waits where the launch asks for it, but no longer than a minute: a clock that was set back must not hold anything up.
     *
     * @throws AgentException {@code CANCELLED} where the thread is interrupted meanwhile; it stays so
     */
    public void await(LaunchSpec spec) {
        Duration wait = spec.notBefore()
                .map(moment -> Duration.between(clock.instant(), moment))
                .filter(left -> !left.isNegative())
                .orElse(Duration.ZERO);
        try {
            TimeUnit.MILLISECONDS.sleep(Math.min(wait.toMillis(), LONGEST.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AgentException(ErrorCode.CANCELLED, "interrupted before the agent was started", e);
        }
    }
}

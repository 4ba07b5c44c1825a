package dev.termal.engine.acp.probe;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.EngineContext;
import java.time.Duration;

/** Runs steps that wait for an agent, each within a time. */
final class Bounded {
    private final EngineContext context;

    Bounded(EngineContext context) {
        this.context = context;
    }

    interface Step<T> {
        T run() throws InterruptedException;
    }

    /**
     * Runs a step on the caller's thread, which is interrupted when the time is over.
     *
     * @throws AgentException {@link ErrorCode#TIMEOUT} then
     */
    <T> T within(Duration time, Step<T> step) throws InterruptedException {
        Alarm alarm = new Alarm(Thread.currentThread());
        EngineContext.Scheduled timer = context.schedule(time, alarm::ring);
        try {
            return step.run();
        } catch (InterruptedException e) {
            if (alarm.rang()) {
                throw new AgentException(ErrorCode.TIMEOUT, "nothing came within " + time.toSeconds() + " s");
            }
            throw e;
        } finally {
            timer.cancel();
            alarm.off();
        }
    }

    /** Interrupts a thread, but never after it was switched off. */
    private static final class Alarm {
        private final Thread sleeper;
        private boolean off; // guarded by this, as the next
        private boolean rang;

        Alarm(Thread sleeper) {
            this.sleeper = sleeper;
        }

        synchronized void ring() {
            if (!off) {
                rang = true;
                sleeper.interrupt();
            }
        }

        synchronized boolean rang() {
            return rang;
        }

        synchronized void off() {
            off = true;
            if (rang) {
                Thread.interrupted(); // it was ours, and may have come too late to be noticed
            }
        }
    }
}

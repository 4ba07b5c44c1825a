package dev.termal.host.session;

import dev.termal.api.spi.EngineContext.Scheduled;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The idle and the overall deadline of a session's turns.
 *
 * <p>Both count <em>active time</em>: time since {@link #arm} less the time during which anybody held. So a hold keeps what
 * remains of both, however often and however deep it is nested, and a turn that begins while something is held begins to
 * count at the release. A hold for a person has no limit: they may take as long as they like. One for anything else has
 * {@linkplain #hold(Duration, Runnable) a limit of its own}, so that what hangs cannot keep a turn from ending. Overall, the
 * turn may be active so long; idle, it may be active so long since the last sign of life.
 *
 * <p>Thread-safe. The expiry is told once for each arming, on the timer's thread, with no lock held.
 */
final class TurnDeadline {
    private final Timer timer;
    private final Optional<Duration> overall;
    private final Duration idle;
    private final Duration idleWithOpenCall;

    private final Object lock = new Object();
    // all guarded by lock
    private int holds;
    private boolean armed;
    private long arming; // tells a wake-up of an earlier arming from one of this
    private long activeBefore; // active nanoseconds up to runningSince
    private long runningSince;
    private long lastSign; // in active nanoseconds
    private boolean callOpen;
    private long wakeAt; // in active nanoseconds
    private @Nullable Scheduled wake;
    private Consumer<Ending> onExpiry = ending -> {};
    private long carried; // active nanoseconds that the next arming begins with

    /** Deadlines that count nothing yet; none overall where it is empty. */
    TurnDeadline(Timer timer, Optional<Duration> overall, Duration idle, Duration idleWithOpenCall) {
        this.timer = timer;
        this.overall = overall;
        this.idle = idle;
        this.idleWithOpenCall = idleWithOpenCall;
    }

    /** Begins to count for a turn, unless something is held: then with the release. */
    void arm(Consumer<Ending> expired) {
        synchronized (lock) {
            armed = true;
            arming++;
            onExpiry = expired;
            activeBefore = carried;
            runningSince = timer.nanoTime();
            lastSign = carried;
            carried = 0;
            callOpen = false;
            if (holds == 0) {
                plan();
            }
        }
    }

    /** Stops counting; the next arming begins with what was counted in this one. */
    void disarmAndCarry() {
        synchronized (lock) {
            carried = active();
            disarm();
        }
    }

    /** Stops counting. Holds go on being counted, for the next turn. */
    void disarm() {
        synchronized (lock) {
            armed = false;
            cancelWake();
        }
    }

    /** A sign of life; a longer silence is borne while a tool call is open. */
    void touch(boolean nowCallOpen) {
        synchronized (lock) {
            if (armed) {
                lastSign = active();
                callOpen = nowCallOpen;
                if (holds == 0 && due() < wakeAt) {
                    plan();
                }
            }
        }
    }

    /** Stops both until as many releases have followed as holds. */
    void hold() {
        synchronized (lock) {
            if (holds == 0 && armed) {
                activeBefore = active();
                cancelWake();
            }
            holds++;
        }
    }

    /** Goes on with what remained. Does nothing where nothing is held. */
    void release() {
        synchronized (lock) {
            if (holds > 0 && --holds == 0 && armed) {
                runningSince = timer.nanoTime();
                plan();
            }
        }
    }

    /**
     * Stops both, as {@link #hold()}, until it is released, and for so long at most.
     *
     * @param lapsed told where that was not released in time, once both count again; on the timer's thread
     */
    Hold hold(Duration atMost, Runnable lapsed) {
        AtomicBoolean over = new AtomicBoolean();
        hold();
        Scheduled limit = timer.schedule(atMost, () -> {
            if (over.compareAndSet(false, true)) {
                release();
                lapsed.run();
            }
        });
        return () -> {
            boolean inTime = over.compareAndSet(false, true);
            if (inTime) {
                limit.cancel();
                release();
            }
            return inTime;
        };
    }

    private long active() {
        return holds > 0 ? activeBefore : activeBefore + timer.nanoTime() - runningSince;
    }

    private long idleDue() {
        return lastSign + (callOpen ? idleWithOpenCall : idle).toNanos();
    }

    private long due() {
        return overall.map(limit -> Math.min(limit.toNanos(), idleDue())).orElseGet(this::idleDue);
    }

    private void plan() {
        cancelWake();
        wakeAt = due();
        long forArming = arming;
        Duration delay = Duration.ofNanos(Math.max(0, wakeAt - active()));
        wake = timer.schedule(delay, () -> awake(forArming));
    }

    private void cancelWake() {
        if (wake != null) {
            wake.cancel();
            wake = null;
        }
    }

    /** Signs of life since the wake-up was planned have moved the deadline: then it is planned anew. */
    private void awake(long forArming) {
        Consumer<Ending> tell;
        Ending ending;
        synchronized (lock) {
            if (!armed || forArming != arming || holds > 0) {
                return;
            }
            long now = active();
            boolean overallDue = overall.isPresent() && now >= overall.get().toNanos();
            if (!overallDue && now < idleDue()) {
                plan();
                return;
            }
            armed = false;
            wake = null;
            tell = onExpiry;
            ending = overallDue ? Ending.TIMEOUT : Ending.STALLED;
        }
        tell.accept(ending);
    }
}

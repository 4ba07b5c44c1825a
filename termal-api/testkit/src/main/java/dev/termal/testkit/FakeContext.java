package dev.termal.testkit;

import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.Limits;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * What an engine is lent in tests: a clock that the test advances (or real time), bounds that it chooses, threads and log
 * entries that it can look at. Thread-safe.
 */
public final class FakeContext implements EngineContext, AutoCloseable {
    private final Optional<FakeClock> fakeClock;
    private final Optional<ScheduledExecutorService> timer;
    private final CapturedLog log = new CapturedLog();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private volatile Limits limits = Limits.DEFAULT;

    private FakeContext(Optional<FakeClock> fakeClock) {
        this.fakeClock = fakeClock;
        timer = fakeClock.isPresent()
                ? Optional.empty()
                : Optional.of(Executors.newSingleThreadScheduledExecutor(code -> daemon(code, "test-timer")));
    }

    /** A context in which no time passes but by {@link #advance}. */
    public static FakeContext create() {
        return new FakeContext(Optional.of(new FakeClock()));
    }

    /** A context on the machine's own clock, for real children. */
    public static FakeContext realTime() {
        return new FakeContext(Optional.empty());
    }

    /** Other bounds from now on. */
    public FakeContext limits(Limits newLimits) {
        limits = newLimits;
        return this;
    }

    /** The clock that stands still; none in real time. */
    public FakeClock fakeClock() {
        return fakeClock.orElseThrow(() -> new IllegalStateException("this context runs in real time"));
    }

    /** Moves the clock on and runs what is due. */
    public void advance(Duration by) {
        fakeClock().advance(by);
    }

    /** What was logged, {@code LEVEL message} each. */
    public List<String> logged() {
        return log.entries();
    }

    /** The threads made so far that still live. */
    public List<Thread> liveThreads() {
        return threads.stream().filter(Thread::isAlive).toList();
    }

    /** Waits until all threads made so far have ended; fails with those that go on. */
    public void awaitThreadsEnded() throws InterruptedException {
        for (Thread thread : threads) {
            thread.join(HangGuard.SECONDS * 1000);
            if (thread.isAlive()) {
                throw new AssertionError("thread " + thread.getName() + " goes on: " + List.of(thread.getStackTrace()));
            }
        }
    }

    @Override
    public String hostName() {
        return "testkit";
    }

    @Override
    public String hostVersion() {
        return "1.0";
    }

    @Override
    public ThreadFactory threads() {
        return code -> {
            Thread thread = daemon(code, "test-engine-" + threads.size());
            threads.add(thread);
            return thread;
        };
    }

    private static Thread daemon(Runnable code, String name) {
        Thread thread = new Thread(code, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public Clock clock() {
        return fakeClock.<Clock>map(clock -> clock).orElseGet(Clock::systemUTC);
    }

    @Override
    public Scheduled schedule(Duration delay, Runnable task) {
        if (timer.isPresent()) {
            Future<?> future = timer.get().schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        }
        return fakeClock().schedule(delay, task);
    }

    @Override
    public System.Logger log() {
        return log;
    }

    @Override
    public Limits limits() {
        return limits;
    }

    /** Ends the timer of real time. Close the engine first. */
    @Override
    public void close() {
        timer.ifPresent(ScheduledExecutorService::shutdownNow);
    }
}

package dev.termal.host;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.Limits;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/** What this host lends its engines, and the one timer of the host. */
final class HostContext implements EngineContext, AutoCloseable {
    private static final String NAME = "termal";

    private final ThreadFactory threads = new ThreadFactoryBuilder()
            .setDaemon(true)
            .setNameFormat("termal-%d")
            .build();
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
            1,
            new ThreadFactoryBuilder()
                    .setDaemon(true)
                    .setNameFormat("termal-timer")
                    .build());
    private final System.Logger log = new EngineLog(LoggerFactory.getLogger("dev.termal.engine"));

    @Inject
    HostContext() {
        timer.setRemoveOnCancelPolicy(true);
    }

    @Override
    public String hostName() {
        return NAME;
    }

    @Override
    public String hostVersion() {
        return HostVersion.VALUE;
    }

    @Override
    public ThreadFactory threads() {
        return threads;
    }

    @Override
    public Clock clock() {
        return Clock.systemUTC();
    }

    @Override
    public Scheduled schedule(Duration delay, Runnable task) {
        try {
            ScheduledFuture<?> future = timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        } catch (RejectedExecutionException e) {
            return () -> {}; // the host is closing: there is no later any more
        }
    }

    @Override
    public System.Logger log() {
        return log;
    }

    @Override
    public Limits limits() {
        return Limits.DEFAULT;
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}

package dev.termal.host.hook;

import dev.termal.api.AgentException;
import dev.termal.api.AgentId;
import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.api.spi.ProcessExit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs a person's commands, a few at a time, each with a limit at which its process tree is ended. Nobody waits for one, but
 * whoever closes this. What goes wrong with one is in the log. One for a host; from any thread.
 */
public final class Hooks implements AutoCloseable {
    static final int AT_ONCE = 4;
    static final int MOST_WAITING = 32;

    /** By this name what runs inside of one knows that it does: hooks that start hooks would never end. */
    private static final AgentId NAME = new AgentId("hook");

    private static final Duration ENDING = Duration.ofSeconds(15); // for ending a tree, which takes less
    private static final long IDLE_SECONDS = 1;

    /** Starts processes. */
    public interface Launcher {
        /** Starts one under a name. */
        AgentProcess start(LaunchSpec spec, AgentId name);
    }

    private final EngineContext context;
    private final Launcher launcher;
    private final ThreadPoolExecutor pool;
    private final Set<AgentProcess> running = ConcurrentHashMap.newKeySet();
    private volatile Duration longest = Duration.ZERO;

    /** With nothing running. */
    public Hooks(EngineContext context, Launcher launcher) {
        this.context = context;
        this.launcher = launcher;
        pool = new ThreadPoolExecutor(
                AT_ONCE,
                AT_ONCE,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MOST_WAITING),
                context.threads());
        pool.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs a command soon; returns at once.
     *
     * @param cwd the folder to run in
     * @param told what it reads from its standard input
     */
    public void run(HookEvent event, Hook hook, Path cwd, String told) {
        LaunchSpec spec = LaunchSpec.builder(hook.command(), cwd)
                .stdin(told + "\n")
                .ignoresEndOfInput()
                .build();
        if (longest.compareTo(hook.timeout()) < 0) {
            longest = hook.timeout();
        }
        try {
            pool.execute(() -> run(event, hook, spec));
        } catch (RejectedExecutionException full) {
            warn(event, "was left out: " + MOST_WAITING + " wait already, or the host is closing");
        }
    }

    private void run(HookEvent event, Hook hook, LaunchSpec spec) {
        AtomicBoolean late = new AtomicBoolean();
        try (AgentProcess process = launcher.start(spec, NAME)) {
            running.add(process);
            EngineContext.Scheduled limit = context.schedule(hook.timeout(), () -> {
                late.set(true);
                context.threads().newThread(process::close).start();
            });
            try {
                int exitCode = awaitEnd(process, hook.timeout());
                if (late.get()) {
                    warn(event, "did not end within " + hook.timeout().toMillis() + " ms and was ended");
                } else if (exitCode != 0) {
                    String words = process.stderrTail().strip();
                    warn(event, "ended with exit code " + exitCode + (words.isEmpty() ? "" : ": " + words));
                }
            } finally {
                limit.cancel();
                running.remove(process);
            }
        } catch (AgentException | ExecutionException | TimeoutException failed) {
            warn(event, "failed: " + failed.getMessage());
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    /** What it prints is read, so that it never waits for a reader, and is nobody's. */
    private static int awaitEnd(AgentProcess process, Duration timeout)
            throws InterruptedException, ExecutionException, TimeoutException {
        while (process.receive().isPresent()) {
            // the next line
        }
        ProcessExit exit =
                process.onExit().toCompletableFuture().get(timeout.plus(ENDING).toMillis(), TimeUnit.MILLISECONDS);
        return exit.code();
    }

    private void warn(HookEvent event, String what) {
        context.log().log(System.Logger.Level.WARNING, "the hook " + event.word() + " " + what);
    }

    /**
     * Waits for those that run and wait, at the longest as long as one of them may take; then ends them. Where interrupted, it
     * ends them at once.
     */
    @Override
    public void close() {
        pool.shutdown();
        try {
            boolean unused = pool.awaitTermination(longest.plus(ENDING).toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException atOnce) {
            Thread.currentThread().interrupt();
        }
        pool.shutdownNow();
        running.forEach(AgentProcess::close);
    }
}

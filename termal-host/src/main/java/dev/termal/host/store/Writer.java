package dev.termal.host.store;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that writes. What comes within a moment is committed together; who cannot wait says so. Thread-safe; only
 * {@link #call} and {@link #close} block.
 *
 * <p>The thread exists while there is something to write, or a connection to keep.
 */
final class Writer implements AutoCloseable {
    /** From the first of a group to its commit, less what the commit itself may take. */
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(40);

    private static final long CLOSE_SECONDS = 10;
    private static final long CALL_SECONDS = 60;

    /** Something to be written with others, all or nothing. Called on the writer's thread. */
    interface Step {
        void apply(Database database);

        /** It is committed. */
        void done();

        /** It is not, and will not be. */
        void failed(AgentException why);
    }

    private final Supplier<Database> opener;
    private final ThreadFactory threads;
    private @Nullable Database database; // the writer's thread alone

    private final Object lock = new Object();
    // all guarded by lock
    private final List<Step> group = new ArrayList<>();
    private final List<Runnable> calls = new ArrayList<>();
    private long groupSince;
    private boolean hurried;
    private boolean closing;
    private @Nullable Thread thread;

    Writer(Supplier<Database> opener, ThreadFactory threads) {
        this.opener = opener;
        this.threads = threads;
    }

    /** Takes a step into the group; false once the writer is closed. */
    boolean submit(Step step, boolean hurry) {
        synchronized (lock) {
            if (closing) {
                return false;
            }
            if (group.isEmpty()) {
                groupSince = System.nanoTime();
            }
            group.add(step);
            hurried |= hurry;
            wake();
            return true;
        }
    }

    /** The group waits no longer. */
    void hurry() {
        synchronized (lock) {
            hurried = true;
            lock.notifyAll();
        }
    }

    /** Does something in a transaction of its own, after all that was submitted before, and waits for it. */
    <T> T call(Function<Database, T> work) throws InterruptedException {
        CompletableFuture<T> result = new CompletableFuture<>();
        synchronized (lock) {
            if (closing) {
                throw new AgentException(ErrorCode.CLOSED, "the host is closed");
            }
            calls.add(() -> {
                try {
                    Database open = database();
                    List<T> made = new ArrayList<>();
                    open.transaction(() -> made.add(work.apply(open)));
                    result.complete(made.get(0));
                } catch (RuntimeException | Error e) {
                    disconnect(); // its statements may be of no more use
                    result.completeExceptionally(e);
                }
            });
            wake();
        }
        try {
            return result.get(CALL_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new AgentException(
                    ErrorCode.CONFIGURATION, "the disk has not answered for " + CALL_SECONDS + " s", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AgentException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private void wake() {
        if (thread == null) {
            thread = threads.newThread(this::work);
            thread.setName("termal-store");
            thread.start();
        }
        lock.notifyAll();
    }

    private void work() {
        try {
            while (true) {
                List<Step> steps;
                Optional<Runnable> call;
                synchronized (lock) {
                    while (!due()) {
                        if (group.isEmpty()) {
                            lock.wait();
                        } else {
                            long left = WINDOW_NANOS - (System.nanoTime() - groupSince);
                            TimeUnit.NANOSECONDS.timedWait(lock, Math.max(1, left));
                        }
                    }
                    steps = List.copyOf(group);
                    group.clear();
                    hurried = false;
                    call = calls.isEmpty() ? Optional.empty() : Optional.of(calls.remove(0));
                    if (steps.isEmpty() && call.isEmpty()) {
                        return; // closing
                    }
                }
                if (!steps.isEmpty()) {
                    commit(steps);
                }
                call.ifPresent(Runnable::run);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody interrupts it
        } finally {
            disconnect();
        }
    }

    private boolean due() {
        return closing
                || (hurried && !group.isEmpty())
                || !calls.isEmpty()
                || (!group.isEmpty() && System.nanoTime() - groupSince >= WINDOW_NANOS);
    }

    private void commit(List<Step> steps) {
        try {
            Database open = database();
            open.transaction(() -> steps.forEach(step -> step.apply(open)));
        } catch (AgentException e) {
            disconnect(); // its statements may be of no more use
            steps.forEach(step -> step.failed(e));
            return;
        } catch (RuntimeException | Error e) {
            disconnect();
            AgentException failure =
                    new AgentException(ErrorCode.AGENT_ERROR, "what was to be kept could not be written: " + e, e);
            steps.forEach(step -> step.failed(failure));
            return;
        }
        steps.forEach(Step::done);
    }

    private Database database() {
        Database open = database;
        if (open == null) {
            open = opener.get();
            database = open;
        }
        return open;
    }

    private void disconnect() {
        Database open = database;
        database = null;
        if (open != null) {
            try {
                open.close();
            } catch (AgentException e) {
                return; // a broken connection: all that was committed is there
            }
        }
    }

    /** Writes what is there and ends, within a bound. */
    @Override
    public void close() {
        Thread worker;
        synchronized (lock) {
            closing = true;
            worker = thread;
            lock.notifyAll();
        }
        if (worker == null) {
            return;
        }
        try {
            worker.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

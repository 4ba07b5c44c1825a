package dev.termal.host.plugin;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs a plugin's code for a bounded time, on a daemon thread that sees the plugin's class loader. */
final class TimeBox {
    private final Duration bound;
    private final ClassLoader loader;

    TimeBox(Duration bound, ClassLoader loader) {
        this.bound = bound;
        this.loader = loader;
    }

    /** A call that failed or did not return. */
    static final class Failed extends Exception {
        private static final long serialVersionUID = 1L;

        Failed(String why, Throwable cause) {
            super(why, cause);
        }
    }

    /** The call's result; whatever it throws is a failure, errors of linking included. */
    <T> T call(Callable<T> call) throws Failed {
        FutureTask<T> task = new FutureTask<>(call);
        Thread thread = new Thread(task, "termal-plugin");
        thread.setDaemon(true);
        thread.setContextClassLoader(loader);
        thread.start();
        try {
            T result = task.get(bound.toNanos(), TimeUnit.NANOSECONDS);
            if (result == null) {
                throw new Failed("gave null", new NullPointerException());
            }
            return result;
        } catch (TimeoutException e) {
            thread.interrupt(); // it may go on all the same: nothing waits for it
            throw new Failed("did not return within " + bound.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            Throwable cause = Optional.ofNullable(e.getCause()).orElse(e);
            throw new Failed("failed with " + Text.oneLine(cause), cause);
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
            throw new Failed("was interrupted", e);
        }
    }
}

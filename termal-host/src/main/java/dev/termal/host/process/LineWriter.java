package dev.termal.host.process;

import com.google.common.util.concurrent.Uninterruptibles;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes to a pipe, one writer at a time, each within a bound. A write to a full pipe cannot be interrupted, so another thread
 * writes while the caller waits; once a write has timed out, nothing more is written.
 */
final class LineWriter {
    private final OutputStream out;
    private final Duration bound;
    private final Executor workers;
    private final ReentrantLock turn = new ReentrantLock(true);
    private volatile boolean closed;

    LineWriter(OutputStream out, Duration bound, Executor workers) {
        this.out = out;
        this.bound = bound;
        this.workers = workers;
    }

    /** Writes the text and flushes. */
    void write(String text) throws IOException, TimeoutException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (!Uninterruptibles.tryLockUninterruptibly(turn, bound.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new TimeoutException();
        }
        try {
            if (closed) {
                throw new IOException("closed");
            }
            bounded(() -> {
                out.write(bytes);
                out.flush();
            });
        } finally {
            turn.unlock();
        }
    }

    /** Ends the input, unless somebody is writing. */
    void close() {
        if (turn.tryLock()) {
            try {
                if (!closed) {
                    closed = true;
                    bounded(out::close);
                }
            } catch (IOException | TimeoutException gone) {
                // nobody reads any more, which is what was wanted
            } finally {
                turn.unlock();
            }
        }
    }

    /** Ends the input after what is being written. */
    void closeInTurn() {
        if (Uninterruptibles.tryLockUninterruptibly(turn, bound.toNanos(), TimeUnit.NANOSECONDS)) {
            try {
                close();
            } finally {
                turn.unlock();
            }
        }
    }

    private void bounded(Io action) throws IOException, TimeoutException {
        CompletableFuture<Void> done = CompletableFuture.runAsync(() -> unchecked(action), workers);
        try {
            Uninterruptibles.getUninterruptibly(done, bound.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UncheckedIOException io) {
                throw io.getCause();
            }
            throw new IOException(e.getCause());
        } catch (TimeoutException e) {
            closed = true; // the JDK closes the pipe when the process has ended, and with it the write
            throw e;
        }
    }

    private static void unchecked(Io action) {
        try {
            action.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Io {
        void run() throws IOException;
    }
}

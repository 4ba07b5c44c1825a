package dev.termal.host.cli;

import dev.termal.host.text.IoReason;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Standard input that is no terminal, read to its end by a thread of its own: a read cannot be interrupted, and whoever
 * started this process may have left it an input on which nothing will ever come.
 */
final class PipedInput {
    private final InputStream in;
    private final long startedNanos = System.nanoTime();
    private final CountDownLatch spoken = new CountDownLatch(1); // a byte, or the end, has come
    private final CompletableFuture<byte[]> all = new CompletableFuture<>();

    private PipedInput(InputStream in) {
        this.in = in;
    }

    /** Starts reading. */
    static PipedInput start(InputStream in) {
        PipedInput input = new PipedInput(in);
        Thread reader = new Thread(input::read, "termal-stdin");
        reader.setDaemon(true);
        reader.start();
        return input;
    }

    private void read() {
        try {
            int first = in.read();
            spoken.countDown();
            if (first < 0) {
                all.complete(new byte[0]);
                return;
            }
            byte[] rest = in.readNBytes(Bounds.MAX_PIECE);
            byte[] bytes = new byte[rest.length + 1];
            bytes[0] = (byte) first;
            System.arraycopy(rest, 0, bytes, 1, rest.length);
            all.complete(bytes);
        } catch (IOException e) {
            spoken.countDown();
            all.completeExceptionally(new UsageError("standard input cannot be read (" + IoReason.of(e) + ")", e));
        }
    }

    /** All of it, however long it takes; an empty array for none. */
    byte[] await() throws InterruptedException {
        try {
            byte[] bytes = all.get();
            if (bytes.length > Bounds.MAX_PIECE) {
                throw new UsageError("standard input is longer than " + Pieces.megabytes(Bounds.MAX_PIECE)
                        + "; write it to a file and name that in the prompt");
            }
            return bytes;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UsageError error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    /** All of it; empty where nothing at all has come within a bound since the start. */
    Optional<byte[]> awaitUnlessSilent(long silenceMillis) throws InterruptedException {
        long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos);
        return spoken.await(Math.max(0, silenceMillis - waited), TimeUnit.MILLISECONDS)
                ? Optional.of(await())
                : Optional.empty();
    }
}

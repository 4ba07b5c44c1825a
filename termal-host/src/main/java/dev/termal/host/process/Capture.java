package dev.termal.host.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The beginning of what a command prints; the rest is read and dropped, so that the command never waits. */
final class Capture {
    /** As much as is kept. */
    static final int MAX_BYTES = 1024 * 1024;

    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final CountDownLatch ended = new CountDownLatch(1);

    private Capture() {}

    static Capture start(String threadName, InputStream stream) {
        Capture capture = new Capture();
        Workers.start(threadName, () -> capture.drain(stream));
        return capture;
    }

    private void drain(InputStream stream) {
        byte[] chunk = new byte[8 * 1024];
        try (InputStream in = stream) {
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                kept.write(chunk, 0, Math.min(count, MAX_BYTES - kept.size()));
            }
        } catch (IOException closed) {
            // the command is gone: what it printed before is all there is
        } finally {
            ended.countDown();
        }
    }

    /** What was printed; waits for the end of the stream as long as the grace allows. */
    String text(Duration grace) throws InterruptedException {
        if (!ended.await(grace.toNanos(), TimeUnit.NANOSECONDS)) {
            return kept.toString(StandardCharsets.UTF_8); // a grandchild holds the pipe
        }
        return kept.toString(StandardCharsets.UTF_8);
    }
}

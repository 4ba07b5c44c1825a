package dev.termal.host.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The end of a stream of error output. The stream is read for as long as it is open, or the process would stop at a full pipe.
 * Terminal escapes are kept as they are.
 */
final class StderrTail {
    private final byte[] ring;
    private final CountDownLatch ended = new CountDownLatch(1);
    private long total;

    StderrTail(int bytes) {
        ring = new byte[bytes];
    }

    /** Reads to the end, and closes. For a thread of its own. */
    void drain(InputStream stream) {
        byte[] chunk = new byte[8 * 1024];
        try (InputStream in = stream) {
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                append(chunk, count);
            }
        } catch (IOException closed) {
            // the process is gone, and with it what it had to say
        } finally {
            ended.countDown();
        }
    }

    private synchronized void append(byte[] chunk, int count) {
        for (int i = 0; i < count; i++) {
            ring[(int) (total++ % ring.length)] = chunk[i];
        }
    }

    /** Waits for the end of the stream. */
    void awaitEnd(Duration bound) {
        try {
            if (!ended.await(bound.toNanos(), TimeUnit.NANOSECONDS)) {
                return; // somebody still holds the pipe: what is there has to do
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What is kept; begins with a whole character. */
    synchronized String text() {
        int length = (int) Math.min(total, ring.length);
        byte[] kept = new byte[length];
        for (int i = 0; i < length; i++) {
            kept[i] = ring[(int) ((total - length + i) % ring.length)];
        }
        int start = 0;
        if (total > length) {
            while (start < Math.min(3, length) && (kept[start] & 0xC0) == 0x80) {
                start++; // the rest of a character whose beginning was dropped
            }
        }
        return new String(kept, start, length - start, StandardCharsets.UTF_8);
    }
}

package dev.termal.dist.packaged;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** All that comes on a stream, and its lines one by one. */
final class StreamText {
    private static final String END = new String("the end"); // this very object

    private final InputStream in;
    private final StringBuffer all = new StringBuffer();
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final CountDownLatch ended = new CountDownLatch(1);

    StreamText(InputStream in) {
        this.in = in;
        Thread reader = new Thread(this::read, "stream-text");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        StringBuilder line = new StringBuilder();
        try (BufferedReader text = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (int next = text.read(); next >= 0; next = text.read()) {
                all.append((char) next);
                if (next == '\n') {
                    lines.add(line.toString());
                    line.setLength(0);
                } else {
                    line.append((char) next);
                }
            }
        } catch (IOException closed) {
            // by the test, or with the process
        } finally {
            if (!line.isEmpty()) {
                lines.add(line.toString());
            }
            lines.add(END);
            ended.countDown();
        }
    }

    /** The next line of which this holds. */
    @SuppressWarnings("ReferenceEquality")
    String await(Predicate<String> wanted, Object whole) {
        try {
            while (true) {
                String line = lines.poll(HostRun.HANG_GUARD_SECONDS, TimeUnit.SECONDS);
                if (line == null || line == END) {
                    throw new AssertionError((line == null ? "nothing came: " : "the output ended: ") + whole);
                }
                if (wanted.test(line)) {
                    return line;
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** All of it, when it has ended. */
    String all() throws InterruptedException {
        if (!ended.await(HostRun.HANG_GUARD_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("the stream stays open: somebody who outlives the host holds it");
        }
        return soFar();
    }

    String soFar() {
        return all.toString();
    }

    void close() {
        try {
            in.close();
        } catch (IOException e) {
            // closed before
        }
    }
}

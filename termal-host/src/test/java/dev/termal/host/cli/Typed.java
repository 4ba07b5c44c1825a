package dev.termal.host.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.LinkedBlockingQueue;

/** A terminal's input: what is typed, when it is typed, or nothing for ever. */
public class Typed extends InputStream {
    private static final int END = -1;
    private final LinkedBlockingQueue<Integer> bytes = new LinkedBlockingQueue<>();

    public Typed type(String text) {
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            bytes.add(b & 0xff);
        }
        return this;
    }

    public Typed end() {
        bytes.add(END);
        return this;
    }

    @Override
    public int available() {
        return bytes.contains(END) ? bytes.size() - 1 : bytes.size();
    }

    @Override
    public int read() throws IOException {
        try {
            int b = bytes.take();
            if (b == END) {
                bytes.add(END);
            }
            return b;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** As terminals do: no more than is there. */
    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int b = read();
        if (b < 0) {
            return -1;
        }
        into[offset] = (byte) b;
        return 1;
    }
}

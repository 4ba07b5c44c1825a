package dev.termal.host.cli.ask;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lines that a person types. A read of a terminal cannot be interrupted, so a thread of its own reads, and only when a line
 * is wanted; whoever wants it can give up, and the next line then goes to whoever asks next.
 */
public final class Keyboard {
    private static final int MAX_LINE = 64 * 1024; // bytes; the rest of a longer line is dropped

    private final Object lock = new Object();
    private final InputStream in;
    private final Charset charset;

    private boolean started;
    private boolean wanted;
    private boolean ended;
    private @Nullable String line;

    /** Reads this terminal. */
    public Keyboard(InputStream in, Charset charset) {
        this.in = in;
        this.charset = charset;
    }

    /**
     * Forgets what was typed before something was asked: nobody answers what he has not seen.
     *
     * @return whether there was something
     */
    boolean forgetTyped() {
        synchronized (lock) {
            boolean forgotten = line != null;
            line = null;
            if (wanted) {
                return forgotten; // the thread is reading: what it gets is yet to be typed
            }
            try {
                for (int n = in.available(); n > 0; n = in.available()) {
                    forgotten |= in.read(new byte[n]) > 0; // not skipped: a terminal cannot seek
                }
            } catch (IOException cannotTell) {
                ended = true;
            }
            return forgotten;
        }
    }

    /** The next line; empty at the end of input. Can be interrupted, which a read of a terminal cannot. */
    public Optional<String> readLine() throws InterruptedException {
        try {
            return readLine(() -> false);
        } catch (AskClosed impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The next line; empty at the end of input. Fails when the condition holds, which {@link #wake} has it look at. */
    Optional<String> readLine(BooleanSupplier closed) throws AskClosed, InterruptedException {
        synchronized (lock) {
            if (!started) {
                started = true;
                Thread reader = new Thread(this::read, "termal-keyboard");
                reader.setDaemon(true);
                reader.start();
            }
            wanted = !ended;
            lock.notifyAll();
            while (line == null && !ended) {
                if (closed.getAsBoolean()) {
                    throw new AskClosed();
                }
                lock.wait();
            }
            Optional<String> answer = Optional.ofNullable(line);
            line = null;
            return answer;
        }
    }

    void wake() {
        synchronized (lock) {
            lock.notifyAll();
        }
    }

    private void read() {
        try {
            while (awaitWanted()) {
                Optional<String> typed = typedLine();
                synchronized (lock) {
                    line = typed.orElse(null);
                    ended = typed.isEmpty();
                    wanted = false;
                    lock.notifyAll();
                }
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean awaitWanted() throws InterruptedException {
        synchronized (lock) {
            while (!wanted && !ended) {
                lock.wait();
            }
            return !ended;
        }
    }

    private Optional<String> typedLine() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            int b = in.read();
            if (b < 0) {
                return Optional.empty();
            }
            for (; b >= 0 && b != '\n'; b = in.read()) {
                if (b != '\r' && bytes.size() < MAX_LINE) {
                    bytes.write(b);
                }
            }
            return Optional.of(bytes.toString(charset));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }
}

package dev.termal.testkit;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** A bounded pipe: bytes in, lines out, as between a real agent and its host. */
final class Pipe {
    /** As on Linux. */
    static final int CAPACITY = 64 * 1024;

    private static final int SHOWN_UNFINISHED = 512;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final int lineBytes;
    private final Deque<byte[]> chunks = new ArrayDeque<>(); // guarded by lock, as all below but the reader's own
    private long buffered;
    private int blockedWriters;
    private boolean readerWaits;
    private boolean ended;
    private boolean destroyed;
    private long malformed;
    private String unfinished = "";

    private final ByteArrayOutputStream partial = new ByteArrayOutputStream(); // the reader's own
    private byte[] chunk = {};
    private int at;
    private boolean tooLong;

    Pipe(int lineBytes) {
        this.lineBytes = lineBytes;
    }

    /** Blocks while the pipe is full; does nothing once it has ended. */
    void write(byte[] bytes) {
        lock.lock();
        try {
            blockedWriters++;
            while (buffered >= CAPACITY && !ended) {
                changed.signalAll();
                changed.awaitUninterruptibly();
            }
            blockedWriters--;
            if (!ended && bytes.length > 0) {
                chunks.add(bytes.clone());
                buffered += bytes.length;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a writer has to wait. */
    void awaitFull(Supplier<String> onFailure) throws InterruptedException {
        lock.lock();
        try {
            HangGuard.await(changed, () -> blockedWriters > 0 && buffered >= CAPACITY, onFailure);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until all that was written has been read and the reader has come back for more. */
    void awaitRead(Supplier<String> onFailure) throws InterruptedException {
        lock.lock();
        try {
            HangGuard.await(changed, () -> chunks.isEmpty() && readerWaits, onFailure);
        } finally {
            lock.unlock();
        }
    }

    /** Ends it; what was written can still be read. */
    void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Ends it and drops what was not read. */
    void destroy() {
        lock.lock();
        try {
            ended = true;
            destroyed = true;
            chunks.clear();
            buffered = 0;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    long malformedBytes() {
        lock.lock();
        try {
            return malformed;
        } finally {
            lock.unlock();
        }
    }

    /** The beginning of the line whose end the reader waits for. */
    String unfinished() {
        lock.lock();
        try {
            return unfinished;
        } finally {
            lock.unlock();
        }
    }

    /** The next line; empty at the end. For one thread. */
    Optional<String> readLine() throws InterruptedException {
        while (!tooLong) {
            if (isDestroyed()) {
                return Optional.empty();
            }
            if (at == chunk.length && !fill()) {
                return partial.size() == 0 ? Optional.empty() : Optional.of(takePartial());
            }
            int from = at;
            while (at < chunk.length && chunk[at] != '\n') {
                at++;
            }
            partial.write(chunk, from, at - from);
            if (partial.size() > lineBytes) {
                tooLong = true;
            } else if (at < chunk.length) {
                at++;
                return Optional.of(takePartial());
            }
        }
        throw new AgentException(ErrorCode.PROTOCOL, "the agent wrote a line of more than " + lineBytes + " bytes");
    }

    private boolean isDestroyed() {
        lock.lock();
        try {
            return destroyed;
        } finally {
            lock.unlock();
        }
    }

    private boolean fill() throws InterruptedException {
        lock.lock();
        try {
            unfinished = partial.size() > SHOWN_UNFINISHED ? unfinished : partial.toString(StandardCharsets.UTF_8);
            readerWaits = true;
            changed.signalAll();
            while (chunks.isEmpty() && !ended) {
                changed.await();
            }
            readerWaits = false;
            if (chunks.isEmpty()) {
                return false;
            }
            chunk = chunks.remove();
            at = 0;
            buffered -= chunk.length;
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private String takePartial() {
        byte[] bytes = partial.toByteArray();
        partial.reset();
        int length = bytes.length > 0 && bytes[bytes.length - 1] == '\r' ? bytes.length - 1 : bytes.length;
        ByteBuffer in = ByteBuffer.wrap(bytes, 0, length);
        CharBuffer out = CharBuffer.allocate(length + 1);
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CoderResult result = decoder.decode(in, out, true);
        while (result.isError()) {
            lock.lock();
            try {
                malformed += result.length();
            } finally {
                lock.unlock();
            }
            in.position(in.position() + result.length());
            out.put('\uFFFD');
            result = decoder.decode(in, out, true);
        }
        return out.flip().toString();
    }
}

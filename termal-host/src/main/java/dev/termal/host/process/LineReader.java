package dev.termal.host.process;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Splits bytes into lines of UTF-8, none longer than a bound. Lines are split before they are decoded, so that no character
 * is cut where a read ends. For one thread, but for {@link #malformedBytes()} and {@link #unfinished()}.
 */
final class LineReader implements Closeable {
    private static final int FIRST_BUFFER = 32 * 1024;
    private static final int KEPT_BUFFER = 1024 * 1024; // what a rare long line needed is given back
    private static final int SHOWN_UNFINISHED = 512;
    private static final char REPLACEMENT = '\uFFFD';

    private final InputStream in;
    private final int maxLineBytes;
    private byte[] buffer = new byte[FIRST_BUFFER];
    private int start; // of the line that is being collected
    private int scanned; // no line feed between start and here
    private int end; // of what was read
    private boolean atEnd;
    private volatile String unfinished = "";
    private volatile long malformedBytes;

    LineReader(InputStream in, int maxLineBytes) {
        this.in = in;
        this.maxLineBytes = maxLineBytes;
    }

    /**
     * The next line without its end ({@code \n} or {@code \r\n}); empty at the end of input. A last line without an end counts.
     *
     * @throws AgentException {@code PROTOCOL} for a line over the bound, each time from then on
     */
    Optional<String> next() throws IOException {
        while (true) {
            boolean whole = hasWholeLine();
            if (scanned - start > maxLineBytes) {
                throw tooLong();
            }
            if (whole) {
                String line = decode(start, scanned);
                scanned++;
                start = scanned;
                return Optional.of(line);
            }
            if (atEnd) {
                if (start == end) {
                    return Optional.empty();
                }
                String line = decode(start, end);
                start = end;
                return Optional.of(line);
            }
            fill();
        }
    }

    /** Whether a line with its end was read already, so that {@link #next} does not wait. */
    boolean hasWholeLine() {
        while (scanned < end && buffer[scanned] != '\n') {
            scanned++;
        }
        return scanned < end;
    }

    /** The beginning of the line whose end is waited for; empty where none has begun. */
    String unfinished() {
        return unfinished;
    }

    /** How many bytes were no UTF-8 so far. */
    long malformedBytes() {
        return malformedBytes;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private AgentException tooLong() {
        return new AgentException(
                ErrorCode.PROTOCOL, "the agent sent a line of more than " + maxLineBytes + " bytes, which is not read");
    }

    private void fill() throws IOException {
        int kept = end - start;
        if (kept == 0 && buffer.length > KEPT_BUFFER) {
            buffer = new byte[FIRST_BUFFER];
        } else if (end == buffer.length && kept * 2L > buffer.length) {
            int larger = (int) Math.min(buffer.length * 2L, maxLineBytes + (long) FIRST_BUFFER);
            buffer = Arrays.copyOfRange(buffer, start, start + larger);
        } else {
            System.arraycopy(buffer, start, buffer, 0, kept);
        }
        start = 0;
        scanned = kept;
        end = kept;
        unfinished = new String(buffer, 0, Math.min(kept, SHOWN_UNFINISHED), StandardCharsets.UTF_8);
        int count = in.read(buffer, end, buffer.length - end);
        if (count < 0) {
            atEnd = true;
            unfinished = "";
        } else {
            end += count;
        }
    }

    private String decode(int from, int to) {
        int length = to - from;
        if (length > 0 && buffer[to - 1] == '\r') {
            length--;
        }
        String line = new String(buffer, from, length, StandardCharsets.UTF_8);
        return line.indexOf(REPLACEMENT) < 0 ? line : decodeCounting(ByteBuffer.wrap(buffer, from, length));
    }

    private String decodeCounting(ByteBuffer bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        CharBuffer chars = CharBuffer.allocate(bytes.remaining());
        long malformed = 0;
        while (true) {
            CoderResult result = decoder.decode(bytes, chars, true);
            if (!result.isError()) {
                break;
            }
            malformed += result.length();
            bytes.position(bytes.position() + result.length());
            chars.put(REPLACEMENT);
        }
        addMalformed(malformed);
        return chars.flip().toString();
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes, others only look
    private void addMalformed(long count) {
        malformedBytes += count;
    }
}

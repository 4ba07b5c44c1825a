package dev.termal.engine.acp.jsonrpc;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Lines of UTF-8 over a pair of streams, as an agent has them in its standard input and output. */
public final class StreamChannel implements LineChannel {
    private final InputStream in;
    private final OutputStream out;
    private final int lineBytes;
    private final Object writing = new Object();
    private volatile boolean closed;

    /** Takes the streams over: closing the channel closes them. */
    public StreamChannel(InputStream in, OutputStream out, int lineBytes) {
        this.in = new BufferedInputStream(in, 64 * 1024);
        this.out = out;
        this.lineBytes = lineBytes;
    }

    @Override
    public void send(String line) {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            synchronized (writing) { // one line is one piece
                out.write(bytes);
                out.flush();
            }
        } catch (IOException e) {
            throw new AgentException(ErrorCode.AGENT_EXITED, "The other side does not read any more", e);
        }
    }

    @Override
    public Optional<String> receive() {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            for (int b = in.read(); b != '\n'; b = in.read()) {
                if (b < 0) {
                    return line.size() == 0 ? Optional.empty() : Optional.of(line.toString(StandardCharsets.UTF_8));
                }
                if (line.size() == lineBytes) {
                    throw new AgentException(ErrorCode.PROTOCOL, "A line is longer than " + lineBytes + " bytes");
                }
                line.write(b);
            }
        } catch (IOException e) {
            if (closed) {
                return Optional.empty();
            }
            throw new AgentException(ErrorCode.AGENT_EXITED, "The other side cannot be read any more", e);
        }
        return Optional.of(line.toString(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        closed = true;
        closeQuietly(out);
        closeQuietly(in);
    }

    private static void closeQuietly(AutoCloseable stream) {
        try {
            stream.close();
        } catch (Exception e) {
            // the channel is over either way
        }
    }
}

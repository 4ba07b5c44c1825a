package dev.termal.host.mcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/**
 * Notices that a client has closed its connection while its request is at work. The server reads a connection again only after
 * it has answered, so this reads in its place, and the connection can serve no further request.
 */
final class Hangup implements Callback {
    private final EndPoint connection;
    private final Runnable lost;
    private final ByteBuffer ignored = BufferUtil.allocate(64);
    private volatile boolean over;

    private Hangup(EndPoint connection, Runnable lost) {
        this.connection = connection;
        this.lost = lost;
    }

    /**
     * Begins to watch.
     *
     * @param lost told once, unless it has ended before
     */
    static Hangup watch(Request request, Runnable lost) {
        Hangup watch =
                new Hangup(request.getConnectionMetaData().getConnection().getEndPoint(), lost);
        watch.readNext();
        return watch;
    }

    private void readNext() {
        if (!over && !connection.tryFillInterested(this)) {
            over = true; // somebody else reads, and will notice
        }
    }

    /** There is something to read, or the end. */
    @Override
    public void succeeded() {
        try {
            BufferUtil.clear(ignored);
            if (connection.fill(ignored) < 0) {
                hungUp();
            } else {
                readNext();
            }
        } catch (IOException e) {
            hungUp();
        }
    }

    @Override
    public void failed(Throwable closed) {
        hungUp();
    }

    private void hungUp() {
        if (!over) {
            over = true;
            lost.run();
        }
    }

    /** The request is answered. */
    void end() {
        over = true;
        if (connection instanceof AbstractEndPoint read) {
            boolean unused = read.getFillInterest().onFail(new IOException("answered"));
        }
    }
}

package dev.termal.host.web.api;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server-sent events for one client, written as it takes them. No thread waits for the client; what waits to be written is
 * bounded, and a client that is behind by more is cut off: it comes back and goes on where it was.
 */
final class EventStream extends IteratingCallback implements EventSink {
    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);
    private static final int WRITE = 64 * 1024;
    private static final int ROOM = ApiLimits.CLIENT_BYTES / 4;
    private static final long ROOM_MS = 30_000;
    private static final byte[] HEARTBEAT = ":\n\n".getBytes(StandardCharsets.UTF_8);

    private final Response response;
    private final Callback callback;
    private final Runnable whenOver;

    // all guarded by this
    private final Deque<byte[]> queue = new ArrayDeque<>();
    private long queued;
    private boolean ended;
    private boolean over;

    /**
     * A stream on a response whose headers are set.
     *
     * @param whenOver called once, when nobody reads any more
     */
    EventStream(Response response, Callback callback, Runnable whenOver) {
        this.response = response;
        this.callback = callback;
        this.whenOver = whenOver;
    }

    @Override
    public void event(String name, String id, String data) {
        String text = (id.isEmpty() ? "" : "id: " + id + "\n") + "event: " + name + "\ndata: " + data + "\n\n";
        add(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Tells the client, and whatever is between, that the stream lives. */
    void heartbeat() {
        synchronized (this) {
            if (queued > 0) {
                return; // it has enough to read
            }
        }
        add(HEARTBEAT);
    }

    private void add(byte[] bytes) {
        synchronized (this) {
            if (ended || over) {
                return;
            }
            if (queued <= ApiLimits.CLIENT_BYTES) { // a single event may be longer
                queue.add(bytes);
                queued += bytes.length;
                bytes = null;
            }
        }
        if (bytes == null) {
            iterate();
        } else {
            LOG.info("a client of events reads too slowly and is cut off");
            abort(new TimeoutException("reads too slowly"));
        }
    }

    @Override
    public void end() {
        synchronized (this) {
            ended = true;
        }
        iterate();
    }

    @Override
    public synchronized void awaitRoom() throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ROOM_MS);
        while (queued > ROOM && !ended && !over) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                return; // the next event will be too much
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    @Override
    protected Action process() {
        ByteBuffer next;
        synchronized (this) {
            if (queue.isEmpty()) {
                return ended ? Action.SUCCEEDED : Action.IDLE;
            }
            next = take();
            notifyAll();
        }
        response.write(false, next, this);
        return Action.SCHEDULED;
    }

    /** Several events in one write. */
    private ByteBuffer take() {
        int size = 0;
        int count = 0;
        for (byte[] each : queue) {
            if (count > 0 && size + each.length > WRITE) {
                break;
            }
            size += each.length;
            count++;
        }
        ByteBuffer joined = ByteBuffer.allocate(size);
        for (int i = 0; i < count; i++) {
            joined.put(queue.removeFirst());
        }
        queued -= size;
        return joined.flip();
    }

    @Override
    protected void onCompleteSuccess() {
        if (isFirstEnd()) {
            callback.succeeded();
        }
    }

    /** Before the write that the client does not take has failed, which this brings about. */
    @Override
    protected void onAborted(Throwable why) {
        fail(why);
    }

    @Override
    protected void onCompleteFailure(Throwable failure) {
        fail(failure);
    }

    private void fail(Throwable why) {
        if (isFirstEnd()) {
            callback.failed(why);
        }
    }

    private boolean isFirstEnd() {
        synchronized (this) {
            if (over) {
                return false;
            }
            over = true;
            queue.clear();
            queued = 0;
            notifyAll();
        }
        whenOver.run();
        return true;
    }
}

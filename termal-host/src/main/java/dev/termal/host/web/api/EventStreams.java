package dev.termal.host.web.api;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.LoggerFactory;

/** The clients of events: a bounded number, each with a sign of life now and then. Thread-safe. */
final class EventStreams implements AutoCloseable {
    private static final long HEARTBEAT_SECONDS = 10;

    private final Set<EventStream> streams = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService heart = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "termal-heartbeat");
        thread.setDaemon(true);
        return thread;
    });
    private volatile boolean closed;

    EventStreams() {
        var unused = heart.scheduleAtFixedRate(
                () -> streams.forEach(EventStream::heartbeat), HEARTBEAT_SECONDS, HEARTBEAT_SECONDS, TimeUnit.SECONDS);
    }

    /** Writes what a source gives until it ends or nobody reads any more. */
    void begin(ApiAnswer.EventSource source, Response response, Callback callback) {
        if (closed) {
            throw Problem.of(HttpStatus.SERVICE_UNAVAILABLE_503, "the server stops");
        }
        if (streams.size() >= ApiLimits.CLIENTS) {
            throw Problem.of(
                    HttpStatus.TOO_MANY_REQUESTS_429, ApiLimits.CLIENTS + " clients read events already, which is all");
        }
        AtomicReference<Optional<AutoCloseable>> begun = new AtomicReference<>(Optional.empty());
        AtomicReference<EventStream> self = new AtomicReference<>();
        EventStream stream = new EventStream(response, callback, () -> {
            streams.remove(self.get());
            begun.getAndSet(Optional.of(() -> {})).ifPresent(EventStreams::close);
        });
        self.set(stream);
        ApiHandler.head(response, HttpStatus.OK_200);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream;charset=utf-8");
        response.getHeaders().put("X-Accel-Buffering", "no"); // no proxy may keep events back
        streams.add(stream);
        AutoCloseable opened;
        try {
            opened = source.begin(stream); // from now on it is written
        } catch (RuntimeException refused) {
            streams.remove(stream);
            throw refused;
        }
        if (!begun.compareAndSet(Optional.empty(), Optional.of(opened))) {
            close(opened);
        }
        stream.heartbeat();
        if (closed) {
            stream.end();
        }
    }

    private static void close(AutoCloseable source) {
        try {
            source.close();
        } catch (Exception e) {
            LoggerFactory.getLogger(EventStreams.class).warn("a source of events could not be closed", e);
        }
    }

    @Override
    public void close() {
        closed = true;
        heart.shutdownNow();
        streams.forEach(EventStream::end);
    }
}

package dev.termal.dist.model;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A web server on loopback that answers JSON with JSON, or with a stream of it. */
final class LoopbackServer implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(LoopbackServer::daemon);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicInteger failures = new AtomicInteger();

    /** Answers one request. */
    interface Handler {
        void serve(HttpExchange exchange, JsonNode request) throws IOException, InterruptedException;
    }

    LoopbackServer(Handler handler) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> serve(exchange, handler));
        server.start();
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "fake-model");
        thread.setDaemon(true);
        return thread;
    }

    private static void serve(HttpExchange exchange, Handler handler) throws IOException {
        try (exchange) {
            handler.serve(exchange, JSON.readTree(exchange.getRequestBody().readAllBytes()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Whether this is one of the times that the script says to fail. */
    boolean fails(Script.Fail fail) {
        if (failures.getAndIncrement() < fail.times()) {
            return true;
        }
        failures.set(0);
        return false;
    }

    static void answer(HttpExchange exchange, int status, JsonNode body) throws IOException {
        byte[] bytes = JSON.writeValueAsBytes(body);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    static OutputStream beginStream(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        return exchange.getResponseBody();
    }

    static void event(OutputStream out, JsonNode data) throws IOException {
        // Some clients split the stream at these two as well, though JSON allows them in strings.
        event(out, JSON.writeValueAsString(data).replace("\u2028", "\\u2028").replace("\u2029", "\\u2029"));
    }

    static void event(OutputStream out, String data) throws IOException {
        out.write(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** Answers nothing more until the client goes away or the test ends. */
    void hold(OutputStream out) throws IOException, InterruptedException {
        // a closed connection shows only when something is written to it
        while (!closed.await(50, TimeUnit.MILLISECONDS)) {
            out.write(": hold\n\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }

    /** Ends the answers that are held, too. */
    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the fake model is still answering");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

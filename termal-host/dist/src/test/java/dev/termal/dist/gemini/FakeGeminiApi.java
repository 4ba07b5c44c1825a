package dev.termal.dist.gemini;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The Gemini REST API on loopback, with a model that does what the prompt says.
 *
 * <p>It speaks {@code streamGenerateContent}, {@code generateContent} and {@code countTokens} well enough for the Gemini CLI;
 * what the model says and does is a {@link Script} in the prompt's own text. Requests are kept for the test to look at.
 */
final class FakeGeminiApi implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int INPUT_TOKENS = 100;
    private static final int OUTPUT_TOKENS = 20;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(FakeGeminiApi::daemon);
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final AtomicInteger failures = new AtomicInteger();

    /** One request to the model. */
    record Call(String model, String key, JsonNode body) {}

    FakeGeminiApi() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "fake-gemini");
        thread.setDaemon(true);
        return thread;
    }

    String baseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The streamed calls so far, in order. */
    List<Call> calls() {
        return calls;
    }

    /** Ends the answers that are held, too. */
    @Override
    public void close() {
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

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String path = exchange.getRequestURI().getPath();
            int colon = path.lastIndexOf(':');
            String verb = colon < 0 ? "" : path.substring(colon + 1);
            String model = colon < 0 ? "" : path.substring(path.lastIndexOf('/', colon) + 1, colon);
            switch (verb) {
                case "streamGenerateContent" -> stream(exchange, model, JSON.readTree(body));
                case "generateContent" -> answer(exchange, 200, reply(model, text("{}"), true));
                case "countTokens" ->
                    answer(exchange, 200, JSON.createObjectNode().put("totalTokens", INPUT_TOKENS));
                default -> error(exchange, 404, "no such method: " + path);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stream(HttpExchange exchange, String model, JsonNode request)
            throws IOException, InterruptedException {
        String key = String.valueOf(exchange.getRequestHeaders().getFirst("x-goog-api-key"));
        calls.add(new Call(model, key, request));
        List<Script.Step> steps = Script.next(request);
        if (steps.get(0) instanceof Script.Fail fail && failures.getAndIncrement() < fail.times()) {
            error(exchange, fail.status(), "fake error " + fail.status());
            return;
        }
        failures.set(0);
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        OutputStream out = exchange.getResponseBody();
        for (Script.Step step : steps) {
            if (step instanceof Script.Say say) {
                for (int i = 0; i < say.times(); i++) {
                    event(out, reply(model, text(say.text()), false));
                }
            } else if (step instanceof Script.Think think) {
                event(out, reply(model, text(think.text()).put("thought", true), false));
            } else if (step instanceof Script.Use use) {
                ObjectNode part = JSON.createObjectNode();
                part.putObject("functionCall")
                        .put("id", "call-" + calls.size())
                        .put("name", use.tool())
                        .set("args", use.args());
                event(out, reply(model, part, false));
            } else if (step instanceof Script.Hold) {
                hold(out);
            }
        }
        event(out, reply(model, text(""), true));
    }

    /** Answers nothing more until the client goes away or the test ends. */
    private static void hold(OutputStream out) throws IOException, InterruptedException {
        while (true) {
            TimeUnit.MILLISECONDS.sleep(50); // a closed connection shows only when something is written to it
            out.write(": hold\n\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }

    private static ObjectNode text(String text) {
        return JSON.createObjectNode().put("text", text);
    }

    private static ObjectNode reply(String model, ObjectNode part, boolean last) {
        ObjectNode reply = JSON.createObjectNode();
        ObjectNode candidate = reply.putArray("candidates").addObject();
        candidate.putObject("content").put("role", "model").putArray("parts").add(part);
        candidate.put("index", 0);
        if (last) {
            candidate.put("finishReason", "STOP");
            reply.putObject("usageMetadata")
                    .put("promptTokenCount", INPUT_TOKENS)
                    .put("candidatesTokenCount", OUTPUT_TOKENS)
                    .put("totalTokenCount", INPUT_TOKENS + OUTPUT_TOKENS);
        }
        reply.put("modelVersion", model);
        reply.put("responseId", "fake");
        return reply;
    }

    private static void event(OutputStream out, ObjectNode reply) throws IOException {
        // The client splits the stream at these two as well, though JSON allows them in strings.
        String json =
                JSON.writeValueAsString(reply).replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
        out.write(("data: " + json + "\n\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    private static void error(HttpExchange exchange, int status, String message) throws IOException {
        ObjectNode body = JSON.createObjectNode();
        body.putObject("error").put("code", status).put("message", message).put("status", "FAKE");
        answer(exchange, status, body);
    }

    private static void answer(HttpExchange exchange, int status, ObjectNode body) throws IOException {
        byte[] bytes = JSON.writeValueAsBytes(body);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /** Serves until it is killed, for trying things by hand. */
    public static void main(String... args) throws Exception {
        FakeGeminiApi api = new FakeGeminiApi();
        System.out.println(api.baseUrl());
        Thread.currentThread().join();
    }
}

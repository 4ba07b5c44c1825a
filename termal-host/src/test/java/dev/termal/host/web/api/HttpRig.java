package dev.termal.host.web.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.termal.api.AgentException;
import dev.termal.api.Answer;
import dev.termal.api.ErrorCode;
import dev.termal.api.Prompt;
import dev.termal.api.Question;
import dev.termal.api.ToolCall;
import dev.termal.api.TurnResult;
import dev.termal.host.ScriptedHost;
import dev.termal.host.json.Json;
import dev.termal.host.session.FakeEngine;
import dev.termal.host.web.Entrance;
import dev.termal.host.web.Token;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A served host, whose agents do what the prompt says, and a client with the token. What is answered is checked against the description. */
final class HttpRig implements AutoCloseable {
    private static final JsonNode DESCRIPTION = Api.description();

    final Path home;
    final ScriptedHost host;
    final Token token;
    final ServedHost served;
    final HttpClient client = HttpClient.newHttpClient();
    /** Lets an agent go on that was told to wait. */
    final CountDownLatch goOn = new CountDownLatch(1);

    HttpRig(Path home) throws IOException {
        this.home = home;
        host = new ScriptedHost(home, this::play);
        token = Token.in(home.resolve("serve.token"));
        served = new ServedHost(host, token, home, Entrance.loopback());
        served.start(0);
    }

    private TurnResult play(Prompt prompt, FakeEngine.FakeSession agent) throws InterruptedException {
        String text = prompt.text();
        if (text.equals("ask")) {
            agent.asks("t", ToolCall.Kind.EXECUTE);
        } else if (text.equals("question")) {
            Answer unused = agent.handler
                    .onQuestion(new Question(
                            "q1",
                            "Colour",
                            "Which?",
                            List.of(Question.Field.text("colour", "Colour")),
                            Optional.empty(),
                            true))
                    .toCompletableFuture()
                    .orTimeout(60, TimeUnit.SECONDS)
                    .join();
        } else if (text.equals("wait")) {
            goOn.await();
        } else if (text.equals("stay")) {
            return agent.untilCancelled();
        } else if (text.equals("fail")) {
            throw new AgentException(ErrorCode.AGENT_ERROR, "it went wrong");
        } else if (text.startsWith("say ")) {
            int count = Integer.parseInt(text.substring(4));
            for (int i = 0; i < count; i++) {
                agent.says(i + " ");
            }
        } else if (text.startsWith("big ")) {
            String piece = "x".repeat(30_000);
            int count = Integer.parseInt(text.substring(4));
            for (int i = 0; i < count; i++) {
                agent.says(piece);
            }
        }
        agent.says("said: " + text);
        return FakeEngine.DONE;
    }

    URI uri(String path) {
        return URI.create(base() + path);
    }

    String base() {
        String address = served.address().toString();
        return address.substring(0, address.indexOf("/#"));
    }

    int port() {
        return served.address().getPort();
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri(path)).header("Authorization", "Bearer " + token.text());
    }

    HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, BodyHandlers.ofString());
    }

    /** Sends bytes as they are and reads the head and what else comes. */
    String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    /** The status of an answer as it came; 0 for none. */
    static int status(String answer) {
        return answer.startsWith("HTTP/1.1 ") ? Integer.parseInt(answer.substring(9, 12)) : 0;
    }

    /** Says that so much will be sent, and sends nothing of it. */
    int announce(String path, long bytes) throws IOException {
        return status(raw("POST /api/v1" + path + " HTTP/1.1\r\nHost: localhost:" + port()
                + "\r\nAuthorization: Bearer " + token.text() + "\r\nContent-Type: application/json\r\nContent-Length: "
                + bytes + "\r\n\r\n"));
    }

    /** An answer as it came. */
    record Answered(int status, String type, String body, Optional<String> location) {
        JsonNode json() {
            return Json.read(body);
        }
    }

    /** Asks, and checks what is answered against the description of the operation. */
    Answered ask(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest.Builder request = request("/api/v1" + path);
        if (body.isEmpty()) {
            request.method(method, BodyPublishers.noBody());
        } else {
            request.method(method, BodyPublishers.ofString(body)).header("Content-Type", "application/json");
        }
        HttpResponse<String> response = send(request.build());
        Answered answered = new Answered(
                response.statusCode(),
                response.headers().firstValue("Content-Type").orElse(""),
                response.body(),
                response.headers().firstValue("Location"));
        check(method, path, answered);
        return answered;
    }

    Answered ask(String method, String path) throws IOException, InterruptedException {
        return ask(method, path, "");
    }

    /** Asks for what must be answered with this status. */
    Answered ask(int status, String method, String path, String body) throws IOException, InterruptedException {
        Answered answered = ask(method, path, body);
        assertEquals(status, answered.status(), method + " " + path + ": " + answered.body());
        return answered;
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        return ask(200, "GET", path, "").json();
    }

    private static void check(String method, String path, Answered answered) {
        String plain = path.contains("?") ? path.substring(0, path.indexOf('?')) : path;
        Optional<JsonNode> operation = DESCRIPTION.get("paths").properties().stream()
                .filter(each -> Route.of(method, each.getKey(), asked -> ApiAnswer.done())
                        .match(plain)
                        .isPresent())
                .map(each -> each.getValue().path(method.toLowerCase(java.util.Locale.ROOT)))
                .filter(found -> !found.isMissingNode())
                .findFirst();
        if (operation.isEmpty() || answered.body().isEmpty()) {
            return;
        }
        JsonNode described = operation.get().path("responses").path(String.valueOf(answered.status()));
        assertEquals(false, described.isMissingNode(), method + " " + path + " answers " + answered.status());
        String media = answered.type().split(";")[0];
        JsonNode schema = described.path("content").path(media).path("schema");
        assertEquals(false, schema.isMissingNode(), method + " " + path + " answers " + answered.type());
        if (media.endsWith("json") && !media.endsWith("ndjson")) {
            ObjectNode whole = (ObjectNode) schema.deepCopy();
            whole.set("components", DESCRIPTION.get("components"));
            List<Error> errors = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(whole.toString())
                    .validate(answered.body(), InputFormat.JSON);
            assertEquals(List.of(), new ArrayList<>(errors), method + " " + path + ": " + answered.body());
        }
    }

    // ---- what tests do again and again ----

    String create() throws IOException, InterruptedException {
        return create("");
    }

    /** A new session, with further fields. */
    String create(String more) throws IOException, InterruptedException {
        return ask(
                        201,
                        "POST",
                        "/sessions",
                        "{\"agent\":\"sample\",\"cwd\":" + Json.line(text(home.toString())) + more + "}")
                .json()
                .get("key")
                .asString();
    }

    static JsonNode text(String text) {
        return tools.jackson.databind.node.JsonNodeFactory.instance.stringNode(text);
    }

    JsonNode prompt(String key, String text) throws IOException, InterruptedException {
        return ask(
                        202,
                        "POST",
                        "/sessions/" + key + "/prompts",
                        "{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}")
                .json();
    }

    EventClient events(String path, Optional<String> lastEventId) throws IOException, InterruptedException {
        HttpRequest.Builder request = request("/api/v1" + path);
        lastEventId.ifPresent(id -> request.header("Last-Event-ID", id));
        return new EventClient(client.send(request.build(), BodyHandlers.ofInputStream()));
    }

    EventClient events(String path) throws IOException, InterruptedException {
        return events(path, Optional.empty());
    }

    /** Runs a turn and waits for its end. */
    void turn(String key, String text) throws IOException, InterruptedException {
        long before = get("/sessions/" + key).get("lastSeq").asLong();
        try (EventClient events = events("/sessions/" + key + "/events", Optional.of(String.valueOf(before)))) {
            prompt(key, text);
            events.awaitType("turn_ended");
        }
    }

    @Override
    public void close() {
        goOn.countDown();
        served.close();
        host.close();
    }
}

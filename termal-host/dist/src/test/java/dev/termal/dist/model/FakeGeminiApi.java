package dev.termal.dist.model;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The Gemini REST API on loopback, with a model that does what the prompt says.
 *
 * <p>It speaks {@code streamGenerateContent}, {@code generateContent} and {@code countTokens} well enough for the Gemini CLI;
 * what the model says and does is a {@link Script} in the prompt's own text. Requests are kept for the test to look at.
 */
public final class FakeGeminiApi implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int INPUT_TOKENS = 100;
    private static final int OUTPUT_TOKENS = 20;

    private final LoopbackServer server;
    private final List<Call> calls = new CopyOnWriteArrayList<>();

    /** One request to the model. */
    public record Call(String model, String key, JsonNode body) {}

    /** Starts it. */
    public FakeGeminiApi() throws IOException {
        server = new LoopbackServer(this::serve);
    }

    /** Where it is. */
    public String baseUrl() {
        return server.url();
    }

    /** The streamed calls so far, in order. */
    public List<Call> calls() {
        return calls;
    }

    @Override
    public void close() {
        server.close();
    }

    private void serve(HttpExchange exchange, JsonNode request) throws IOException, InterruptedException {
        String path = exchange.getRequestURI().getPath();
        int colon = path.lastIndexOf(':');
        String verb = colon < 0 ? "" : path.substring(colon + 1);
        String model = colon < 0 ? "" : path.substring(path.lastIndexOf('/', colon) + 1, colon);
        switch (verb) {
            case "streamGenerateContent" -> stream(exchange, model, request);
            case "generateContent" -> LoopbackServer.answer(exchange, 200, reply(model, text("{}"), true));
            case "countTokens" ->
                LoopbackServer.answer(exchange, 200, JSON.createObjectNode().put("totalTokens", INPUT_TOKENS));
            default -> error(exchange, 404, "no such method: " + path);
        }
    }

    private void stream(HttpExchange exchange, String model, JsonNode request)
            throws IOException, InterruptedException {
        String key = String.valueOf(exchange.getRequestHeaders().getFirst("x-goog-api-key"));
        calls.add(new Call(model, key, request));
        List<Script.Step> steps = Script.next(dialogue(request.path("contents")));
        if (steps.get(0) instanceof Script.Fail fail && server.fails(fail)) {
            error(exchange, fail.status(), "fake error " + fail.status());
            return;
        }
        OutputStream out = LoopbackServer.beginStream(exchange);
        for (Script.Step step : steps) {
            if (step instanceof Script.Say say) {
                for (int i = 0; i < say.times(); i++) {
                    LoopbackServer.event(out, reply(model, text(say.text()), false));
                }
            } else if (step instanceof Script.Think think) {
                LoopbackServer.event(out, reply(model, text(think.text()).put("thought", true), false));
            } else if (step instanceof Script.Use use) {
                LoopbackServer.event(out, reply(model, functionCall(use, request), false));
            } else if (step instanceof Script.Hold) {
                server.hold(out);
            }
        }
        LoopbackServer.event(out, reply(model, text(""), true));
    }

    private ObjectNode functionCall(Script.Use use, JsonNode request) {
        ObjectNode part = JSON.createObjectNode();
        ObjectNode call = part.putObject("functionCall").put("id", "call-" + calls.size());
        ObjectNode args = call.putObject("args");
        if (use instanceof Script.Shell shell) {
            call.put("name", "run_shell_command");
            args.put("command", shell.command()).put("description", "fake");
        } else if (use instanceof Script.Write write) {
            call.put("name", "write_file");
            args.put("file_path", write.file()).put("content", write.text());
        } else if (use instanceof Script.Read read) {
            call.put("name", "read_file");
            args.put("file_path", read.file());
        } else if (use instanceof Script.Lent lent) {
            call.put("name", offered(request, lent)).set("args", JSON.readTree(lent.arguments()));
        }
        return part;
    }

    private static String offered(JsonNode request, Script.Lent lent) {
        return request.path("tools")
                .valueStream()
                .flatMap(tools -> tools.path("functionDeclarations").valueStream())
                .map(each -> each.path("name").asString(""))
                .filter(lent::isIn)
                .findFirst()
                .orElse("no such tool");
    }

    private static Script.Dialogue dialogue(JsonNode contents) {
        List<String> prompts = new ArrayList<>();
        List<String> answers = new ArrayList<>();
        List<String> pictures = new ArrayList<>();
        for (JsonNode content : contents) {
            JsonNode parts = content.path("parts");
            if (parts.valueStream().anyMatch(part -> part.has("functionResponse"))) {
                answers.add(parts.toString());
            } else if (content.path("role").asString("").equals("user")) {
                prompts.add(parts.valueStream()
                        .map(part -> part.path("text").asString(""))
                        .filter(text -> !text.startsWith("<session_context>")) // what the CLI tells the model first
                        .collect(Collectors.joining("\n")));
                answers.clear();
            }
            parts.valueStream()
                    .map(part -> part.path("inlineData"))
                    .filter(JsonNode::isObject)
                    .forEach(data -> pictures.add(data.path("mimeType").asString("") + " "
                            + data.path("data").asString("").length()));
        }
        return new Script.Dialogue(prompts, answers, pictures);
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

    private static void error(HttpExchange exchange, int status, String message) throws IOException {
        ObjectNode body = JSON.createObjectNode();
        body.putObject("error").put("code", status).put("message", message).put("status", "FAKE");
        LoopbackServer.answer(exchange, status, body);
    }
}

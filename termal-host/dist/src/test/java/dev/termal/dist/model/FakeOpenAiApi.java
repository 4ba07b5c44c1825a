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
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The chat completions API of OpenAI, which many agents speak, on loopback, with a model that does what the prompt says: a
 * {@link Script}. A request that offers no tools is no turn of a person's, but an agent that wants a title or a summary; it is
 * given one. Requests are kept for the test to look at.
 */
public final class FakeOpenAiApi implements AutoCloseable {
    /** The model's name. */
    public static final String MODEL = "fake-model";

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int INPUT_TOKENS = 100;
    private static final int OUTPUT_TOKENS = 20;

    private final LoopbackServer server;
    private final List<JsonNode> calls = new CopyOnWriteArrayList<>();

    /** Starts it. */
    public FakeOpenAiApi() throws IOException {
        server = new LoopbackServer(this::serve);
    }

    /** Where it is. */
    public String baseUrl() {
        return server.url() + "/v1";
    }

    /** The requests with tools so far, in order. */
    public List<JsonNode> calls() {
        return calls;
    }

    @Override
    public void close() {
        server.close();
    }

    private void serve(HttpExchange exchange, JsonNode request) throws IOException, InterruptedException {
        String path = exchange.getRequestURI().getPath();
        if (!path.equals("/v1/chat/completions")) {
            error(exchange, 404, "no such method: " + path);
            return;
        }
        boolean turn = !request.path("tools").isEmpty();
        if (turn) {
            calls.add(request);
        }
        List<Script.Step> steps =
                turn ? Script.next(dialogue(request.path("messages"))) : List.of(new Script.Say("A title", 1));
        if (steps.get(0) instanceof Script.Fail fail && server.fails(fail)) {
            error(exchange, fail.status(), "fake error " + fail.status());
        } else if (request.path("stream").asBoolean(false)) {
            stream(exchange, request, steps);
        } else {
            ObjectNode reply = reply("chat.completion");
            choice(reply, "message", "stop").put("role", "assistant").put("content", "A title");
            LoopbackServer.answer(exchange, 200, usage(reply));
        }
    }

    private void stream(HttpExchange exchange, JsonNode request, List<Script.Step> steps)
            throws IOException, InterruptedException {
        OutputStream out = LoopbackServer.beginStream(exchange);
        String finish = "stop";
        for (Script.Step step : steps) {
            if (step instanceof Script.Say say) {
                for (int i = 0; i < say.times(); i++) {
                    piece(out, "content", say.text());
                }
            } else if (step instanceof Script.Think think) {
                piece(out, "reasoning_content", think.text());
            } else if (step instanceof Script.Use use) {
                ObjectNode reply = reply("chat.completion.chunk");
                ArrayNode toolCalls =
                        choice(reply, "delta", "").put("role", "assistant").putArray("tool_calls");
                toolCall(toolCalls.addObject(), use, request.path("tools"));
                LoopbackServer.event(out, reply);
                finish = "tool_calls";
            } else if (step instanceof Script.Hold) {
                server.hold(out);
            }
        }
        ObjectNode last = reply("chat.completion.chunk");
        choice(last, "delta", finish);
        LoopbackServer.event(out, last);
        ObjectNode usage = reply("chat.completion.chunk");
        usage.putArray("choices");
        LoopbackServer.event(out, usage(usage));
        LoopbackServer.event(out, "[DONE]");
    }

    private static void piece(OutputStream out, String key, String text) throws IOException {
        ObjectNode reply = reply("chat.completion.chunk");
        choice(reply, "delta", "").put("role", "assistant").put(key, text);
        LoopbackServer.event(out, reply);
    }

    /** Takes the tool among those offered that does it, since each agent calls its tools and their arguments as it likes. */
    private void toolCall(ObjectNode call, Script.Use use, JsonNode offered) {
        ObjectNode args = JSON.createObjectNode();
        String tool;
        if (use instanceof Script.Shell shell) {
            tool = tool(offered, "run_shell_command", "bash");
            args.put("command", shell.command()).put("description", "fake").put("is_background", false);
        } else if (use instanceof Script.Write write) {
            tool = tool(offered, "write_file", "write");
            args.put("file_path", write.file()).put("filePath", write.file()).put("content", write.text());
        } else if (use instanceof Script.Read read) {
            tool = tool(offered, "read_file", "read");
            args.put("file_path", read.file()).put("filePath", read.file());
        } else {
            throw new IllegalStateException("no tool for " + use);
        }
        JsonNode known = offered.valueStream()
                .map(each -> each.path("function"))
                .filter(each -> each.path("name").asString("").equals(tool))
                .map(each -> each.path("parameters").path("properties"))
                .findFirst()
                .orElseThrow();
        args.retain(List.copyOf(known.propertyNames()));
        call.put("index", 0).put("id", "call-" + calls.size()).put("type", "function");
        call.putObject("function").put("name", tool).put("arguments", args.toString());
    }

    private static String tool(JsonNode offered, String... names) {
        List<String> all = offered.valueStream()
                .map(tool -> tool.path("function").path("name").asString(""))
                .toList();
        return List.of(names).stream()
                .filter(all::contains)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("none of " + List.of(names) + " in " + all));
    }

    private static Script.Dialogue dialogue(JsonNode messages) {
        List<String> prompts = new ArrayList<>();
        List<String> answers = new ArrayList<>();
        for (JsonNode message : messages) {
            JsonNode content = message.path("content");
            String text = content.isString()
                    ? content.stringValue()
                    : content.valueStream()
                            .map(part -> part.path("text").asString(""))
                            .collect(Collectors.joining("\n"));
            switch (message.path("role").asString("")) {
                case "user" -> {
                    prompts.add(text);
                    answers.clear();
                }
                case "tool" -> answers.add(text);
                default -> {} // the system's and the model's own
            }
        }
        return new Script.Dialogue(prompts, answers, List.of());
    }

    private static ObjectNode reply(String type) {
        return JSON.createObjectNode()
                .put("id", "fake")
                .put("object", type)
                .put("created", 1)
                .put("model", MODEL);
    }

    private static ObjectNode choice(ObjectNode reply, String what, String finish) {
        ObjectNode choice = reply.putArray("choices").addObject().put("index", 0);
        choice.put("finish_reason", finish.isEmpty() ? null : finish);
        return choice.putObject(what);
    }

    private static ObjectNode usage(ObjectNode reply) {
        reply.putObject("usage")
                .put("prompt_tokens", INPUT_TOKENS)
                .put("completion_tokens", OUTPUT_TOKENS)
                .put("total_tokens", INPUT_TOKENS + OUTPUT_TOKENS);
        return reply;
    }

    private static void error(HttpExchange exchange, int status, String message) throws IOException {
        ObjectNode body = JSON.createObjectNode();
        body.putObject("error").put("message", message).put("type", "fake");
        LoopbackServer.answer(exchange, status, body);
    }

    /** Serves until it is killed, for trying things by hand. */
    public static void main(String... args) throws Exception {
        try (FakeOpenAiApi api = new FakeOpenAiApi()) {
            System.out.println(api.baseUrl());
            Thread.currentThread().join();
        }
    }
}

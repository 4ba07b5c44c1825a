package dev.termal.dist.packaged;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * An agent, as a real child, that lists the tools of the server it is told of last, calls one of them, and says what came of it.
 * It speaks the Agent Client Protocol, or, where it is told {@code lines}, as the CLI of Antigravity does.
 */
public final class CallingAgent {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private final String tool;
    private final String arguments;
    private String url = "";
    private final Map<String, String> headers = new LinkedHashMap<>();

    /** An agent that calls this tool. */
    public CallingAgent(String tool, String arguments) {
        this.tool = tool;
        this.arguments = arguments;
    }

    /** The command that starts it; further words may follow. */
    public List<String> command(String protocol) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                CallingAgent.class.getName(),
                protocol,
                tool,
                arguments);
    }

    /** Writes a program into a folder that plays it line by line, as the CLI of Antigravity does. */
    public Path program(Path folder) throws IOException {
        String words = command("lines").stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        Path program = folder.resolve("agy");
        Files.writeString(program, "#!/bin/sh\nexec " + words + " \"$@\"\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return program;
    }

    /** Arguments of the host that run it. */
    public String[] run(String prompt) {
        return new String[] {"run", "-o", "json", "--agent-cmd", ScriptedAcp.json(command("acp")), prompt};
    }

    /** Plays it: the protocol, the tool, its arguments. */
    public static void main(String... words) throws Exception {
        CallingAgent agent = new CallingAgent(words[1], words[2]);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        if (words[0].equals("lines")) {
            agent.readServers(List.of(words));
        }
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonNode message = JSON.readTree(line);
            if (words[0].equals("lines")) {
                agent.answerLine();
            } else {
                agent.answer(message);
            }
        }
    }

    private void answer(JsonNode message) throws IOException, InterruptedException {
        switch (message.path("method").asString("")) {
            case "initialize" ->
                reply(message, "{\"protocolVersion\":1,\"agentCapabilities\":{\"mcpCapabilities\":{\"http\":true}}}");
            case "session/new" -> {
                for (JsonNode server : message.path("params").path("mcpServers")) {
                    url = server.path("url").asString("");
                    headers.clear();
                    server.path("headers")
                            .forEach(header -> headers.put(
                                    header.path("name").asString(""),
                                    header.path("value").asString("")));
                }
                reply(message, "{\"sessionId\":\"s1\"}");
            }
            case "session/prompt" -> {
                OUT.println(ScriptedAcp.says(work()));
                reply(message, "{\"stopReason\":\"end_turn\"}");
            }
            default -> reply(message, "{}");
        }
    }

    private static void reply(JsonNode message, String result) {
        if (message.has("id")) {
            OUT.println("{\"jsonrpc\":\"2.0\",\"id\":" + message.path("id") + ",\"result\":" + result + "}");
        }
    }

    /** The CLI reads of servers in the folders that it is given. */
    private void readServers(List<String> words) throws IOException {
        for (int i = 0; i + 1 < words.size(); i++) {
            Path file = Path.of(words.get(i + 1)).resolve(".agents/mcp_config.json");
            if (words.get(i).equals("--add-dir") && Files.exists(file)) {
                for (JsonNode server : JSON.readTree(Files.readString(file)).path("mcpServers")) {
                    url = server.path("serverUrl").asString("");
                    server.path("headers")
                            .properties()
                            .forEach(header -> headers.put(
                                    header.getKey(), header.getValue().asString("")));
                }
            }
        }
        OUT.println("{\"event\":\"init\",\"init\":{\"conversation_id\":\"conv-1\"}}");
    }

    private void answerLine() throws IOException, InterruptedException {
        ObjectNode result = JSON.createObjectNode().put("event", "result");
        result.putObject("result").put("status", "SUCCESS").put("response", work());
        OUT.println(result);
    }

    private String work() throws IOException, InterruptedException {
        if (url.isEmpty()) {
            return "no server";
        }
        List<String> names = new ArrayList<>();
        post("tools/list", "{}")
                .path("tools")
                .forEach(each -> names.add(each.path("name").asString("")));
        JsonNode result = post("tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
        return "tools " + String.join(" ", names) + "; "
                + result.path("content")
                        .valueStream()
                        .map(block -> block.path("text").asString(""))
                        .collect(Collectors.joining());
    }

    private JsonNode post(String method, String params) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\",\"params\":" + params + "}"));
        headers.forEach(request::header);
        HttpResponse<String> response =
                HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException(response.statusCode() + " " + response.body());
        }
        return JSON.readTree(response.body()).path("result");
    }
}

package dev.termal.engine.acp;

import dev.termal.api.ClientRequest;
import dev.termal.api.ClientRequest.TerminalExit;
import dev.termal.api.SessionHandler;
import dev.termal.api.spi.ClientCapabilities;
import dev.termal.engine.acp.jsonrpc.JsonRpcException;
import dev.termal.engine.acp.jsonrpc.Responder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Files and terminals of the host, for agents that use those instead of their own. Only what was offered is given. */
final class ClientServices {
    static final Set<String> METHODS = Set.of(
            "fs/read_text_file",
            "fs/write_text_file",
            "terminal/create",
            "terminal/output",
            "terminal/wait_for_exit",
            "terminal/kill",
            "terminal/release");

    private final SessionHandler handler;
    private final ClientCapabilities client;

    ClientServices(SessionHandler handler, ClientCapabilities client) {
        this.handler = handler;
        this.client = client;
    }

    void handle(String method, JsonNode params, Responder responder) {
        if (!isOffered(method)) {
            throw JsonRpcException.methodNotFound(method);
        }
        switch (method) {
            case "fs/read_text_file" ->
                OpenRequests.serve(
                        responder,
                        handler.onReadFile(readFile(params)),
                        text -> Json.object().put("content", text));
            case "fs/write_text_file" ->
                OpenRequests.serve(responder, handler.onWriteFile(writeFile(params)), done -> Json.object());
            case "terminal/create" ->
                OpenRequests.serve(
                        responder,
                        handler.onCreateTerminal(terminal(params)),
                        id -> Json.object().put("terminalId", id));
            case "terminal/output" ->
                OpenRequests.serve(responder, handler.onTerminalOutput(terminalId(params)), ClientServices::output);
            case "terminal/wait_for_exit" ->
                OpenRequests.serve(responder, handler.onTerminalExit(terminalId(params)), ClientServices::exit);
            case "terminal/kill" ->
                OpenRequests.serve(responder, handler.onKillTerminal(terminalId(params)), done -> Json.object());
            default ->
                OpenRequests.serve(responder, handler.onReleaseTerminal(terminalId(params)), done -> Json.object());
        }
    }

    private boolean isOffered(String method) {
        return switch (method) {
            case "fs/read_text_file" -> client.readFiles();
            case "fs/write_text_file" -> client.writeFiles();
            default -> METHODS.contains(method) && client.terminals();
        };
    }

    private static ClientRequest.ReadFile readFile(JsonNode params) {
        return new ClientRequest.ReadFile(
                absolute(params, "path"), Json.smallCount(params, "line"), Json.smallCount(params, "limit"));
    }

    private static ClientRequest.WriteFile writeFile(JsonNode params) {
        return new ClientRequest.WriteFile(absolute(params, "path"), required(Json.text(params, "content"), "content"));
    }

    private static ClientRequest.CreateTerminal terminal(JsonNode params) {
        Map<String, String> env = new LinkedHashMap<>();
        for (JsonNode variable : Json.objects(params, "env")) {
            Json.word(variable, "name")
                    .ifPresent(
                            name -> env.put(name, Json.text(variable, "value").orElse("")));
        }
        return new ClientRequest.CreateTerminal(
                required(Json.word(params, "command"), "command"),
                Json.texts(params, "args"),
                env,
                Json.word(params, "cwd").map(cwd -> absolute(params, "cwd")),
                Json.count(params, "outputByteLimit"));
    }

    private static String terminalId(JsonNode params) {
        return required(Json.word(params, "terminalId"), "terminalId");
    }

    private static Path absolute(JsonNode params, String field) {
        Path path = required(Json.path(params, field), field);
        if (!path.isAbsolute()) {
            throw new IllegalArgumentException(field + " is not absolute");
        }
        return path;
    }

    private static <T> T required(Optional<T> value, String field) {
        return value.orElseThrow(() -> new IllegalArgumentException(field + " is missing"));
    }

    private static JsonNode output(ClientRequest.TerminalOutput output) {
        ObjectNode result = Json.object().put("output", output.output()).put("truncated", output.truncated());
        output.exit().ifPresent(exit -> result.set("exitStatus", exit(exit)));
        return result;
    }

    private static JsonNode exit(TerminalExit exit) {
        ObjectNode result = Json.object();
        exit.exitCode().ifPresent(code -> result.put("exitCode", code));
        exit.signal().ifPresent(name -> result.put("signal", name));
        return result;
    }
}

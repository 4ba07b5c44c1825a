package dev.termal.host.config;

import dev.termal.api.McpServer;
import dev.termal.api.spi.HostEnvironment;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads servers of the Model Context Protocol in the form that the field shares: an object by name of
 * {@code {"command", "args", "env"}} or {@code {"type": "http" | "sse", "url", "headers"}}.
 */
public final class McpServers {
    private static final List<String> TYPES = List.of("stdio", "http", "sse");

    private McpServers() {}

    /** Reads a file that holds {@code {"mcpServers": {…}}}, or the inner object alone. */
    public static List<McpServer> readFile(Path file, Map<String, String> environment) {
        if (!Files.exists(file)) {
            throw ConfigError.at(file.toString(), "no such file");
        }
        ObjectNode root = ConfigFile.read(file);
        JsonNode servers = root.has("mcpServers") ? root.get("mcpServers") : root;
        return read(servers, file + " mcpServers", Variables.strict(environment));
    }

    /** The server with its command as a path; empty where that is not there. */
    public static Optional<McpServer> located(McpServer.Stdio server, HostEnvironment environment) {
        Path command = server.command();
        if (command.isAbsolute()) {
            return Files.exists(command) ? Optional.of(server) : Optional.empty();
        }
        return environment
                .findExecutable(command.toString())
                .map(path -> new McpServer.Stdio(server.name(), path, server.args(), server.env()));
    }

    static List<McpServer> read(JsonNode node, String where, Variables variables) {
        if (!node.isObject()) {
            throw ConfigError.at(where, "must be an object of servers by name");
        }
        List<McpServer> servers = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            servers.add(server(
                    entry.getKey(),
                    entry.getValue(),
                    where + "." + entry.getKey(),
                    variables.ofServer(entry.getKey())));
        }
        return servers;
    }

    private static McpServer server(String name, JsonNode node, String where, Variables variables) {
        if (!node.isObject()) {
            throw ConfigError.at(where, "must be an object");
        }
        String type = node.has("type") ? node.get("type").asString("") : node.has("url") ? "http" : "stdio";
        if (type.equals("streamable-http") || type.equals("streamableHttp")) {
            type = "http"; // other hosts' words for it
        }
        if (!TYPES.contains(type)) {
            throw ConfigError.choices(where + ".type", type, TYPES);
        }
        if (type.equals("stdio")) {
            return program(name, node, where, variables);
        }
        URI url = url(node, where, variables);
        Map<String, String> headers = texts(node.path("headers"), where + ".headers", variables);
        return type.equals("http") ? new McpServer.Http(name, url, headers) : new McpServer.Sse(name, url, headers);
    }

    private static McpServer program(String name, JsonNode node, String where, Variables variables) {
        JsonNode command = node.path("command");
        List<String> words = command.isArray()
                ? list(command, where + ".command", variables)
                : command.isString()
                        ? List.of(variables
                                .expand(where + ".command", command.stringValue())
                                .orElse(command.stringValue()))
                        : List.of();
        if (words.isEmpty() || words.get(0).isBlank()) {
            throw ConfigError.at(where, "needs a \"command\", or a \"url\" with \"type\": \"http\" or \"sse\"");
        }
        List<String> args = new ArrayList<>(words.subList(1, words.size()));
        args.addAll(list(node.path("args"), where + ".args", variables));
        return new McpServer.Stdio(
                name, Path.of(words.get(0)), args, texts(node.path("env"), where + ".env", variables));
    }

    private static URI url(JsonNode node, String where, Variables variables) {
        String written = node.path("url").asString("");
        String text = variables.expand(where + ".url", written).orElse("");
        try {
            if (text.isEmpty() && !written.isEmpty()) {
                return new URI("unset", written, null); // to be shown; a server with a gap is not used
            }
            URI url = URI.create(text);
            if ("http".equals(url.getScheme()) || "https".equals(url.getScheme())) {
                return url;
            }
        } catch (IllegalArgumentException | URISyntaxException e) {
            // said below
        }
        throw ConfigError.at(where + ".url", "\"" + text + "\" is no http or https address");
    }

    static List<String> list(JsonNode node, String where, Variables variables) {
        List<String> items = new ArrayList<>();
        if (node.isMissingNode() || node.isNull()) {
            return items;
        }
        if (!node.isArray()) {
            throw ConfigError.at(where, "must be a list of texts");
        }
        for (JsonNode item : node) {
            String at = where + "[" + items.size() + "]";
            if (!item.isString()) {
                throw ConfigError.at(at, "must be a text");
            }
            items.add(variables.expand(at, item.stringValue()).orElse(item.stringValue()));
        }
        return items;
    }

    static Map<String, String> texts(JsonNode node, String where, Variables variables) {
        Map<String, String> map = new LinkedHashMap<>();
        if (node.isMissingNode() || node.isNull()) {
            return map;
        }
        if (!node.isObject()) {
            throw ConfigError.at(where, "must be an object of texts");
        }
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            String at = where + "." + entry.getKey();
            JsonNode value = entry.getValue();
            if (!value.isString() && !value.isNumber() && !value.isBoolean()) {
                throw ConfigError.at(at, "must be a text");
            }
            variables.expand(at, value.asString()).ifPresent(text -> map.put(entry.getKey(), text));
        }
        return map;
    }
}

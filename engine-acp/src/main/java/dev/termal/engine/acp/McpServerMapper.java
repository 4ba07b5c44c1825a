package dev.termal.engine.acp;

import dev.termal.api.Capabilities;
import dev.termal.api.Feature;
import dev.termal.api.McpServer;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** MCP servers to the wire's three forms: a program without a type, {@code http} and {@code sse} with one. */
final class McpServerMapper {
    private McpServerMapper() {}

    /**
     * The servers that the agent can reach.
     *
     * @param skipped told of each that it cannot
     */
    static ArrayNode write(List<McpServer> servers, Capabilities capabilities, Consumer<String> skipped) {
        ArrayNode nodes = JsonNodeFactory.instance.arrayNode();
        for (McpServer server : servers) {
            if (server instanceof McpServer.Stdio stdio) {
                nodes.add(stdio(stdio));
            } else if (server instanceof McpServer.Http http) {
                if (supported(http, Feature.MCP_HTTP, "HTTP", capabilities, skipped)) {
                    nodes.add(remote("http", http.name(), http.url(), http.headers()));
                }
            } else if (server instanceof McpServer.Sse sse) {
                if (supported(sse, Feature.MCP_SSE, "server-sent events", capabilities, skipped)) {
                    nodes.add(remote("sse", sse.name(), sse.url(), sse.headers()));
                }
            } else {
                skipped.accept("MCP server " + server.name() + " is of a kind that this engine does not know");
            }
        }
        return nodes;
    }

    private static boolean supported(
            McpServer server, Feature feature, String how, Capabilities capabilities, Consumer<String> skipped) {
        if (!capabilities.has(feature)) {
            skipped.accept("MCP server " + server.name() + " is left out: this agent cannot reach servers over " + how);
        }
        return capabilities.has(feature);
    }

    private static ObjectNode stdio(McpServer.Stdio server) {
        ObjectNode node = Json.object().put("name", server.name());
        node.put("command", server.command().toString());
        ArrayNode args = node.putArray("args");
        server.args().forEach(args::add);
        pairs(node.putArray("env"), server.env());
        return node;
    }

    private static ObjectNode remote(String type, String name, URI url, Map<String, String> headers) {
        ObjectNode node = Json.object().put("type", type).put("name", name).put("url", url.toString());
        pairs(node.putArray("headers"), headers);
        return node;
    }

    private static void pairs(ArrayNode target, Map<String, String> values) {
        values.forEach((name, value) -> target.addObject().put("name", name).put("value", value));
    }
}

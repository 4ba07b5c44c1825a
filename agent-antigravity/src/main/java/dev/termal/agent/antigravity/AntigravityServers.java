package dev.termal.agent.antigravity;

import dev.termal.agent.antigravity.OpenFacts.Servers;
import dev.termal.api.McpServer;
import dev.termal.api.RawJson;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.JsonEdit;
import dev.termal.api.spi.LaunchSpec;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Tells the CLI of MCP servers, for which it has no flag: it reads of them in files. */
final class AntigravityServers {
    private static final JsonMapper JSON = JsonMapper.shared();

    private AntigravityServers() {}

    static void lend(List<McpServer> servers, Servers where, HostEnvironment environment, LaunchSpec.Builder launch) {
        if (servers.isEmpty()) {
            return;
        }
        if (where == Servers.ADDED_FOLDER) {
            ObjectNode file = JSON.createObjectNode();
            ObjectNode all = file.putObject("mcpServers");
            servers.forEach(server -> all.set(server.name(), entry(server)));
            launch.file(".agents/mcp_config.json", JSON.writeValueAsString(file))
                    .args("--add-dir", LaunchSpec.PRIVATE_FOLDER);
            return;
        }
        Path shared = environment.home().resolve(".gemini").resolve("config").resolve("mcp_config.json");
        for (McpServer server : servers) {
            RawJson entry = new RawJson(entry(server).put("disabled", false).toString());
            launch.edit(
                    new JsonEdit(shared, "/mcpServers/" + key(server, entry), entry, JsonEdit.Lifetime.REMOVE_AT_EXIT));
        }
    }

    /** A name of its own for each content, so that neither the person's entries nor another session's are touched. */
    private static String key(McpServer server, RawJson entry) {
        String name = server.name().replaceAll("[^A-Za-z0-9_-]", "-");
        return "termal-" + name + "-" + Integer.toHexString(entry.text().hashCode());
    }

    private static ObjectNode entry(McpServer server) {
        ObjectNode entry = JSON.createObjectNode();
        if (server instanceof McpServer.Stdio program) {
            entry.put("command", program.command().toString());
            program.args().forEach(entry.putArray("args")::add);
            program.env().forEach(entry.putObject("env")::put);
        } else if (server instanceof McpServer.Http http) {
            entry.put("serverUrl", http.url().toString());
            http.headers().forEach(entry.putObject("headers")::put);
        } else if (server instanceof McpServer.Sse sse) {
            entry.put("serverUrl", sse.url().toString());
            sse.headers().forEach(entry.putObject("headers")::put);
        }
        return entry;
    }
}

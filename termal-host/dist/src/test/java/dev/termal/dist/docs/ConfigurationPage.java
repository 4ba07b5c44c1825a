package dev.termal.dist.docs;

import static dev.termal.dist.docs.GeneratedPage.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The schema of the config file, for people. */
final class ConfigurationPage {
    private static final String HEAD = """
            # Configuration

            One JSON file: `$TERMAL_HOME/config.json`, by default `~/.termal/config.json`. `termal config path` says where it is, `config show`
            what holds and where each value comes from, `config get`, `set` and `unset` are for one setting,
            `config schema` prints the JSON Schema that this page is made from, with the settings
            of your plugins too: name it in `$schema`, and an editor completes and checks the file. (The tests compare this page with the
            schema; `mvn -B verify -Dtermal.update=true` writes it anew.)

            A flag beats an environment variable, which beats the file, which beats the default. A wrong value is an error that names its
            place and the choices; an unknown name is a warning. `${NAME}` in a text stands for an environment variable. An agent or
            MCP server with one that is not set cannot be used; the others can. A duration is `500ms`, `5s`, `10m` or `1h30m`.
            Numbers and flags may be given as texts.

            ```json
            {
              "agent": "gemini",
              "permissions": "ask",
              "agents": {
                "gemini": { "model": "gemini-2.5-pro", "idleTimeout": "10m" },
                "mine": { "command": ["my-agent", "--acp"], "env": { "MY_TOKEN": "${MY_TOKEN}" } }
              },
              "mcpServers": {
                "files": { "command": "mcp-files", "args": ["--root", "."] }
              }
            }
            ```
            """;

    private final JsonNode general;
    private final JsonNode agents;
    private final JsonNode anyAgent;

    ConfigurationPage(JsonNode schema) {
        general = schema.at("/properties");
        agents = general.at("/agents/properties");
        anyAgent = general.at("/agents/additionalProperties/properties");
    }

    String text() {
        StringBuilder page = new StringBuilder(HEAD);
        section(page, "At the top", "", general, List.of());
        section(
                page,
                "MCP servers",
                "`mcpServers.NAME`, at the top for all agents or under an agent for that one.",
                general.at("/mcpServers/additionalProperties/properties"),
                List.of());
        section(
                page,
                "Hooks",
                "`hooks.turn_done`, `hooks.needs_input`, `hooks.failed`; from your own file alone. More in [hooks](hooks.md).",
                general.at("/hooks/properties/failed/properties"),
                List.of());
        section(
                page,
                "Agents",
                "`agents.NAME` says what is different for an agent that is known, or defines a new one; a new one needs a `command`.",
                anyAgent,
                List.of());
        section(
                page,
                "Protocol options",
                "`agents.NAME.options`; which of them hold depends on the engine, as `termal engines` says.",
                anyAgent.at("/options/properties"),
                List.of());
        for (Map.Entry<String, JsonNode> agent : agents.properties()) {
            List<String> common = new ArrayList<>();
            anyAgent.propertyNames().stream()
                    .filter(name -> name.equals("engine")
                            || name.equals("options")
                            || anyAgent.get(name).equals(agent.getValue().at("/properties/" + name)))
                    .forEach(common::add);
            section(
                    page,
                    "agents." + agent.getKey(),
                    "Beside what every agent has; more on it in [agents](agents.md#" + agent.getKey() + ").",
                    agent.getValue().get("properties"),
                    common);
        }
        return page.toString();
    }

    private static void section(StringBuilder page, String title, String text, JsonNode settings, List<String> but) {
        List<String> names = new ArrayList<>(settings.propertyNames());
        names.removeAll(but);
        if (names.isEmpty()) {
            return;
        }
        page.append("\n## ").append(title).append('\n');
        if (!text.isEmpty()) {
            page.append('\n').append(text).append('\n');
        }
        page.append("\n| setting | takes | default | what it does |\n|---|---|---|---|\n");
        for (String name : names) {
            JsonNode setting = settings.get(name);
            page.append(String.format(
                    "| `%s` | %s | %s | %s |\n",
                    name,
                    takes(setting),
                    setting.has("default") ? "`" + cell(setting.get("default").asString()) + "`" : "",
                    cell(setting.path("description").asString(""))));
        }
    }

    private static String takes(JsonNode setting) {
        if (setting.has("enum")) {
            List<String> choices = new ArrayList<>();
            setting.get("enum").forEach(choice -> choices.add("`" + choice.asString() + "`"));
            return String.join(", ", choices.stream().distinct().toList());
        }
        if (setting.path("pattern").asString("").contains("h)?")) {
            return "duration";
        }
        String types = setting.get("type").toString(); // one, or several in brackets
        if (types.contains("array")) {
            return types.contains("string") ? "text or list of texts" : "list of texts";
        } else if (types.contains("integer")) {
            return "whole number";
        }
        return types.contains("object") ? "object" : "text";
    }
}

package dev.termal.host.config;

import dev.termal.api.spi.EngineProvider;
import dev.termal.api.spi.Setting;
import dev.termal.host.hook.HookEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON Schema of the config file, with the settings of the engines and agents that are there. */
public final class ConfigSchema {
    private static final String PROGRAM = "stdio";
    private static final List<String> REMOTE = List.of("http", "sse", "streamable-http", "streamableHttp");

    private ConfigSchema() {}

    /** The schema as indented JSON. */
    public static String of(Known known) {
        ObjectNode root = object();
        root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        root.put("title", "TermAl config.json");
        root.put("type", "object");
        ObjectNode properties = root.putObject("properties");
        properties.putObject("$schema").put("type", "string").put("description", "This schema's file, for editors.");
        HostSettings.GENERAL.forEach(s -> properties.set(s.key(), setting(s)));
        properties.set("mcpServers", servers());
        properties.set(RuleReader.KEY, rules());
        properties.set(HookReader.KEY, hooks());
        ObjectNode agents = properties.putObject("agents");
        agents.put("type", "object").put("description", "What is different for an agent, or a new agent, by name.");
        ObjectNode names = agents.putObject("properties");
        known.agents().forEach((name, profile) -> {
            List<EngineProvider> engines = profile.bindings().stream()
                    .map(b -> known.engines().get(b.engine().value()))
                    .filter(java.util.Objects::nonNull)
                    .toList();
            names.set(name, agent(profile.settings(), engines, known));
        });
        agents.putObject("propertyNames").put("pattern", "^[a-z][a-z0-9-]{0,63}$");
        agents.set("additionalProperties", agent(List.of(), known.engines().values(), known));
        return ConfigFile.MAPPER
                .writer()
                .with(SerializationFeature.INDENT_OUTPUT)
                .writeValueAsString(root);
    }

    private static ObjectNode agent(List<Setting> own, Collection<EngineProvider> engines, Known known) {
        ObjectNode node = object();
        node.put("type", "object");
        ObjectNode properties = node.putObject("properties");
        Map<String, Setting> settings = new LinkedHashMap<>();
        HostSettings.PER_AGENT.forEach(s -> settings.put(s.key(), s));
        own.forEach(s -> settings.put(s.key(), s));
        settings.values().forEach(s -> properties.set(s.key(), setting(s)));
        ObjectNode engine = properties.putObject("engine");
        engine.put("description", HostSettings.ENGINE.text());
        ArrayNode choices = engine.putArray("enum");
        engines.forEach(e -> choices.add(e.id().value()));
        properties.putObject("like").put("type", "string").put("description", "A known agent whose ways this one has.");
        properties.set("command", texts("The program and its arguments.").put("minItems", 1));
        properties.set("env", map("Variables to set for the agent."));
        properties.set("env.unset", texts("Variables that the agent shall not inherit."));
        properties.set("mcpServers", servers());
        ObjectNode options = properties.putObject("options");
        options.put("type", "object").put("description", "Protocol options of the engine.");
        options.put("additionalProperties", false);
        ObjectNode names = options.putObject("properties");
        engines.forEach(e -> known.options(e).forEach(s -> names.set(s.key(), setting(s))));
        return node;
    }

    private static ObjectNode setting(Setting setting) {
        ObjectNode node = object();
        switch (setting.type()) {
            case LIST -> {
                node = texts(setting.text());
                if (!setting.choices().isEmpty()) {
                    types(node, "array").put("pattern", "^(" + String.join("|", setting.choices()) + ")$");
                }
            }
            case BOOLEAN ->
                types(node, "boolean")
                        .putArray("enum")
                        .add(true)
                        .add(false)
                        .add("true")
                        .add("false");
            case INTEGER -> types(node, "integer").put("pattern", "^[+-]?[0-9]+$");
            case DURATION -> types(node).put("pattern", "^(?=[0-9])([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?$");
            case CHOICE -> {
                ArrayNode choices = node.putArray("enum");
                setting.choices().forEach(choices::add);
            }
            case TEXT, PATH -> types(node, "number", "boolean");
        }
        if (setting.type() == Setting.Type.BOOLEAN) {
            node.remove("type"); // the enum says it all, in both forms
        }
        List<String> notes = new ArrayList<>();
        notes.add(setting.text());
        if (!setting.environment().isEmpty()) {
            notes.add("Environment: " + String.join(", ", setting.environment()) + ".");
        }
        node.put("description", String.join(" ", notes));
        ObjectNode described = node;
        setting.defaultValue().ifPresent(d -> described.put("default", d));
        return node;
    }

    private static ObjectNode types(ObjectNode node, String... besideText) {
        if (besideText.length == 0) {
            return node.put("type", "string");
        }
        ArrayNode types = node.putArray("type").add("string");
        for (String type : besideText) {
            types.add(type);
        }
        return node;
    }

    private static ObjectNode texts(String text) {
        ObjectNode node = object().put("type", "array").put("description", text);
        node.putObject("items").put("type", "string");
        return node;
    }

    private static ObjectNode map(String text) {
        ObjectNode node = object().put("type", "object").put("description", text);
        node.putObject("additionalProperties")
                .putArray("type")
                .add("string")
                .add("number")
                .add("boolean");
        return node;
    }

    private static ObjectNode servers() {
        ObjectNode node = object().put("type", "object");
        node.put("description", "Servers of the Model Context Protocol that agents shall connect to, by name.");
        ObjectNode server = node.putObject("additionalProperties").put("type", "object");
        ObjectNode properties = server.putObject("properties");
        ObjectNode type = properties.putObject("type");
        type.put("description", "How it is spoken to; without it, stdio for a command and http for a url.");
        ArrayNode types = type.putArray("enum").add(PROGRAM);
        REMOTE.forEach(types::add);
        ObjectNode command = properties.putObject("command");
        command.put("description", "The program to start, alone or with its arguments.");
        command.put("minLength", 1)
                .put("minItems", 1)
                .putArray("type")
                .add("string")
                .add("array");
        command.putObject("items").put("type", "string");
        properties.set("args", texts("Its arguments, or further ones."));
        properties.set("env", map("Variables to set for it."));
        properties.putObject("url").put("type", "string").put("description", "Where it listens.");
        properties.set("headers", map("Headers to send with each request."));
        ArrayNode either = server.putArray("anyOf");
        either.add(wanting("command", List.of(PROGRAM))).add(wanting("url", REMOTE));
        return node;
    }

    private static ObjectNode wanting(String key, List<String> types) {
        ObjectNode node = object();
        node.putArray("required").add(key);
        ArrayNode choices = node.putObject("properties").putObject("type").putArray("enum");
        types.forEach(choices::add);
        return node;
    }

    private static ObjectNode rules() {
        ObjectNode node = object().put("type", "array");
        node.put("description", "Which requests are answered how; the most specific rule counts, else the strictest.");
        ObjectNode rule = node.putObject("items").put("type", "object").put("additionalProperties", false);
        rule.putArray("required").add("decision");
        ObjectNode properties = rule.putObject("properties");
        ArrayNode decisions = properties
                .putObject("decision")
                .put("description", "allow: yes without asking; ask: a person decides; deny: no.")
                .putArray("enum");
        RuleReader.DECISIONS.forEach(decisions::add);
        properties.set("agent", oneOrMore("Agents by name; without it, all.", List.of()));
        properties.set("kind", oneOrMore("What the tool does.", RuleReader.KINDS));
        properties.set(
                "tool", oneOrMore("Tools by name, * for any characters; server/tool for an MCP server's.", List.of()));
        properties.set(
                "command",
                oneOrMore(
                        "What is run, word for word: * in a word for any characters, alone at the end for any words.",
                        List.of()));
        properties.set(
                "path",
                oneOrMore(
                        "Files touched, in the session's folder, ~/ or absolute: * for any name, ** for any folders.",
                        List.of()));
        return node;
    }

    private static ObjectNode hooks() {
        ObjectNode node = object().put("type", "object");
        node.put("description", "Commands that are run when something happens, by event.");
        ObjectNode events = node.putObject("properties");
        for (HookEvent event : HookEvent.values()) {
            ObjectNode hook = events.putObject(event.word()).put("type", "object");
            hook.putArray("required").add("command");
            ObjectNode properties = hook.putObject("properties");
            properties.set(
                    "command",
                    texts("The program, of your PATH or by its full path, and its arguments.")
                            .put("minItems", 1));
            HookReader.settings(event).forEach(each -> properties.set(each.key(), setting(each)));
        }
        return node;
    }

    private static ObjectNode oneOrMore(String text, List<String> choices) {
        ObjectNode one = object().put("type", "string");
        if (!choices.isEmpty()) {
            ArrayNode words = one.putArray("enum");
            choices.forEach(words::add);
        }
        ObjectNode node = object().put("description", text);
        ObjectNode several = object().put("type", "array").put("minItems", 1);
        several.set("items", one.deepCopy());
        node.putArray("anyOf").add(one).add(several);
        return node;
    }

    private static ObjectNode object() {
        return ConfigFile.MAPPER.createObjectNode();
    }
}

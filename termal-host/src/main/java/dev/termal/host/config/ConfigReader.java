package dev.termal.host.config;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.EngineProvider;
import dev.termal.api.spi.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Turns the config file into a {@link Config}: a wrong value fails with its path and the choices, a key that is not known
 * becomes a warning.
 */
public final class ConfigReader {
    private static final Set<String> AGENT_KEYS =
            Set.of("engine", "like", "command", "env", "env.unset", "options", "mcpServers");

    private final String file;
    private final Variables variables;
    private final Known known;
    private final Path home;
    private final UnknownNames unknown;
    private final List<Config.Gap> gaps = new ArrayList<>();

    private ConfigReader(String file, Map<String, String> environment, Known known) {
        this.file = file;
        variables = Variables.of(environment, this::gap);
        home = TermalHome.userHome(environment);
        unknown = new UnknownNames(file);
        this.known = known;
    }

    /**
     * Reads the file; a missing one says nothing.
     *
     * @throws dev.termal.api.AgentException of code {@code CONFIGURATION} for whatever is wrong in it
     */
    public static Config read(Path file, Map<String, String> environment, Known known) {
        return read(file, ConfigFile.read(file), environment, known);
    }

    /** Reads what stands, or shall stand, in the file. */
    static Config read(Path file, ObjectNode content, Map<String, String> environment, Known known) {
        return new ConfigReader(file.toString(), environment, known).config(content);
    }

    private Config config(ObjectNode root) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (Setting setting : HostSettings.GENERAL) {
            JsonNode value = root.get(setting.key());
            if (value != null) {
                one(setting, value, setting.key(), variables).ifPresent(text -> settings.put(setting.key(), text));
            }
        }
        Map<String, Config.Agent> agents = agents(root.path("agents"));
        var servers = root.has("mcpServers")
                ? McpServers.read(root.get("mcpServers"), at("mcpServers"), variables)
                : List.<dev.termal.api.McpServer>of();
        Set<String> names = new TreeSet<>(Set.of("$schema", "agents", "mcpServers", RuleReader.KEY, HookReader.KEY));
        HostSettings.GENERAL.forEach(s -> names.add(s.key()));
        unknown.warn("", root, names);
        Set<String> all = new TreeSet<>(known.agents().keySet());
        all.addAll(agents.keySet());
        String agent = settings.get(HostSettings.AGENT.key());
        if (agent != null && !all.contains(agent)) {
            throw ConfigError.choices(at(HostSettings.AGENT.key()), agent, all);
        }
        var rules = new RuleReader(file, variables, all).read(root.path(RuleReader.KEY));
        var hooks = new HookReader(file, variables, home, unknown).read(root.path(HookReader.KEY));
        return new Config(settings, agents, servers, rules, List.of(), hooks, unknown.warnings(), gaps);
    }

    /** What concerns one agent or server alone keeps nobody from using the others. */
    private void gap(Variables.Gap gap) {
        if (gap.agent().isEmpty() && gap.server().isEmpty()) {
            throw new AgentException(ErrorCode.CONFIGURATION, gap.message());
        }
        String path = gap.where().substring(file.length() + 1);
        gaps.add(new Config.Gap(gap.agent(), gap.server(), path, gap.text(), gap.message()));
    }

    private Map<String, Config.Agent> agents(JsonNode node) {
        Map<String, Config.Agent> agents = new LinkedHashMap<>();
        if (node.isMissingNode()) {
            return agents;
        }
        if (!node.isObject()) {
            throw ConfigError.at(at("agents"), "must be an object of agents by name");
        }
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            String path = "agents." + entry.getKey();
            if (!entry.getKey().matches("[a-z][a-z0-9-]{0,63}")) {
                throw ConfigError.at(
                        at(path), "an agent's name is of small letters, digits and hyphens and begins with a letter");
            }
            if (!(entry.getValue() instanceof ObjectNode object)) {
                throw ConfigError.at(at(path), "must be an object");
            }
            agents.put(entry.getKey(), agent(entry.getKey(), object, path));
        }
        return agents;
    }

    private Config.Agent agent(String name, ObjectNode node, String path) {
        Optional<String> like = text(node, "like", path);
        like.filter(l -> !known.agents().containsKey(l)).ifPresent(l -> {
            throw ConfigError.choices(at(path + ".like"), l, known.agents().keySet());
        });
        Optional<AgentProfile> base = known.agent(like.orElse(name));
        Variables own = variables.ofAgent(name);
        if (node.path("command").isString()) {
            throw ConfigError.at(
                    at(path + ".command"),
                    "must be a list of the program and its arguments, such as [\"my-agent\", \"--stdio\"]");
        }
        List<String> command = McpServers.list(node.path("command"), at(path + ".command"), own);
        if (node.has("command") && (command.isEmpty() || command.get(0).isBlank())) {
            throw ConfigError.at(at(path + ".command"), "must name a program and its arguments: [\"prog\", \"arg\"]");
        }
        if (base.isEmpty() && command.isEmpty()) {
            throw ConfigError.at(
                    at(path),
                    "no agent of this name is known, so it needs a \"command\"; known are "
                            + String.join(", ", known.agents().keySet()));
        }
        if (like.isPresent() && command.isEmpty()) {
            throw ConfigError.at(at(path + ".like"), "an agent that is like another needs a \"command\" of its own");
        }
        Optional<String> engine = text(node, "engine", path);
        List<Setting> ownSettings = base.map(AgentProfile::settings).orElse(List.of());
        return new Config.Agent(
                engine,
                like,
                command,
                McpServers.texts(node.path("env"), at(path + ".env"), own),
                McpServers.list(node.path("env.unset"), at(path + ".env.unset"), own),
                options(node, path, engineOf(engine, base, !command.isEmpty(), path), own),
                settings(node, path, ownSettings, own),
                node.has("mcpServers")
                        ? McpServers.read(node.get("mcpServers"), at(path + ".mcpServers"), own)
                        : List.of());
    }

    /** The engine that the options are for; one that is unknown, or that the agent has no binding for, is refused. */
    private EngineProvider engineOf(
            Optional<String> engine, Optional<AgentProfile> base, boolean ownCommand, String path) {
        Set<String> possible = new TreeSet<>(known.engines().keySet());
        base.ifPresent(profile -> possible.retainAll(
                profile.bindings().stream().map(b -> b.engine().value()).toList()));
        String name = engine.or(() ->
                        base.map(profile -> profile.bindings().get(0).engine().value()))
                .or(() -> known.bareEngine().map(e -> e.id().value()))
                .orElseThrow(() -> ConfigError.at(at(path), "needs an \"engine\""));
        EngineProvider provider = known.engines().get(name);
        if (provider == null || !possible.contains(name)) {
            throw ConfigError.choices(at(path + ".engine"), name, possible);
        }
        if (ownCommand && provider.needsDialect() && !lendsDialect(base, name)) {
            throw ConfigError.at(
                    at(path + ".engine"),
                    "\"" + name + "\" reads what an agent prints by a dialect, which another agent must lend: "
                            + "\"like\" one of " + String.join(", ", known.dialectLenders(provider)));
        }
        return provider;
    }

    private static boolean lendsDialect(Optional<AgentProfile> base, String engine) {
        return base.stream()
                .flatMap(profile -> profile.bindings().stream())
                .anyMatch(b -> b.engine().value().equals(engine) && b.dialect().isPresent());
    }

    private Map<String, String> options(ObjectNode node, String path, EngineProvider engine, Variables variables) {
        Map<String, String> options = new LinkedHashMap<>();
        JsonNode given = node.path("options");
        if (given.isMissingNode()) {
            return options;
        }
        if (!given.isObject()) {
            throw ConfigError.at(at(path + ".options"), "must be an object");
        }
        for (Map.Entry<String, JsonNode> entry : given.properties()) {
            String where = path + ".options." + entry.getKey();
            Setting setting = known.options(engine).stream()
                    .filter(s -> s.key().equals(entry.getKey()))
                    .findFirst()
                    .orElseThrow(() -> ConfigError.choices(
                            at(path + ".options"),
                            entry.getKey(),
                            known.options(engine).stream()
                                    .map(Setting::key)
                                    .sorted()
                                    .toList()));
            one(setting, entry.getValue(), where, variables).ifPresent(text -> options.put(entry.getKey(), text));
        }
        return options;
    }

    private Map<String, List<String>> settings(ObjectNode node, String path, List<Setting> own, Variables variables) {
        Map<String, List<String>> settings = new LinkedHashMap<>();
        Set<String> names = new TreeSet<>(AGENT_KEYS);
        List<Setting> all = new ArrayList<>(own);
        HostSettings.PER_AGENT.stream()
                .filter(s -> own.stream().noneMatch(o -> o.key().equals(s.key())))
                .forEach(all::add);
        for (Setting setting : all) {
            names.add(setting.key());
            JsonNode value = node.get(setting.key());
            if (value != null && !AGENT_KEYS.contains(setting.key())) {
                values(setting, value, path + "." + setting.key(), variables)
                        .ifPresent(texts -> settings.put(setting.key(), texts));
            }
        }
        unknown.warn(path + ".", node, names);
        return settings;
    }

    private Optional<String> one(Setting setting, JsonNode value, String path, Variables variables) {
        return values(setting, value, path, variables).map(texts -> String.join(",", texts));
    }

    private Optional<List<String>> values(Setting setting, JsonNode value, String path, Variables variables) {
        return variables.expand(at(path), value).map(expanded -> SettingCheck.json(setting, expanded, at(path)));
    }

    private Optional<String> text(ObjectNode node, String key, String path) {
        JsonNode value = node.get(key);
        if (value == null) {
            return Optional.empty();
        }
        if (!value.isString()) {
            throw ConfigError.at(at(path + "." + key), "must be a text");
        }
        return Optional.of(value.stringValue());
    }

    private String at(String path) {
        return file + " " + path;
    }
}

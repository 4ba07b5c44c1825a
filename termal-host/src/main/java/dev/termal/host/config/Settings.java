package dev.termal.host.config;

import dev.termal.api.PermissionPolicy;
import dev.termal.api.spi.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What holds in the end for a setting that no flag gives: environment, then file, then default. */
public final class Settings {
    static final String DEFAULT = "default";
    static final String FILE = "file";

    private final Config config;
    private final Map<String, String> environment;
    private final Known known;

    /** Over this config and this environment. */
    public Settings(Config config, Map<String, String> environment, Known known) {
        this.config = config;
        this.environment = environment;
        this.known = known;
    }

    /** Values and where they come from. */
    record Resolved(List<String> values, String source) {
        Optional<String> first() {
            return values.stream().findFirst();
        }
    }

    /** A value and where it comes from, as messages name it. */
    public record Source(String value, String source) {}

    /** The agent to use where none is named. */
    public Optional<Source> defaultAgent() {
        Resolved agent = general(HostSettings.AGENT);
        return agent.first().map(name -> new Source(name, agent.source()));
    }

    /** The engine to drive an agent by, where it is said. */
    public Optional<Source> engine(String agent) {
        Optional<Setting> own = own(agent, HostSettings.ENGINE.key());
        return fromEnvironment(HostSettings.ENGINE)
                .or(() -> own.flatMap(this::fromEnvironment))
                .flatMap(found -> found.first().map(engine -> new Source(engine, found.source())))
                .or(() -> config.agent(agent).engine().map(engine -> new Source(engine, FILE)))
                .or(() -> own.flatMap(Setting::defaultValue).map(engine -> new Source(engine, DEFAULT)));
    }

    /**
     * Looks at all variables that stand for a setting of the host.
     *
     * @throws dev.termal.api.AgentException of code {@code CONFIGURATION} for one that is wrong
     */
    public void check() {
        HostSettings.GENERAL.forEach(this::general);
    }

    /** How requests of an agent are answered. */
    public PermissionPolicy permissions(String agent) {
        String word = agent(agent, HostSettings.PERMISSIONS.key()).first().orElse("ask");
        return policy(word);
    }

    /** A policy by its word. */
    public static PermissionPolicy policy(String word) {
        if (!HostSettings.POLICIES.contains(word)) {
            throw ConfigError.choices("permissions", word, HostSettings.POLICIES);
        }
        return PermissionPolicy.valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** The model to ask an agent for. */
    public Optional<String> model(String agent) {
        return agent(agent, HostSettings.MODEL.key()).first();
    }

    /** The mode to start an agent in. */
    public Optional<String> mode(String agent) {
        return agent(agent, HostSettings.MODE.key()).first();
    }

    /** How much an agent's model shall think. */
    public Optional<String> effort(String agent) {
        return agent(agent, HostSettings.EFFORT.key()).first();
    }

    /** How long a turn of an agent may take. */
    public Optional<Duration> timeout(String agent) {
        return agent(agent, HostSettings.TIMEOUT.key()).first().flatMap(Durations::parse);
    }

    /** How long an agent may be silent. */
    public Optional<Duration> idleTimeout(String agent) {
        return agent(agent, HostSettings.IDLE_TIMEOUT.key()).first().flatMap(Durations::parse);
    }

    /** What a new conversation with an agent begins with. */
    public Optional<String> systemPrompt(String agent) {
        return agent(agent, HostSettings.SYSTEM_PROMPT.key()).first().filter(text -> !text.isBlank());
    }

    /** How many characters of what it missed an agent is told. */
    public int digest(String agent) {
        return agent(agent, HostSettings.DIGEST.key())
                .first()
                .map(Integer::parseInt)
                .orElse(0);
    }

    /** Which tools of the host an agent may call, with where that is said. */
    public HostTools hostTools(String agent) {
        Resolved tools = agent(agent, HostSettings.HOST_TOOLS.key());
        return new HostTools(tools.values(), tools.source());
    }

    /** The folders with skills for an agent, beside the one in the home. */
    public List<Path> skills(String agent) {
        return agent(agent, HostSettings.SKILLS.key()).values().stream()
                .map(Path::of)
                .toList();
    }

    /** Names of tools, or one of the words {@code none} and {@code all}; and where they come from. */
    public record HostTools(List<String> words, String source) {
        /** Copies its list. */
        public HostTools {
            words = List.copyOf(words);
        }

        /** Whether a config file says so. */
        public boolean isWritten() {
            return source.equals(FILE);
        }
    }

    /** The values of a setting for an agent; empty where there are none or the setting is not known. */
    public List<String> values(String agent, String key) {
        return agent(agent, key).values();
    }

    Resolved general(Setting setting) {
        return fromEnvironment(setting)
                .orElseGet(() -> written(setting).orElseGet(() -> new Resolved(defaults(setting), DEFAULT)));
    }

    Resolved agent(String agent, String key) {
        Optional<Setting> found = own(agent, key).or(() -> find(HostSettings.PER_AGENT, key));
        if (found.isEmpty()) {
            return new Resolved(List.of(), DEFAULT);
        }
        Optional<Setting> general = find(HostSettings.GENERAL, key).filter(s -> !s.equals(HostSettings.AGENT));
        List<String> ofAgent = config.agent(agent).settings().getOrDefault(key, List.of());
        return fromEnvironment(found.get())
                .or(() -> general.flatMap(this::fromEnvironment))
                .or(() -> ofAgent.isEmpty() ? Optional.empty() : Optional.of(new Resolved(ofAgent, FILE)))
                .or(() -> general.flatMap(this::written))
                .orElseGet(() -> new Resolved(defaults(found.get()), DEFAULT));
    }

    private Optional<Setting> own(String agent, String key) {
        return find(known.settings(config.agent(agent).like().orElse(agent)), key);
    }

    private static Optional<Setting> find(List<Setting> settings, String key) {
        return settings.stream().filter(s -> s.key().equals(key)).findFirst();
    }

    private Optional<Resolved> written(Setting setting) {
        return Optional.ofNullable(config.settings().get(setting.key())).map(v -> new Resolved(List.of(v), FILE));
    }

    private Optional<Resolved> fromEnvironment(Setting setting) {
        return setting.environment().stream()
                .filter(name -> !environment.getOrDefault(name, "").isBlank())
                .findFirst()
                .map(name -> {
                    String source = "environment variable " + name;
                    String value = setting.said(environment.getOrDefault(name, ""));
                    return new Resolved(list(setting, SettingCheck.text(setting, value, source)), source);
                });
    }

    private static List<String> defaults(Setting setting) {
        return setting.defaultValue().map(d -> list(setting, d)).orElse(List.of());
    }

    private static List<String> list(Setting setting, String text) {
        return setting.type() == Setting.Type.LIST
                ? List.of(text.split("\\s*,\\s*", -1)).stream()
                        .filter(item -> !item.isBlank())
                        .toList()
                : List.of(text);
    }
}

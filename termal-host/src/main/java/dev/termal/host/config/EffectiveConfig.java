package dev.termal.host.config;

import dev.termal.api.AgentException;
import dev.termal.api.McpServer;
import dev.termal.api.spi.Setting;
import dev.termal.host.permission.PermissionRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Lists the settings as they stand, with where each comes from; what may be a secret is masked. */
public final class EffectiveConfig {
    /** Stands for a value that nobody may see. */
    public static final String MASK = "•••";

    private static final List<String> SECRET_WORDS =
            List.of("KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIAL", "AUTH", "COOKIE");

    private final List<Line> lines = new ArrayList<>();

    private EffectiveConfig() {}

    /** One setting. */
    public record Line(String path, String value, String source) {}

    /** The host's settings, then each agent's that is not at its default, in the order of the agents. */
    public static List<Line> of(Config config, Settings settings, Known known) {
        EffectiveConfig list = new EffectiveConfig();
        HostSettings.GENERAL.forEach(s -> list.attempt(s.key(), () -> list.add(s.key(), settings.general(s))));
        list.servers("mcpServers", config.mcpServers());
        for (PermissionRule rule : config.rules()) {
            list.lines.add(new Line(
                    rule.where().substring(rule.where().lastIndexOf(' ') + 1),
                    rule.decision().word() + " " + rule.about(),
                    Settings.FILE));
        }
        new TreeMap<>(config.hooks())
                .forEach((event, hook) -> list.lines.add(new Line(
                        HookReader.KEY + "." + event.word(), String.join(" ", hook.command()), Settings.FILE)));
        TreeSet<String> names = new TreeSet<>(known.agents().keySet());
        names.addAll(config.agents().keySet());
        names.forEach(name -> list.agent(name, config.agent(name), settings, known));
        config.gaps().forEach(gap -> list.lines.add(new Line(gap.path(), gap.text(), "file, variable not set")));
        return List.copyOf(list.lines);
    }

    /** Whether a variable or header of this name may hold a secret. */
    public static boolean looksSecret(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        return SECRET_WORDS.stream().anyMatch(upper::contains);
    }

    private void agent(String name, Config.Agent agent, Settings settings, Known known) {
        String path = "agents." + name + ".";
        settings.engine(name).ifPresent(e -> lines.add(new Line(path + "engine", e.value(), e.source())));
        agent.like().ifPresent(like -> lines.add(new Line(path + "like", like, Settings.FILE)));
        if (!agent.command().isEmpty()) {
            lines.add(new Line(path + "command", String.join(" ", agent.command()), Settings.FILE));
        }
        List<Setting> all = new ArrayList<>(known.settings(agent.like().orElse(name)));
        HostSettings.PER_AGENT.forEach(all::add);
        all.stream()
                .map(Setting::key)
                .distinct()
                .sorted()
                .forEach(key -> attempt(path + key, () -> setting(name, key, path, settings)));
        agent.options().forEach((key, value) -> lines.add(new Line(path + "options." + key, value, Settings.FILE)));
        masked(path + "env.", agent.env());
        agent.envUnset().forEach(v -> lines.add(new Line(path + "env.unset", v, Settings.FILE)));
        servers(path + "mcpServers", agent.mcpServers());
    }

    private void setting(String agent, String key, String path, Settings settings) {
        Settings.Resolved value = settings.agent(agent, key);
        if (!value.source().equals(Settings.DEFAULT) && !sameAsGeneral(key, value, settings)) {
            add(path + key, value);
        }
    }

    /** A variable that is wrong is shown in the place of what it stands for. */
    private void attempt(String path, Runnable line) {
        try {
            line.run();
        } catch (AgentException wrong) {
            lines.add(new Line(path, String.valueOf(wrong.getMessage()), "not usable"));
        }
    }

    private static boolean sameAsGeneral(String key, Settings.Resolved value, Settings settings) {
        return HostSettings.GENERAL.stream()
                .filter(s -> s.key().equals(key))
                .anyMatch(s -> settings.general(s).equals(value));
    }

    private void add(String path, Settings.Resolved value) {
        if (!value.values().isEmpty()) {
            String text = looksSecret(path) ? MASK : String.join(", ", value.values());
            lines.add(new Line(path, text, value.source()));
        }
    }

    private void servers(String path, List<McpServer> servers) {
        for (McpServer server : servers) {
            String at = path + "." + server.name();
            if (server instanceof McpServer.Stdio program) {
                lines.add(new Line(
                        at, (program.command() + " " + String.join(" ", program.args())).strip(), Settings.FILE));
                masked(at + ".env.", program.env());
            } else if (server instanceof McpServer.Http http) {
                lines.add(new Line(at, "http " + http.url(), Settings.FILE));
                masked(at + ".headers.", http.headers());
            } else if (server instanceof McpServer.Sse sse) {
                lines.add(new Line(at, "sse " + sse.url(), Settings.FILE));
                masked(at + ".headers.", sse.headers());
            }
        }
    }

    private void masked(String prefix, Map<String, String> values) {
        values.forEach(
                (name, value) -> lines.add(new Line(prefix + name, looksSecret(name) ? MASK : value, Settings.FILE)));
    }
}

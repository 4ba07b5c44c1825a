package dev.termal.host;

import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.host.config.Config;
import dev.termal.host.config.ConfigAgents;
import dev.termal.host.config.Known;
import dev.termal.host.config.Settings;
import dev.termal.host.config.TermalHome;
import dev.termal.host.process.Machine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The settings that hold in a place, and the agents that there are by them. Starts nothing. */
final class Setup {
    private final TermalHome home;
    private final Map<String, String> variables;
    private final Known known;
    private final String where;
    private final Config config;
    private final Settings settings;
    private final ConfigAgents agents;
    private final List<String> notices;

    /**
     * A setup.
     *
     * @param where the config's file or files, for messages
     * @param notices what a person should know of this place, a line each
     */
    Setup(
            TermalHome home,
            Map<String, String> variables,
            Known known,
            Config config,
            String where,
            List<String> notices) {
        this.home = home;
        this.variables = variables;
        this.known = known;
        this.where = where;
        this.config = config;
        this.notices = List.copyOf(notices);
        settings = new Settings(config, variables, known);
        agents = new ConfigAgents(where, config, known);
    }

    Config config() {
        return config;
    }

    Known known() {
        return known;
    }

    Settings settings() {
        return settings;
    }

    /** The same with something more to know. */
    Setup with(String notice) {
        return new Setup(home, variables, known, config, where, List.of(notice));
    }

    /** Fails where a variable that stands for a setting is wrong. */
    void check() {
        settings.check();
        new AgentChooser(this).configured();
    }

    List<String> notices() {
        return notices;
    }

    /** All agents, in the order in which a ready one is looked for. */
    Map<String, AgentProfile> profiles() {
        return agents.profiles();
    }

    /** The machine as an agent sees it, with its settings. */
    HostEnvironment environment(AgentProfile profile) {
        return agents.environment(profile.id().value(), machine());
    }

    private HostEnvironment machine() {
        return new Machine(
                variables,
                TermalHome.userHome(variables),
                home.runFolder(),
                (id, key) -> settings.values(id.value(), key));
    }

    /** Hooks whose program is not there, which would never run and never say so; a line each. */
    List<String> hookProblems() {
        return new TreeMap<>(config.hooks())
                .entrySet().stream()
                        .filter(hook -> !isThere(hook.getValue().command().get(0)))
                        .map(hook -> home.config() + " hooks." + hook.getKey().word() + ".command: there is no program "
                                + hook.getValue().command().get(0))
                        .toList();
    }

    private boolean isThere(String program) {
        Path path = Path.of(program);
        return path.isAbsolute()
                ? Files.isExecutable(path)
                : machine().findExecutable(program).isPresent();
    }
}

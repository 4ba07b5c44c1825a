package dev.termal.host.config;

import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.HostEnvironment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** All agents that can be used: those that are known, and those that the config defines or gives a command of their own. */
public final class ConfigAgents {
    private final Map<String, AgentProfile> profiles;
    private final Config config;

    /** Over this config, whose file, or files, messages name so. */
    public ConfigAgents(String where, Config config, Known known) {
        this.config = config;
        Map<String, AgentProfile> all = new LinkedHashMap<>(); // config order, then name: the order of choice
        for (Map.Entry<String, Config.Agent> entry : config.agents().entrySet()) {
            String name = entry.getKey();
            AgentProfile profile = known.agents().get(name);
            all.put(
                    name,
                    entry.getValue().command().isEmpty() && profile != null
                            ? profile
                            : CommandProfile.of(name, entry.getValue(), where + " agents." + name + ".command", known));
        }
        new TreeMap<>(known.agents()).forEach(all::putIfAbsent);
        profiles = java.util.Collections.unmodifiableMap(all);
    }

    /** By name, in the order in which a ready one is looked for: the config's, then by name. */
    public Map<String, AgentProfile> profiles() {
        return profiles;
    }

    /** The machine as an agent sees it. */
    public HostEnvironment environment(String agent, HostEnvironment machine) {
        return new AgentEnvironment(machine, config.agent(agent));
    }
}

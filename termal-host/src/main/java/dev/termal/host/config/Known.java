package dev.termal.host.config;

import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.EngineProvider;
import dev.termal.api.spi.Setting;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The engines and agents that are there, by name: what the config may speak of.
 *
 * @param agents without those that the config itself defines
 */
public record Known(Map<String, EngineProvider> engines, Map<String, AgentProfile> agents) {
    /** Copies its maps, ordered by name. */
    public Known {
        engines = Collections.unmodifiableMap(new TreeMap<>(engines));
        agents = Collections.unmodifiableMap(new TreeMap<>(agents));
    }

    /** The engine for agents of which only a command is known. */
    public Optional<EngineProvider> bareEngine() {
        return engines.values().stream()
                .filter(EngineProvider::takesBareCommand)
                .findFirst();
    }

    /** An agent by name. */
    public Optional<AgentProfile> agent(String name) {
        return Optional.ofNullable(agents.get(name));
    }

    /** The settings of an agent beside the host's; none where it is not known. */
    List<Setting> settings(String agent) {
        return agent(agent).map(AgentProfile::settings).orElse(List.of());
    }
}

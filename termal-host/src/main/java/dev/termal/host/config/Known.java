package dev.termal.host.config;

import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.EngineProvider;
import dev.termal.api.spi.Setting;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The engines and agents that are there, by name: what the config may speak of.
 *
 * @param agents without those that the config itself defines
 * @param hostOptions protocol options that the host carries out itself, for all engines
 */
public record Known(Map<String, EngineProvider> engines, Map<String, AgentProfile> agents, List<Setting> hostOptions) {
    /** Copies its collections, maps ordered by name. */
    public Known {
        hostOptions = List.copyOf(hostOptions);
        engines = Collections.unmodifiableMap(new TreeMap<>(engines));
        agents = Collections.unmodifiableMap(new TreeMap<>(agents));
    }

    /** The engine for agents of which only a command is known. */
    public Optional<EngineProvider> bareEngine() {
        return engines.values().stream()
                .filter(EngineProvider::takesBareCommand)
                .findFirst();
    }

    /** The agents that lend a dialect to others on an engine. */
    public List<String> dialectLenders(EngineProvider engine) {
        return agents.values().stream()
                .filter(agent -> agent.bindings().stream()
                        .anyMatch(b ->
                                b.engine().equals(engine.id()) && b.dialect().isPresent()))
                .map(agent -> agent.id().value())
                .toList();
    }

    /** The protocol options that can be given where an agent is driven by this engine. */
    public List<Setting> options(EngineProvider engine) {
        return Stream.concat(engine.settings().stream(), hostOptions.stream()).toList();
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

package dev.termal.host.plugin;

import dev.termal.api.AgentId;
import dev.termal.api.EngineId;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.EngineProvider;
import dev.termal.api.spi.HostToolProvider;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is plugged in, by name, with where it came from, and what went wrong. Immutable. */
public final class PluginCatalog {
    private final Map<EngineId, Plugged<EngineProvider>> engines;
    private final Map<AgentId, Plugged<AgentProfile>> profiles;
    private final List<Plugged<HostToolProvider>> tools;
    private final Optional<Plugged<EngineProvider>> bareCommandEngine;
    private final List<PluginOrigin> origins;
    private final List<PluginProblem> problems;

    private PluginCatalog(Builder b) {
        engines = sorted(b.engines, Comparator.comparing(EngineId::value));
        profiles = sorted(b.profiles, Comparator.comparing(AgentId::value));
        tools = List.copyOf(b.tools);
        bareCommandEngine = b.bareCommandEngine;
        origins = List.copyOf(b.origins);
        problems = List.copyOf(b.problems);
    }

    private static <K, T> Map<K, Plugged<T>> sorted(Map<K, Plugged<T>> map, Comparator<K> order) {
        Map<K, Plugged<T>> sorted = new LinkedHashMap<>();
        map.keySet().stream().sorted(order).forEach(key -> sorted.put(key, map.get(key)));
        return sorted;
    }

    /**
     * Something plugged in.
     *
     * @param name as it was told when it was loaded; for tools, the names of all
     */
    public record Plugged<T>(String name, T value, PluginOrigin origin) {}

    /** The engines by name. */
    public List<Plugged<EngineProvider>> engines() {
        return List.copyOf(engines.values());
    }

    /** An engine. */
    public Optional<Plugged<EngineProvider>> engine(EngineId id) {
        return Optional.ofNullable(engines.get(id));
    }

    /** The built-in engine that drives commands of which nothing else is known. */
    public Optional<Plugged<EngineProvider>> bareCommandEngine() {
        return bareCommandEngine;
    }

    /** The profiles by name. */
    public List<Plugged<AgentProfile>> profiles() {
        return List.copyOf(profiles.values());
    }

    /** A profile. */
    public Optional<Plugged<AgentProfile>> profile(AgentId id) {
        return Optional.ofNullable(profiles.get(id));
    }

    /** The providers of tools, in the order in which they were loaded. */
    public List<Plugged<HostToolProvider>> toolProviders() {
        return tools;
    }

    /** All that something was loaded from, built-in modules first, then in the order of loading. */
    public List<PluginOrigin> origins() {
        return origins;
    }

    /** What was loaded from there, such as {@code engine sample}. */
    public List<String> provides(PluginOrigin origin) {
        List<String> words = new ArrayList<>();
        engines().stream().filter(p -> p.origin().equals(origin)).forEach(p -> words.add("engine " + p.name()));
        profiles().stream().filter(p -> p.origin().equals(origin)).forEach(p -> words.add("agent " + p.name()));
        tools.stream().filter(p -> p.origin().equals(origin)).forEach(p -> words.add("tools " + p.name()));
        return words;
    }

    /** What went wrong, in the order in which it was met. */
    public List<PluginProblem> problems() {
        return problems;
    }

    /** Collects what is loaded; the first of a name stays. For one thread. */
    static final class Builder {
        private final Map<EngineId, Plugged<EngineProvider>> engines = new LinkedHashMap<>();
        private final Map<AgentId, Plugged<AgentProfile>> profiles = new LinkedHashMap<>();
        private final List<Plugged<HostToolProvider>> tools = new ArrayList<>();
        private Optional<Plugged<EngineProvider>> bareCommandEngine = Optional.empty();
        private final Set<PluginOrigin> origins = new LinkedHashSet<>();
        private final List<PluginProblem> problems = new ArrayList<>();

        void engine(EngineId id, boolean takesBareCommand, EngineProvider provider, PluginOrigin origin) {
            Plugged<EngineProvider> engine = new Plugged<>(id.value(), provider, origin);
            if (add(engines, id, engine, "engine") && takesBareCommand && origin.isBuiltIn()) {
                bareCommandEngine = bareCommandEngine.or(() -> Optional.of(engine));
            }
        }

        void profile(AgentId id, AgentProfile profile, PluginOrigin origin) {
            add(profiles, id, new Plugged<>(id.value(), profile, origin), "agent");
        }

        void tools(List<String> names, HostToolProvider provider, PluginOrigin origin) {
            origins.add(origin);
            tools.add(new Plugged<>(String.join(", ", names), provider, origin));
        }

        private <K, T> boolean add(Map<K, Plugged<T>> map, K id, Plugged<T> plugged, String what) {
            origins.add(plugged.origin());
            Plugged<T> first = map.putIfAbsent(id, plugged);
            if (first != null) {
                problem(new PluginProblem(
                        plugged.origin().place(),
                        PluginProblem.Stage.CALL,
                        true,
                        what + " " + id + " of " + plugged.origin() + " is left out, as " + first.origin()
                                + " brings one of that name: remove one of them"));
            }
            return first == null;
        }

        void problem(PluginProblem problem) {
            problems.add(problem);
        }

        boolean holdsAnyFrom(Path place) {
            return origins.stream().anyMatch(origin -> origin.place().equals(Optional.of(place)));
        }

        List<PluginProblem> problems() {
            return problems;
        }

        PluginCatalog build() {
            return new PluginCatalog(this);
        }
    }
}

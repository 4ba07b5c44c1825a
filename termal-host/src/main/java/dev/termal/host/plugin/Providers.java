package dev.termal.host.plugin;

import dev.termal.api.AgentId;
import dev.termal.api.EngineId;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.AgentProfileProvider;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.EngineProvider;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.HostToolProvider;
import dev.termal.api.spi.Setting;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;

/**
 * Makes the providers of one layer and asks them what they bring. Each call of their code is bounded in time, and whatever it
 * throws costs that provider alone.
 */
final class Providers {
    /** The services that plugins may provide. */
    static final Set<String> SERVICES = Set.of(
            EngineProvider.class.getName(), AgentProfileProvider.class.getName(), HostToolProvider.class.getName());

    private static final int MOST_BROKEN = 100; // a broken list of providers must not be read for ever

    private final Source source;
    private final TimeBox box;
    private final HostEnvironment environment;
    private final PluginCatalog.Builder catalog;
    private final Problems problems;

    /** Where providers are looked for. */
    interface Source {
        /** A fresh loader. */
        <T> ServiceLoader<T> loader(Class<T> service);

        /** Where a provider came from. */
        PluginOrigin origin(Class<?> provider);

        /** Whether a provider is one of this source; a layer also shows those of the layers below it. */
        boolean owns(Class<?> provider);
    }

    /** Takes down what goes wrong. */
    interface Problems {
        void add(PluginProblem.Stage stage, String text);
    }

    Providers(
            Source source, TimeBox box, HostEnvironment environment, PluginCatalog.Builder catalog, Problems problems) {
        this.source = source;
        this.box = box;
        this.environment = environment;
        this.catalog = catalog;
        this.problems = problems;
    }

    void load() {
        for (Made<EngineProvider> made : make(EngineProvider.class)) {
            ask(made, this::engine);
        }
        for (Made<AgentProfileProvider> made : make(AgentProfileProvider.class)) {
            ask(made, this::profiles);
        }
        for (Made<HostToolProvider> made : make(HostToolProvider.class)) {
            ask(made, this::tools);
        }
    }

    private record Made<T>(T provider, PluginOrigin origin) {}

    private interface Question<T> {
        void ask(Made<T> made) throws TimeBox.Failed;
    }

    private <T> void ask(Made<T> made, Question<T> question) {
        try {
            question.ask(made);
        } catch (TimeBox.Failed e) {
            problems.add(
                    PluginProblem.Stage.CALL,
                    made.provider().getClass().getName() + " " + e.getMessage() + ": its maker has to repair it");
        }
    }

    private void engine(Made<EngineProvider> made) throws TimeBox.Failed {
        record ToldByEngine(EngineId id, String name, boolean takesBareCommand, List<Setting> settings) {}
        EngineProvider provider = made.provider();
        ToldByEngine told = box.call(() -> new ToldByEngine(
                given(provider.id()),
                given(provider.displayName()),
                provider.takesBareCommand(),
                List.copyOf(provider.settings())));
        catalog.engine(told.id(), told.takesBareCommand(), provider, made.origin());
    }

    private void profiles(Made<AgentProfileProvider> made) throws TimeBox.Failed {
        List<AgentProfile> profiles = box.call(() -> List.copyOf(made.provider().profiles(environment)));
        for (AgentProfile profile : profiles) {
            try {
                AgentId id = box.call(() -> checked(profile)).id();
                catalog.profile(id, profile, made.origin());
            } catch (TimeBox.Failed e) {
                problems.add(
                        PluginProblem.Stage.CALL,
                        "profile " + profile.getClass().getName() + " " + e.getMessage()
                                + ": its maker has to repair it");
            }
        }
    }

    private record ToldByProfile(
            AgentId id, String name, String badge, boolean fallback, List<Setting> settings, Set<String> markers) {}

    /** Asks for all that is looked at without starting the agent, so that a profile that is broken shows at once. */
    private static ToldByProfile checked(AgentProfile profile) {
        Set<EngineId> engines = new HashSet<>();
        for (EngineBinding binding : List.copyOf(profile.bindings())) {
            if (!engines.add(given(binding.engine()))) {
                throw new IllegalStateException("two bindings to engine " + binding.engine());
            }
        }
        return new ToldByProfile(
                given(profile.id()),
                given(profile.displayName()),
                given(profile.badge()),
                profile.fallback(),
                List.copyOf(profile.settings()),
                Set.copyOf(profile.nestingMarkers()));
    }

    /** The API's types promise no null, but plugins may break promises. */
    private static <T> T given(T value) {
        return Objects.requireNonNull(value, "null where the API allows none");
    }

    private void tools(Made<HostToolProvider> made) throws TimeBox.Failed {
        List<String> names = box.call(() ->
                made.provider().tools().stream().map(tool -> given(tool.name())).toList());
        catalog.tools(names, made.provider(), made.origin());
    }

    private <T> List<Made<T>> make(Class<T> service) {
        List<Made<T>> made = new ArrayList<>();
        try {
            List<String> broken = new ArrayList<>();
            List<ServiceLoader.Provider<T>> found = box.call(() -> find(service, broken));
            broken.forEach(text -> problems.add(PluginProblem.Stage.LOAD, text));
            for (ServiceLoader.Provider<T> provider : found) {
                Class<?> type = provider.type();
                try {
                    made.add(new Made<>(box.call(provider::get), source.origin(type)));
                } catch (TimeBox.Failed e) {
                    problems.add(
                            PluginProblem.Stage.LOAD,
                            type.getName() + " could not be made: it " + e.getMessage()
                                    + "; its maker has to repair it");
                }
            }
        } catch (TimeBox.Failed e) {
            problems.add(PluginProblem.Stage.LOAD, "finding its providers " + e.getMessage());
        }
        return made;
    }

    private <T> List<ServiceLoader.Provider<T>> find(Class<T> service, List<String> broken) {
        List<ServiceLoader.Provider<T>> found = new ArrayList<>();
        Iterator<ServiceLoader.Provider<T>> providers =
                source.loader(service).stream().iterator();
        while (broken.size() < MOST_BROKEN) {
            try {
                if (!providers.hasNext()) {
                    return found;
                }
                ServiceLoader.Provider<T> provider = providers.next();
                if (source.owns(provider.type())) {
                    found.add(provider);
                }
            } catch (ServiceConfigurationError | LinkageError e) {
                broken.add("a provider it names cannot be used: " + Text.oneLine(e));
            }
        }
        return found;
    }
}

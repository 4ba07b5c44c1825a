package dev.termal.host.plugin;

import dev.termal.api.spi.HostEnvironment;
import dev.termal.host.text.IoReason;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Loads what is built in, then the plugins of the given folders, each jar or folder in it as a module layer of its own over
 * the host's: a plugin may bring its own copies of libraries, and one that is broken costs itself only.
 *
 * <p>A plugin is trusted code: layers keep versions apart, not intruders.
 */
public final class PluginLoader {
    private static final Duration CALL = Duration.ofSeconds(10);

    private final Optional<ModuleLayer> hostLayer;
    private final HostEnvironment environment;
    private final Duration callBound;
    private final PluginCatalog.Builder catalog = new PluginCatalog.Builder();

    PluginLoader(Optional<ModuleLayer> hostLayer, HostEnvironment environment, Duration callBound) {
        this.hostLayer = hostLayer;
        this.environment = environment;
        this.callBound = callBound;
    }

    /**
     * Loads all there is.
     *
     * @param own the host's own folder of plugins, which may be missing
     * @param further folders that a person named
     * @param environment what profiles are given
     */
    public static PluginCatalog load(Path own, List<Path> further, HostEnvironment environment) {
        Optional<ModuleLayer> hostLayer =
                Optional.ofNullable(PluginLoader.class.getModule().getLayer());
        return new PluginLoader(hostLayer, environment, CALL).load(own, further);
    }

    PluginCatalog load(Path own, List<Path> further) {
        builtIn();
        Optional<PluginCheck> check = hostLayer.map(layer -> new PluginCheck(layer.configuration()));
        if (Files.isDirectory(own)) {
            folder(own, check);
        }
        for (Path folder : further) {
            if (Files.isDirectory(folder)) {
                folder(folder, check);
            } else {
                problem(
                        folder,
                        PluginProblem.Stage.READ,
                        "the folder of plugins does not exist: make it, or do not name it");
            }
        }
        return catalog.build();
    }

    private void builtIn() {
        Providers.Source source = new Providers.Source() {
            @Override
            public <T> ServiceLoader<T> loader(Class<T> service) {
                return hostLayer
                        .map(layer -> ServiceLoader.load(layer, service))
                        .orElseGet(() -> ServiceLoader.load(service, PluginLoader.class.getClassLoader()));
            }

            @Override
            public PluginOrigin origin(Class<?> provider) {
                return PluginOrigin.builtIn(provider.getModule());
            }

            @Override
            public boolean owns(Class<?> provider) {
                return true;
            }
        };
        TimeBox box = new TimeBox(callBound, PluginLoader.class.getClassLoader());
        new Providers(
                        source,
                        box,
                        environment,
                        catalog,
                        (stage, text) -> catalog.problem(new PluginProblem(
                                Optional.empty(),
                                stage,
                                true,
                                "something built in is broken (" + stage.word() + "): " + text)))
                .load();
    }

    private void folder(Path folder, Optional<PluginCheck> check) {
        try {
            for (Path place : PluginFile.in(folder)) {
                if (check.isPresent()) {
                    guarded(place, check.get(), hostLayer.orElseThrow());
                } else {
                    problem(
                            place,
                            PluginProblem.Stage.CHECK,
                            "the host runs on the class path, where plugins have no place: start it from its module path");
                }
            }
        } catch (IOException e) {
            problem(folder, PluginProblem.Stage.READ, "the folder of plugins cannot be read (" + IoReason.of(e) + ")");
        }
    }

    private void guarded(Path place, PluginCheck check, ModuleLayer parent) {
        try {
            plugin(place, check, parent);
        } catch (RuntimeException | LinkageError e) {
            problem(place, PluginProblem.Stage.READ, "it cannot be loaded (" + Text.oneLine(e) + "): remove it");
        }
    }

    private void plugin(Path place, PluginCheck check, ModuleLayer parent) {
        PluginFile plugin;
        try {
            plugin = PluginFile.read(place);
        } catch (PluginJar.Unusable e) {
            problem(place, PluginProblem.Stage.READ, e.why());
            return;
        }
        List<PluginJar> providers = plugin.providers(Providers.SERVICES);
        Optional<String> refusal = check.refusal(plugin, providers);
        if (refusal.isPresent()) {
            problem(place, PluginProblem.Stage.CHECK, refusal.get());
            return;
        }
        layer(plugin, parent).ifPresent(layer -> providers(plugin, layer, check));
        providers.stream()
                .filter(jar -> PluginCheck.madeFor(jar).isEmpty())
                .forEach(jar -> catalog.problem(new PluginProblem(
                        Optional.of(place),
                        PluginProblem.Stage.CHECK,
                        false,
                        "plugin " + place
                                + " does not say for which version of dev.termal.api it was made: it may break")));
    }

    private Optional<ModuleLayer> layer(PluginFile plugin, ModuleLayer parent) {
        try {
            Configuration configuration =
                    parent.configuration().resolveAndBind(plugin.finder(), ModuleFinder.of(), plugin.moduleNames());
            return Optional.of(ModuleLayer.defineModulesWithOneLoader(
                            configuration, List.of(parent), PluginLoader.class.getClassLoader())
                    .layer());
        } catch (RuntimeException | LinkageError e) {
            problem(
                    plugin.place(),
                    PluginProblem.Stage.RESOLVE,
                    "its modules do not fit together or to the host's (" + Text.oneLine(e)
                            + "): no package may be in two of them");
            return Optional.empty();
        }
    }

    private void providers(PluginFile plugin, ModuleLayer layer, PluginCheck check) {
        Providers.Source source = new Providers.Source() {
            @Override
            public <T> ServiceLoader<T> loader(Class<T> service) {
                return ServiceLoader.load(layer, service);
            }

            @Override
            public PluginOrigin origin(Class<?> provider) {
                return PluginLoader.origin(plugin, provider.getModule());
            }

            @Override
            public boolean owns(Class<?> provider) {
                return provider.getModule().getLayer() == layer;
            }
        };
        int before = catalog.problems().size();
        ClassLoader loader = layer.findLoader(plugin.jars().get(0).name());
        new Providers(
                        source,
                        new TimeBox(callBound, loader),
                        environment,
                        catalog,
                        (stage, text) -> problem(plugin.place(), stage, text))
                .load();
        if (!catalog.holdsAnyFrom(plugin.place()) && catalog.problems().size() == before) {
            problem(
                    plugin.place(),
                    PluginProblem.Stage.LOAD,
                    "it brought nothing: its providers gave no engine, agent or tool");
        }
        plugin.providers(Providers.SERVICES).forEach(jar -> check.loaded(jar.name(), plugin.place()));
    }

    private static PluginOrigin origin(PluginFile plugin, Module module) {
        Optional<PluginJar> jar = plugin.jar(module.getName());
        return new PluginOrigin(
                module.getName(),
                jar.flatMap(found -> found.descriptor().rawVersion()),
                jar.flatMap(PluginCheck::madeFor),
                Optional.of(plugin.place()),
                jar.flatMap(PluginJar::sha256));
    }

    private void problem(Path place, PluginProblem.Stage stage, String why) {
        catalog.problem(new PluginProblem(
                Optional.of(place), stage, true, "plugin " + place + " (" + stage.word() + "): " + why));
    }
}

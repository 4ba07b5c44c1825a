package dev.termal.host.plugin;

import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds what the module system would not say, or would say too late or too darkly, before the modules are fitted together. */
final class PluginCheck {
    private final Configuration host;
    private final Optional<String> hostApiVersion;
    private final Map<String, Path> loaded = new HashMap<>();

    PluginCheck(Configuration host) {
        this.host = host;
        hostApiVersion = host.findModule(ApiVersion.MODULE)
                .flatMap(module -> module.reference().descriptor().rawVersion());
    }

    /** Remembers a module that brought something, so that no other of its name is loaded. */
    void loaded(String module, Path place) {
        loaded.putIfAbsent(module, place);
    }

    /** Why a plugin cannot be loaded. */
    Optional<String> refusal(PluginFile plugin, List<PluginJar> providers) {
        if (providers.isEmpty()) {
            return Optional.of("it brings no engine, agent or tool: its module-info or META-INF/services has to name a"
                    + " provider from dev.termal.api.spi");
        }
        return duplicate(plugin)
                .or(() -> providers.stream().flatMap(jar -> taken(jar).stream()).findFirst())
                .or(() ->
                        providers.stream().flatMap(jar -> version(jar).stream()).findFirst())
                .or(() -> missing(plugin))
                .or(() -> copies(plugin));
    }

    private static Optional<String> duplicate(PluginFile plugin) {
        Map<String, PluginJar> seen = new HashMap<>();
        for (PluginJar jar : plugin.jars()) {
            PluginJar other = seen.putIfAbsent(jar.name(), jar);
            if (other != null) {
                return Optional.of("two of its jars are module " + jar.name() + ": "
                        + other.place().getFileName() + " and " + jar.place().getFileName() + "; remove one of them");
            }
        }
        return Optional.empty();
    }

    private Optional<String> taken(PluginJar jar) {
        if (host.findModule(jar.name()).isPresent()) {
            return Optional.of("a module named " + jar.name() + " is built in: it has to get a name of its own");
        }
        return Optional.ofNullable(loaded.get(jar.name()))
                .map(other -> "module " + jar.name() + " was loaded from " + other + " before: remove one of them");
    }

    private Optional<String> version(PluginJar jar) {
        return madeFor(jar).flatMap(version -> hostApiVersion.flatMap(own -> ApiVersion.refusal(version, own)));
    }

    /** The version of the API that a module was made for, where it tells. */
    static Optional<String> madeFor(PluginJar jar) {
        return ApiVersion.madeFor(jar.descriptor()).or(jar::apiVersion);
    }

    private Optional<String> missing(PluginFile plugin) {
        Set<String> own = plugin.moduleNames();
        for (PluginJar jar : plugin.jars()) {
            for (Requires requires : jar.descriptor().requires()) {
                String name = requires.name();
                if (!requires.modifiers().contains(Requires.Modifier.STATIC)
                        && !own.contains(name)
                        && host.findModule(name).isEmpty()) {
                    return Optional.of(
                            ModuleFinder.ofSystem().find(name).isPresent()
                                    ? "it needs module " + name + " of the JDK, without which this host was started:"
                                            + " start it with --add-modules " + name
                                    : "module " + jar.name() + " needs module " + name + ", which is not there: put its"
                                            + " jar and the plugin's into a folder of their own");
                }
            }
        }
        return Optional.empty();
    }

    /** A module without a description reads all others, so it would see both copies. */
    private Optional<String> copies(PluginFile plugin) {
        Set<String> copies = new HashSet<>(plugin.moduleNames());
        copies.removeIf(name -> host.findModule(name).isEmpty());
        return plugin.jars().stream()
                .filter(jar -> jar.descriptor().isAutomatic() && !copies.isEmpty())
                .findFirst()
                .map(jar -> jar.name() + " has no module-info, so it cannot have its own copy of "
                        + String.join(", ", copies) + ": remove that, or give the plugin a module-info");
    }
}

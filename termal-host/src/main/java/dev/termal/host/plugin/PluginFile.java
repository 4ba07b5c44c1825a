package dev.termal.host.plugin;

import dev.termal.host.text.IoReason;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A plugin as it lies there: one jar, or a folder of jars that belong together, or a folder of classes.
 *
 * @param jars without copies of what the host shares with all plugins
 */
record PluginFile(Path place, List<PluginJar> jars) {
    /**
     * Modules of which the host's copy counts, whatever a plugin brings: with an API of its own it would offer providers of
     * other types, with a logging API of its own it would log to nowhere.
     */
    private static final Set<String> SHARED = Set.of("dev.termal.api", "org.slf4j");

    /** The plugins in a folder, by name. */
    static List<Path> in(Path folder) throws IOException {
        return sorted(folder, path -> isJar(path) || (Files.isDirectory(path) && !isHidden(path)));
    }

    /** Reads a plugin. */
    static PluginFile read(Path place) throws PluginJar.Unusable {
        List<PluginJar> jars = new ArrayList<>();
        for (Path part : parts(place)) {
            try {
                PluginJar jar = PluginJar.read(part);
                if (!SHARED.contains(jar.name())) {
                    jars.add(jar);
                }
            } catch (PluginJar.Unusable e) {
                throw part.equals(place) ? e : new PluginJar.Unusable("in " + part.getFileName() + ": " + e.why(), e);
            }
        }
        return new PluginFile(place, jars);
    }

    private static List<Path> parts(Path place) throws PluginJar.Unusable {
        if (!Files.isDirectory(place) || Files.exists(place.resolve("module-info.class"))) {
            return List.of(place);
        }
        try {
            List<Path> jars = sorted(place, PluginFile::isJar);
            if (jars.isEmpty()) {
                throw new PluginJar.Unusable("it holds no jar: put the plugin's jars into it, or remove it");
            }
            return jars;
        } catch (IOException e) {
            throw new PluginJar.Unusable("it cannot be read (" + IoReason.of(e) + ")", e);
        }
    }

    private static List<Path> sorted(Path folder, DirectoryStream.Filter<Path> filter) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder, filter)) {
            paths.forEach(found::add);
        }
        found.sort(null);
        return found;
    }

    private static boolean isJar(Path path) {
        return path.toString().endsWith(".jar") && !isHidden(path) && !Files.isDirectory(path);
    }

    private static boolean isHidden(Path path) {
        return path.getFileName().toString().startsWith(".");
    }

    /** The modules that bring what the host looks for. */
    List<PluginJar> providers(Set<String> services) {
        return jars.stream()
                .filter(jar -> jar.descriptor().provides().stream()
                        .map(ModuleDescriptor.Provides::service)
                        .anyMatch(services::contains))
                .toList();
    }

    Optional<PluginJar> jar(String module) {
        return jars.stream().filter(jar -> jar.name().equals(module)).findFirst();
    }

    Set<String> moduleNames() {
        return jars.stream().map(PluginJar::name).collect(Collectors.toSet());
    }

    /** Finds the plugin's modules, of which no two have the same name. */
    ModuleFinder finder() {
        var byName = jars.stream().collect(Collectors.toMap(PluginJar::name, Function.identity()));
        return new ModuleFinder() {
            @Override
            public Optional<ModuleReference> find(String name) {
                return Optional.ofNullable(byName.get(name)).map(PluginJar::module);
            }

            @Override
            public Set<ModuleReference> findAll() {
                return byName.values().stream().map(PluginJar::module).collect(Collectors.toSet());
            }
        };
    }
}

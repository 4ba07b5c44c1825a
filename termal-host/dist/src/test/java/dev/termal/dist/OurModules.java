package dev.termal.dist;

import java.io.File;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The project's modules as they were built. The tests run on the class path, where nobody reads descriptors: so they are read here. */
public final class OurModules {
    private OurModules() {}

    /** All but the tests' own classes. */
    public static Stream<ModuleReference> all() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.startsWith(System.getProperty("termal.root")) && !entry.endsWith("test-classes"))
                .flatMap(entry -> ModuleFinder.of(Path.of(entry)).findAll().stream())
                .filter(module -> module.descriptor().name().startsWith("dev.termal."));
    }
}

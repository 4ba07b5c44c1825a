package dev.termal.dist.arch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the modules say they need, as they were compiled. */
class ModuleDescriptorsTest {

    private static final Map<String, ModuleDescriptor> OURS = Stream.of(
                    System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> entry.startsWith(System.getProperty("termal.root")) && !entry.endsWith("test-classes"))
            .flatMap(entry -> ModuleFinder.of(Path.of(entry)).findAll().stream())
            .map(ModuleReference::descriptor)
            .filter(module -> module.name().startsWith("dev.termal."))
            .collect(Collectors.toMap(ModuleDescriptor::name, Function.identity()));

    @Test
    void thereAreTheModulesOfTheDesign() {
        assertEquals(
                new TreeSet<>(Set.of(
                        "dev.termal.agent.antigravity",
                        "dev.termal.agent.cursor",
                        "dev.termal.agent.gemini",
                        "dev.termal.api",
                        "dev.termal.engine.acp",
                        "dev.termal.engine.streamjson",
                        "dev.termal.host",
                        "dev.termal.testkit")),
                new TreeSet<>(OURS.keySet()));
    }

    @Test
    void theApiNeedsJavaBaseAlone() {
        assertEquals(Set.of("java.base"), atRunTime(OURS.get("dev.termal.api")));
    }

    @Test
    void onlyTheApiIsSharedAmongOurs() {
        for (ModuleDescriptor module : OURS.values()) {
            Set<String> ours = atRunTime(module).stream()
                    .filter(name -> name.startsWith("dev.termal."))
                    .collect(Collectors.toSet());
            ours.remove("dev.termal.api");
            assertTrue(ours.isEmpty(), () -> module.name() + " requires " + ours);
        }
    }

    private static Set<String> atRunTime(ModuleDescriptor module) {
        return module.requires().stream()
                .filter(r -> !r.modifiers().contains(ModuleDescriptor.Requires.Modifier.STATIC))
                .map(ModuleDescriptor.Requires::name)
                .collect(Collectors.toSet());
    }
}

package dev.termal.dist.arch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.OurModules;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the modules say they need, as they were compiled. */
class ModuleDescriptorsTest {

    private static final Map<String, ModuleDescriptor> OURS = OurModules.all()
            .map(ModuleReference::descriptor)
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

    /** On the class path there are no descriptors: there, files say what a jar provides, and they say the same. */
    @Test
    void theClassPathIsToldOfTheSameServices() throws IOException {
        Set<String> provided = new TreeSet<>();
        Set<String> told = new TreeSet<>();
        for (ModuleReference module : OurModules.all().toList()) {
            String name = module.descriptor().name();
            module.descriptor()
                    .provides()
                    .forEach(provides -> provides.providers()
                            .forEach(provider -> provided.add(name + ": " + provides.service() + " " + provider)));
            try (ModuleReader reader = module.open()) {
                for (String file : reader.list()
                        .filter(f -> f.matches("META-INF/services/.+"))
                        .toList()) {
                    try (InputStream in = reader.open(file).orElseThrow()) {
                        new String(in.readAllBytes(), StandardCharsets.UTF_8)
                                .lines()
                                .forEach(line ->
                                        told.add(name + ": " + file.substring(file.lastIndexOf('/') + 1) + " " + line));
                    }
                }
            }
        }
        assertEquals(provided, told);
        assertTrue(told.size() > 5, told::toString);
    }

    private static Set<String> atRunTime(ModuleDescriptor module) {
        return module.requires().stream()
                .filter(r -> !r.modifiers().contains(ModuleDescriptor.Requires.Modifier.STATIC))
                .map(ModuleDescriptor.Requires::name)
                .collect(Collectors.toSet());
    }
}

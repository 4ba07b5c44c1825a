package dev.termal.host.plugin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.host.plugin.PluginProblem.Stage;
import dev.termal.testkit.FakeMachine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A folder of plugins that are compiled and packed for the purpose, and what loading them brings. */
@Timeout(300)
abstract class PluginFixture {
    static final String PROVIDES = "provides dev.termal.api.spi.EngineProvider with ";

    @TempDir
    Path temp;

    PluginBuilder good(String name, String id) {
        return new PluginBuilder(temp)
                .module("p." + name, PROVIDES + "p." + name + ".E;")
                .engine("p." + name + ".E", id);
    }

    static String profiles(String... ids) {
        return """
                package p.agents;
                import dev.termal.api.*;
                import dev.termal.api.spi.*;
                import java.util.*;
                public class P implements AgentProfileProvider {
                    public Collection<? extends AgentProfile> profiles(HostEnvironment environment) {
                        List<AgentProfile> list = new ArrayList<>();
                        for (String id : new String[] {"%s"}) list.add(new One(id));
                        return list;
                    }
                    record One(String name) implements AgentProfile {
                        public AgentId id() { return new AgentId(name); }
                        public String displayName() { return name; }
                        public String badge() { return "XX"; }
                        public List<EngineBinding> bindings() { return List.of(); }
                        public AuthStatus authStatus(HostEnvironment environment) { return null; }
                    }
                }
                """.formatted(String.join("\", \"", ids));
    }

    Path plugins() {
        return temp.resolve("plugins");
    }

    FakeMachine machine() {
        return FakeMachine.in(temp);
    }

    PluginCatalog load() {
        return load(List.of());
    }

    PluginCatalog load(List<Path> further) {
        return new PluginLoader(Optional.of(ModuleLayer.boot()), machine(), Duration.ofSeconds(3))
                .load(plugins(), further);
    }

    static void assertNoProblem(PluginCatalog catalog) {
        assertEquals(
                List.of(), catalog.problems().stream().map(PluginProblem::text).toList());
    }

    static PluginProblem only(PluginCatalog catalog) {
        assertEquals(1, catalog.problems().size(), () -> catalog.problems().toString());
        return catalog.problems().get(0);
    }

    static void assertProblem(PluginCatalog catalog, Stage stage, String... words) {
        PluginProblem problem = catalog.problems().stream()
                .filter(PluginProblem::isFatal)
                .findFirst()
                .orElseThrow();
        for (String word : words) {
            assertTrue(problem.text().contains(word), problem.text());
        }
        assertEquals(stage, problem.stage(), problem.text());
        assertFalse(problem.text().contains("\n"), problem.text());
    }
}

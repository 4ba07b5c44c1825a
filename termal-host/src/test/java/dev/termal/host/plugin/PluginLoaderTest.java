package dev.termal.host.plugin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.EngineId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The forms that a plugin may have, and what it sees of the host and of other plugins. */
final class PluginLoaderTest extends PluginFixture {
    @Test
    void aModularJarIsLoadedWithItsOrigin() throws IOException {
        Path jar = good("one", "one").jar(plugins().resolve("one.jar"));
        PluginCatalog catalog = load();
        assertNoProblem(catalog);
        PluginCatalog.Plugged<?> engine = catalog.engine(new EngineId("one")).orElseThrow();
        assertEquals("p.one", engine.origin().module());
        assertEquals(Optional.of(jar), engine.origin().place());
        assertEquals(64, engine.origin().sha256().orElseThrow().length());
        assertEquals(List.of("engine one"), catalog.provides(engine.origin()));
        assertEquals(
                List.of(engine.origin()),
                catalog.origins().stream().filter(origin -> !origin.isBuiltIn()).toList());
    }

    @Test
    void aFolderOfJarsIsOnePlugin() throws IOException {
        Path library = new PluginBuilder(temp)
                .source("module-info", "module p.lib { exports p.lib; }")
                .source(
                        "p.lib.Name",
                        "package p.lib; public class Name { public static String get() { return \"lib\"; } }")
                .jar(plugins().resolve("both/lib.jar"));
        new PluginBuilder(temp)
                .with(library)
                .module("p.main", "requires p.lib; " + PROVIDES + "p.main.E;")
                .engine("p.main.E", "x", "public E() { if (!p.lib.Name.get().equals(\"lib\")) throw new Error(); }")
                .jar(plugins().resolve("both/main.jar"));
        PluginCatalog catalog = load();
        assertNoProblem(catalog);
        assertTrue(catalog.engine(new EngineId("x")).isPresent());
    }

    @Test
    void aFolderOfClassesIsAPlugin() throws IOException {
        Files.createDirectories(plugins());
        Files.move(good("one", "one").classes(), plugins().resolve("exploded"));
        PluginCatalog catalog = load();
        assertNoProblem(catalog);
        assertTrue(catalog.engine(new EngineId("one")).isPresent());
    }

    @Test
    void aJarWithoutAModuleInfoIsLoadedAndItsSilenceAboutTheApiNoticed() throws IOException {
        new PluginBuilder(temp)
                .engine("q.E", "quiet")
                .service("q.E")
                .jar(plugins().resolve("quiet.jar"));
        new PluginBuilder(temp)
                .engine("t.E", "telling")
                .service("t.E")
                .manifest("TermAl-Api-Version", "0.1.0")
                .jar(plugins().resolve("telling.jar"));
        PluginCatalog catalog = load();
        assertTrue(catalog.engine(new EngineId("quiet")).isPresent());
        assertTrue(catalog.engine(new EngineId("telling")).isPresent());
        PluginProblem problem = only(catalog);
        assertFalse(problem.isFatal());
        assertTrue(problem.text().contains("quiet.jar"), problem.text());
    }

    @Test
    void copiesOfWhatTheHostSharesAreNotSeen() throws IOException {
        Path folder = plugins().resolve("bundle");
        good("one", "one").jar(folder.resolve("one.jar"));
        copyOfTheApi(folder.resolve("api.jar"));
        PluginCatalog catalog = load();
        assertNoProblem(catalog);
        assertTrue(catalog.engine(new EngineId("one")).isPresent());
    }

    private void copyOfTheApi(Path jar) throws IOException {
        new PluginBuilder(temp)
                .source("module-info", "module dev.termal.api { exports dev.termal.api.spi; }")
                .source(
                        "dev.termal.api.spi.EngineProvider",
                        "package dev.termal.api.spi; public interface EngineProvider {}")
                .jar(jar);
    }

    @Test
    void aPluginMayHaveItsOwnCopyOfALibrary() throws IOException {
        Path folder = plugins().resolve("own");
        Path library = new PluginBuilder(temp)
                .source("module-info", "module tools.jackson.core { exports tools.jackson.core; }")
                .source("tools.jackson.core.Own", "package tools.jackson.core; public class Own {}")
                .jar(folder.resolve("jackson.jar"));
        new PluginBuilder(temp)
                .with(library)
                .module("p.own", "requires tools.jackson.core; " + PROVIDES + "p.own.E;")
                .engine("p.own.E", "own", "private Object o = new tools.jackson.core.Own();")
                .jar(folder.resolve("main.jar"));
        PluginCatalog catalog = load();
        assertNoProblem(catalog);
        assertTrue(catalog.engine(new EngineId("own")).isPresent());
    }

    @Test
    void oneBrokenPluginCostsItselfOnly() throws IOException {
        Files.createDirectories(plugins());
        Files.writeString(plugins().resolve("a-broken.jar"), "no jar");
        Files.writeString(plugins().resolve("README.txt"), "not looked at");
        good("one", "one").jar(plugins().resolve("one.jar"));
        PluginCatalog catalog = load();
        assertEquals(1, catalog.problems().size());
        assertTrue(catalog.engine(new EngineId("one")).isPresent());
    }

    @Test
    void codeOfAPluginSeesItsOwnClassLoader() throws IOException {
        new PluginBuilder(temp)
                .module("p.tccl", PROVIDES + "p.tccl.E;")
                .engine(
                        "p.tccl.E",
                        "seen",
                        "public E() { if (Thread.currentThread().getContextClassLoader() != E.class.getClassLoader())"
                                + " throw new Error(\"other loader\"); }")
                .jar(plugins().resolve("tccl.jar"));
        assertNoProblem(load());
    }
}

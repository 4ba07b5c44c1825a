package dev.termal.host.plugin;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.host.plugin.PluginProblem.Stage;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Plugins that can be read but do not fit this host: its modules, its API, the way it was started. */
final class UnfitPluginTest extends PluginFixture {
    @Test
    void aDependencyThatIsNotThere() throws IOException {
        Path library = new PluginBuilder(temp)
                .source("module-info", "module p.dep { }")
                .jar(temp.resolve("lib/dep.jar"));
        new PluginBuilder(temp)
                .with(library)
                .module("p.miss", "requires p.dep; " + PROVIDES + "p.miss.E;")
                .engine("p.miss.E", "x")
                .jar(plugins().resolve("miss.jar"));
        assertProblem(load(), Stage.CHECK, "miss.jar", "p.dep", "folder of their own");
    }

    @Test
    void aModuleOfTheJdkThatTheHostWasStartedWithout() throws Exception {
        Path jar = new PluginBuilder(temp)
                .module("p.sql", "requires java.sql; " + PROVIDES + "p.sql.E;")
                .engine("p.sql.E", "x")
                .jar(temp.resolve("sql.jar"));
        PluginFile plugin = PluginFile.read(jar);
        Configuration small = Configuration.empty()
                .resolve(
                        ModuleFinder.of(PluginBuilder.apiClasses()), ModuleFinder.ofSystem(), Set.of("dev.termal.api"));
        String refusal = new PluginCheck(small)
                .refusal(plugin, plugin.providers(Providers.SERVICES))
                .orElseThrow();
        assertTrue(refusal.contains("--add-modules java.sql"), refusal);
    }

    @Test
    void aPackageInTwoModules() throws IOException {
        new PluginBuilder(temp)
                .source("module-info", "module p.lib { exports p.same; }")
                .source("p.same.A", "package p.same; public class A {}")
                .jar(plugins().resolve("split/lib.jar"));
        new PluginBuilder(temp)
                .with(plugins().resolve("split/lib.jar"))
                .module("p.main", PROVIDES + "p.same.E;")
                .engine("p.same.E", "x")
                .jar(plugins().resolve("split/main.jar"));
        assertProblem(load(), Stage.RESOLVE, "split", "p.same");
    }

    @Test
    void aPackageOfTheHostsLibraries() throws IOException {
        Path mine = new PluginBuilder(temp)
                .source("dev.termal.api.spi.Mine", "package dev.termal.api.spi; public class Mine {}")
                .classes();
        good("one", "one").classes(mine).jar(plugins().resolve("lib.jar"));
        assertProblem(load(), Stage.RESOLVE, "lib.jar", "dev.termal.api.spi");
    }

    @Test
    void aJarWithoutAModuleInfoBesideACopyOfTheHostsLibrary() throws IOException {
        Path folder = plugins().resolve("auto");
        new PluginBuilder(temp)
                .source("module-info", "module tools.jackson.core { exports tools.jackson.core; }")
                .source("tools.jackson.core.Own", "package tools.jackson.core; public class Own {}")
                .jar(folder.resolve("jackson.jar"));
        new PluginBuilder(temp).engine("q.E", "x").service("q.E").jar(folder.resolve("main.jar"));
        assertProblem(load(), Stage.CHECK, "auto", "tools.jackson.core", "module-info");
    }

    @Test
    void aPluginForANewerApiOrAnotherMajorVersionIsRefused() throws IOException {
        new PluginBuilder(temp)
                .engine("q.E", "x")
                .service("q.E")
                .manifest("TermAl-Api-Version", "99.0")
                .jar(plugins().resolve("q.jar"));
        assertProblem(load(), Stage.CHECK, "q.jar", "99.0");
    }

    @Test
    void noProviderAtAll() throws IOException {
        new PluginBuilder(temp).module("p.none", "").jar(plugins().resolve("none.jar"));
        assertProblem(load(), Stage.CHECK, "none.jar", "no engine, agent or tool");
    }

    @Test
    void onTheClassPathPluginsAreRefused() throws IOException {
        good("one", "one").jar(plugins().resolve("one.jar"));
        PluginCatalog catalog =
                new PluginLoader(Optional.empty(), machine(), Duration.ofSeconds(60)).load(plugins(), List.of());
        assertProblem(catalog, Stage.CHECK, "one.jar", "class path");
    }
}

package dev.termal.host.plugin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentId;
import dev.termal.api.EngineId;
import dev.termal.host.plugin.PluginProblem.Stage;
import dev.termal.testkit.FakeMachine;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Loads plugins that are compiled and packed for the purpose: good ones, and each kind of broken one. */
@Timeout(300)
final class PluginLoaderTest {
    private static final String PROVIDES = "provides dev.termal.api.spi.EngineProvider with ";

    @TempDir
    Path temp;

    // ---- what works ----

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
        assertEquals(List.of(engine.origin()), catalog.origins());
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

    // ---- names that are taken ----

    @Test
    void theEarlierJarWinsAndBothAreNamed() throws IOException {
        good("one", "same").jar(plugins().resolve("a.jar"));
        good("two", "same").jar(plugins().resolve("b.jar"));
        PluginCatalog catalog = load();
        assertEquals(
                "p.one",
                catalog.engine(new EngineId("same")).orElseThrow().origin().module());
        assertProblem(catalog, Stage.CALL, "engine same", "a.jar", "b.jar");
    }

    @Test
    void profilesAreKnownByTheirNamesToo() throws IOException {
        new PluginBuilder(temp)
                .module("p.agents", "provides dev.termal.api.spi.AgentProfileProvider with p.agents.P;")
                .source("p.agents.P", profiles("red", "blue", "red"))
                .jar(plugins().resolve("agents.jar"));
        PluginCatalog catalog = load();
        assertEquals(
                List.of("blue", "red"),
                catalog.profiles().stream().map(PluginCatalog.Plugged::name).toList());
        assertTrue(catalog.profile(new AgentId("red")).isPresent());
        assertProblem(catalog, Stage.CALL, "agent red");
    }

    private static String profiles(String... ids) {
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

    @Test
    void aModuleNameIsLoadedOnce() throws IOException {
        good("one", "one").jar(plugins().resolve("a.jar"));
        good("one", "other").jar(plugins().resolve("b.jar"));
        assertProblem(load(), Stage.CHECK, "b.jar", "p.one", "a.jar");
    }

    @Test
    void aModuleNameOfTheHostIsRefused() throws IOException {
        new PluginBuilder(temp)
                .module("dev.termal.host", PROVIDES + "x.E;")
                .engine("x.E", "x")
                .jar(plugins().resolve("x.jar"));
        assertProblem(load(), Stage.CHECK, "x.jar", "dev.termal.host", "built in");
    }

    @Test
    void twoJarsOfOneModuleInAFolderAreRefused() throws IOException {
        good("one", "one").jar(plugins().resolve("two/a.jar"));
        good("one", "one").jar(plugins().resolve("two/b.jar"));
        assertProblem(load(), Stage.CHECK, "two", "a.jar", "b.jar");
    }

    // ---- jars that cannot be read ----

    @Test
    void filesThatAreNoJars() throws IOException {
        Files.createDirectories(plugins());
        Files.write(plugins().resolve("a-empty.jar"), new byte[0]);
        Path whole = good("one", "one").jar(temp.resolve("whole.jar"));
        byte[] bytes = Files.readAllBytes(whole);
        Files.write(plugins().resolve("b-truncated.jar"), Arrays.copyOf(bytes, bytes.length / 2));
        Files.writeString(plugins().resolve("c-random.jar"), "x".repeat(5000));
        PluginCatalog catalog = load();
        assertEquals(3, catalog.problems().size());
        for (PluginProblem problem : catalog.problems()) {
            assertEquals(Stage.READ, problem.stage());
            assertTrue(problem.text().contains("fetch it again"), problem.text());
        }
    }

    @Test
    void aFileNameThatGivesNoModuleName() throws IOException {
        new PluginBuilder(temp).engine("q.E", "x").service("q.E").jar(plugins().resolve("29.jar"));
        assertProblem(load(), Stage.READ, "29.jar", "rename it");
    }

    @Test
    void aServiceOfAPackageThatIsNotThere() throws IOException {
        new PluginBuilder(temp)
                .engine("q.E", "x")
                .service("other.E")
                .jar(plugins().resolve("q.jar"));
        assertProblem(load(), Stage.READ, "q.jar", "other.E");
    }

    @Test
    void aModuleInfoOfANewerJava() throws IOException {
        good("one", "one").java(99).jar(plugins().resolve("newer.jar"));
        assertProblem(load(), Stage.READ, "newer.jar", "needs Java 99");
    }

    @Test
    void anEmptyFolder() throws IOException {
        Files.createDirectories(plugins().resolve("empty"));
        assertProblem(load(), Stage.READ, "empty", "no jar");
    }

    @Test
    void aFolderOfPluginsThatWasNamedButIsNotThere() {
        PluginCatalog catalog = load(List.of(temp.resolve("absent")));
        assertProblem(catalog, Stage.READ, "absent", "does not exist");
    }

    // ---- modules that do not fit ----

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

    // ---- versions ----

    @Test
    void aPluginForANewerApiOrAnotherMajorVersionIsRefused() throws IOException {
        new PluginBuilder(temp)
                .engine("q.E", "x")
                .service("q.E")
                .manifest("TermAl-Api-Version", "99.0")
                .jar(plugins().resolve("q.jar"));
        assertProblem(load(), Stage.CHECK, "q.jar", "99.0");
    }

    // ---- providers that break ----

    @Test
    void noProviderAtAll() throws IOException {
        new PluginBuilder(temp).module("p.none", "").jar(plugins().resolve("none.jar"));
        assertProblem(load(), Stage.CHECK, "none.jar", "no engine, agent or tool");
    }

    @Test
    void aProviderThatBringsNothing() throws IOException {
        new PluginBuilder(temp)
                .module("p.agents", "provides dev.termal.api.spi.AgentProfileProvider with p.agents.P;")
                .source("p.agents.P", profiles("x").replace("list.add(new One(id));", "id.length();"))
                .jar(plugins().resolve("agents.jar"));
        assertProblem(load(), Stage.LOAD, "agents.jar", "brought nothing");
    }

    @Test
    void aProviderClassThatIsNotThere() throws IOException {
        good("one", "one")
                .source("p.one.Other", "package p.one; class Other {}")
                .without("p/one/E.class")
                .jar(plugins().resolve("one.jar"));
        assertProblem(load(), Stage.LOAD, "one.jar", "p.one.E");
    }

    @Test
    void aProviderOfAnotherType() throws IOException {
        new PluginBuilder(temp)
                .source("q.E", "package q; public class E {}")
                .service("q.E")
                .manifest("TermAl-Api-Version", "0.1.0")
                .jar(plugins().resolve("q.jar"));
        assertProblem(load(), Stage.LOAD, "q.jar", "subtype");
    }

    @Test
    void aConstructorThatThrows() throws IOException {
        broken("public E() { throw new IllegalStateException(\"no\\nluck\"); }");
        assertProblem(load(), Stage.LOAD, "broken.jar", "p.broken.E", "no luck");
    }

    @Test
    void aStaticInitializerThatThrows() throws IOException {
        broken("static int x = Integer.parseInt(\"y\");");
        assertProblem(load(), Stage.LOAD, "broken.jar", "NumberFormatException");
    }

    @Test
    void aLibraryThatIsMissingAtRunTime() throws IOException {
        new PluginBuilder(temp)
                .module("p.broken", PROVIDES + "p.broken.E;")
                .engine("p.broken.E", "x", "public E() { new Gone(); }")
                .source("p.broken.Gone", "package p.broken; class Gone {}")
                .without("p/broken/Gone.class")
                .jar(plugins().resolve("broken.jar"));
        assertProblem(load(), Stage.LOAD, "broken.jar", "ClassNotFoundException: p.broken.Gone");
    }

    @Test
    void aConstructorThatNeverReturns() throws IOException {
        broken(
                "public E() { while (true) { try { Thread.currentThread().join(); } catch (InterruptedException e) { } } }");
        assertProblem(load(), Stage.LOAD, "broken.jar", "did not return");
    }

    @Test
    void aMethodThatTheApiHasButThePluginLacks() throws IOException {
        // made for an API whose provider had fewer methods
        Path oldApi = new PluginBuilder(temp)
                .source(
                        "dev.termal.api.spi.EngineProvider",
                        "package dev.termal.api.spi; public interface EngineProvider {}")
                .classes();
        new PluginBuilder(temp)
                .with(oldApi)
                .source("q.E", "package q; public class E implements dev.termal.api.spi.EngineProvider {}")
                .service("q.E")
                .manifest("TermAl-Api-Version", "0.1.0")
                .jar(plugins().resolve("q.jar"));
        assertProblem(load(), Stage.CALL, "q.jar", "AbstractMethodError");
    }

    @Test
    void aProviderThatGivesNull() throws IOException {
        broken("public java.util.List<Setting> settings() { return null; }");
        assertProblem(load(), Stage.CALL, "broken.jar", "NullPointerException");
    }

    @Test
    void aProviderThatHasNoName() throws IOException {
        new PluginBuilder(temp)
                .module("p.agents", "provides dev.termal.api.spi.AgentProfileProvider with p.agents.P;")
                .source("p.agents.P", profiles("x").replace("return new AgentId(name)", "return null"))
                .jar(plugins().resolve("agents.jar"));
        assertProblem(load(), Stage.CALL, "agents.jar", "p.agents.P$One", "null");
    }

    @Test
    void onTheClassPathPluginsAreRefused() throws IOException {
        good("one", "one").jar(plugins().resolve("one.jar"));
        PluginCatalog catalog =
                new PluginLoader(Optional.empty(), machine(), Duration.ofSeconds(60)).load(plugins(), List.of());
        assertProblem(catalog, Stage.CHECK, "one.jar", "class path");
    }

    // ---- helpers ----

    private void broken(String members) throws IOException {
        new PluginBuilder(temp)
                .module("p.broken", PROVIDES + "p.broken.E;")
                .engine("p.broken.E", "x", members)
                .jar(plugins().resolve("broken.jar"));
    }

    private PluginBuilder good(String name, String id) {
        return new PluginBuilder(temp)
                .module("p." + name, PROVIDES + "p." + name + ".E;")
                .engine("p." + name + ".E", id);
    }

    private Path plugins() {
        return temp.resolve("plugins");
    }

    private FakeMachine machine() {
        return FakeMachine.in(temp);
    }

    private PluginCatalog load() {
        return load(List.of());
    }

    private PluginCatalog load(List<Path> further) {
        return new PluginLoader(Optional.of(ModuleLayer.boot()), machine(), Duration.ofSeconds(3))
                .load(plugins(), further);
    }

    private static void assertNoProblem(PluginCatalog catalog) {
        assertEquals(
                List.of(), catalog.problems().stream().map(PluginProblem::text).toList());
    }

    private static PluginProblem only(PluginCatalog catalog) {
        assertEquals(1, catalog.problems().size(), () -> catalog.problems().toString());
        return catalog.problems().get(0);
    }

    private static void assertProblem(PluginCatalog catalog, Stage stage, String... words) {
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

package dev.termal.host.plugin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentId;
import dev.termal.api.EngineId;
import dev.termal.host.plugin.PluginProblem.Stage;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Names that are taken: of engines, agents and modules. */
final class PluginNamesTest extends PluginFixture {
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
}

package dev.termal.host.plugin;

import dev.termal.host.plugin.PluginProblem.Stage;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Providers that cannot be loaded, or break when they are first called. */
final class BrokenProviderTest extends PluginFixture {
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

    private void broken(String members) throws IOException {
        new PluginBuilder(temp)
                .module("p.broken", PROVIDES + "p.broken.E;")
                .engine("p.broken.E", "x", members)
                .jar(plugins().resolve("broken.jar"));
    }
}

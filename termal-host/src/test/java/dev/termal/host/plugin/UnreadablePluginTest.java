package dev.termal.host.plugin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.host.plugin.PluginProblem.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Files and folders that cannot be read as a plugin. */
final class UnreadablePluginTest extends PluginFixture {
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
}

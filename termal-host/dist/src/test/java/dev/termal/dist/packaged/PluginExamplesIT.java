package dev.termal.dist.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The example plugins, built by their own poms, in the plugins folder of a packaged host. */
class PluginExamplesIT extends RunTest {
    private static final String VERSION = System.getProperty("termal.version");

    private static Path agentJar;
    private static Path engineFolder;
    private static Path toolJar;

    private Path plugins;

    @BeforeAll
    @Timeout(300)
    static void buildAll() throws Exception {
        ExampleBuild build = new ExampleBuild();
        CompletableFuture<Path> agent = build.build("agent-plugin");
        CompletableFuture<Path> engine = build.build("engine-plugin");
        CompletableFuture<Path> tool = build.build("tool-plugin");
        agentJar = agent.get().resolve("termal-agent-sample-1.0.jar");
        engineFolder = engine.get().resolve("lines");
        toolJar = tool.get().resolve("termal-tool-dice-1.0.jar");
    }

    @BeforeEach
    void makeFolder() throws IOException {
        plugins = Files.createDirectories(host.home().resolve("plugins"));
    }

    private Path dropAgent() throws IOException {
        return Files.copy(agentJar, plugins.resolve(agentJar.getFileName()));
    }

    @Test
    void theAgentPluginIsListedAndRuns() throws Exception {
        Path jar = dropAgent();
        Ended list = host.run("plugins -o", "json");
        JsonNode plugin = plugin(list, "com.example.sample");
        assertEquals(jar.toString(), plugin.get("place").asString());
        assertEquals("1.0", plugin.get("version").asString());
        assertEquals(VERSION, plugin.get("apiVersion").asString());
        assertEquals(sha256(jar), plugin.get("sha256").asString());
        assertEquals("agent sample", plugin.get("provides").get(0).asString());
        assertTrue(plugin.get("problems").isEmpty(), list::toString);

        Ended run = host.run("run -a sample", "hi \"there\"");
        assertEquals("You said: hi \"there\"\n", run.out());
        assertEquals("", run.err());
        assertEquals(0, run.exit());
    }

    /** The agent calls the plugin's tool over HTTP, as any agent does. */
    @Test
    @Tag("R-AG-155")
    void theToolPluginIsLentByName() throws Exception {
        Files.copy(toolJar, plugins.resolve(toolJar.getFileName()));
        Ended list = host.run("plugins -o", "json");
        assertEquals(
                "tools roll_dice",
                plugin(list, "com.example.dice").get("provides").get(0).asString());

        Ended refused = host.with("TERMAL_HOST_TOOLS", "roll_dices").run("run -a demo", "hi");
        assertEquals(2, refused.exit(), refused::toString);
        assertTrue(refused.err().contains("roll_dice"), refused::toString);

        CallingAgent agent = new CallingAgent("roll_dice", "{\"sides\":2}");
        Ended run = host.with("TERMAL_HOST_TOOLS", "roll_dice").run(agent.run("go"));
        assertEquals("done", run.outcome(), run::toString);
        assertTrue(
                run.event("turn_ended").get("text").asString().matches("tools roll_dice poll_result; [12]"),
                run::toString);
        JsonNode card = run.events("tool_call").get(0);
        assertEquals("roll_dice", card.get("tool").asString(), run::toString);
        assertEquals("think", card.get("kind").asString(), run::toString);
    }

    /** Its libraries are of another generation than the host's own, and neither sees the other's. */
    @Test
    void theEnginePluginBringsItsOwnLibraries() throws Exception {
        ExampleBuild.copy(engineFolder, plugins.resolve("lines"));
        Ended list = host.run("plugins");
        assertTrue(list.out().contains("engine lines, agent parrot"), list::toString);
        assertEquals("", list.err());
        try (Stream<Path> jars = Files.list(plugins.resolve("lines"))) {
            List<String> names = jars.map(jar -> jar.getFileName().toString()).toList();
            assertTrue(names.stream().anyMatch(name -> name.startsWith("jackson-databind-2.")), names::toString);
            assertFalse(names.stream().anyMatch(name -> name.startsWith("termal-api")), names::toString);
        }
        Ended run = host.run("run -a parrot -o json", "hi\nthere");
        assertEquals("done", run.outcome(), run::toString);
        assertEquals("hi\nthere", run.event("turn_ended").get("text").asString().strip());
    }

    @Test
    void aBrokenJarIsNamedAndTheRunGoesOn() throws Exception {
        dropAgent();
        Path broken = Files.writeString(plugins.resolve("broken.jar"), "no jar at all");
        Ended run = host.run("run -a sample", "hi");
        assertEquals("You said: hi\n", run.out());
        assertEquals(0, run.exit());
        assertTrue(isOneLineAbout(broken, run.err()), run::toString);

        Ended list = host.run("plugins");
        assertEquals("", list.err());
        assertTrue(list.out().lines().anyMatch(line -> isOneLineAbout(broken, line)), list::toString);
        assertTrue(list.out().contains("agent sample"), list::toString);
        JsonNode plugin = plugin(host.run("plugins -o", "json"), "broken.jar");
        assertFalse(plugin.get("loaded").asBoolean());
        assertEquals(1, plugin.get("problems").size());
    }

    /** The agent that a person asks for is in the plugin that cannot be loaded: both lines are needed. */
    @Test
    void aMissingAgentComesWithTheReason() throws Exception {
        Path cut = plugins.resolve(agentJar.getFileName());
        byte[] whole = Files.readAllBytes(agentJar);
        Files.write(cut, List.of("cut"));
        Ended run = host.run("run -a sample -o quiet", "hi");
        assertEquals(4, run.exit(), run::toString);
        assertTrue(run.err().lines().anyMatch(line -> isOneLineAbout(cut, line)), run::toString);
        Files.write(cut, whole);
        assertEquals("You said: hi\n", host.run("run -a sample -o quiet", "hi").out());
    }

    private static boolean isOneLineAbout(Path jar, String text) {
        return text.strip().lines().count() == 1 && text.startsWith("warning: plugin " + jar + " (read): it is no jar");
    }

    private static JsonNode plugin(Ended list, String name) {
        JsonNode plugins = JsonMapper.shared().readTree(list.out());
        return StreamSupport.stream(plugins.spliterator(), false)
                .filter(plugin -> plugin.get("name").asString().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no plugin " + name + ": " + list));
    }

    private static String sha256(Path file) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }
}

package dev.termal.dist.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.HostRun;
import dev.termal.dist.packaged.RunTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** TermAl's home: what is wrong in it is told and costs no more than it must. */
class HomeIT extends RunTest {

    @Test
    void aBrokenConfigFileIsNamedWithItsPlace() {
        host.config("{\n  \"agent\": \"demo\",\n  \"permissions\": oops\n}");
        Ended r = host.run("run", "hi");
        assertEquals(2, r.exit(), r::toString);
        assertTrue(r.err().contains("config.json: no valid JSON at line 3, column "), r.err());
        Ended path = host.run("config", "path");
        assertEquals(0, path.exit(), path::toString);
        assertEquals(host.home().resolve("config.json") + "\n", path.out());
        Ended schema = host.run("config", "schema");
        assertEquals(0, schema.exit(), "the schema tells how to repair it: " + schema);
    }

    @Test
    void aWrongSettingIsNamedWithItsChoices() {
        host.config("{\"agents\":{\"demo\":{\"model\":\"big\"}}}");
        Ended r = host.run("run -a demo -o json", "hi");
        assertEquals(2, r.exit(), r::toString);
        String message = r.event("error").path("error").path("message").asString("");
        assertTrue(message.contains("agents.demo.model") && message.contains("echo, shout"), message);
    }

    @Test
    void aBrokenConfigFileKeepsNobodyFromTheLists() {
        host.config("{\"permissions\": \"maybe\", \"timeout\": \"soon\"}");
        for (String list : List.of("agents", "engines", "plugins", "auth status", "config show")) {
            Ended r = host.run(list.split(" "));
            assertEquals(2, r.exit(), r::toString);
            assertTrue(r.out().lines().count() > 1, r::toString);
            assertTrue(r.err().contains("config.json permissions: \"maybe\" is not one of ask"), r.err());
        }
        assertEquals(0, host.run("config", "set", "timeout", "5m").exit());
        assertEquals(0, host.run("config", "set", "permissions", "deny").exit());
        assertEquals(0, host.run("config", "show").exit());
    }

    @Test
    void aVariableThatIsNotSetCostsItsAgentAlone() {
        host.config("{\"agents\":{\"mine\":{\"command\":[\"my-agent\"],\"env\":{\"MY_TOKEN\":\"${MY_TOKEN}\"}}}}");
        Ended other = host.run("run -a demo", "hi");
        assertEquals(0, other.exit(), other::toString);
        assertEquals("", other.err());
        Ended agents = host.run("agents");
        assertEquals(0, agents.exit(), agents::toString);
        assertTrue(agents.out().contains("misconfigured"), agents.out());
        Ended mine = host.run("run -a mine", "hi");
        assertEquals(2, mine.exit(), mine::toString);
        assertTrue(
                mine.err().contains("config.json agents.mine.env.MY_TOKEN: the environment has no variable MY_TOKEN"),
                mine.err());
    }

    @Test
    void namesBeyondAsciiInALocaleWithout() throws Exception {
        Path work = Files.createDirectories(host.cwd().resolve("wörk"));
        Files.writeString(work.resolve("fï.txt"), "12345");
        host.with("LC_ALL", "C").with("TERMAL_HOME", host.home().resolve("hôme").toString());
        Ended r = host.run("run -a demo -o json --cwd wörk --attach wörk/fï.txt", "grüße ✓");
        assertEquals("done", r.outcome(), r::toString);
        String text = r.event("turn_ended").path("text").asString("");
        assertTrue(text.contains("grüße ✓") && text.contains("5 characters"), text);
        assertTrue(r.events("session").get(0).path("cwd").asString("").endsWith("wörk"), r::toString);
        String agent = "[\"sh\",\"-c\",\"echo LC_ALL is $LC_ALL, ${TERMAL_LAUNCHER_LC_ALL-no more} >&2; exit 7\"]";
        Ended env = host.run("run", "--agent-cmd", agent, "hi");
        assertTrue(env.err().contains("LC_ALL is C, no more"), env.err());
    }

    @Test
    void aBrokenPluginStopsNobody() throws Exception {
        Files.createDirectories(host.home().resolve("plugins"));
        Files.writeString(host.home().resolve("plugins/broken.jar"), "no jar at all");
        Ended run = host.run("run -a demo", "hi");
        assertEquals(0, run.exit(), run::toString);
        assertTrue(run.err().startsWith("warning: ") && run.err().contains("broken.jar"), run.err());
        Ended plugins = host.run("plugins");
        assertEquals(0, plugins.exit(), plugins::toString);
        assertTrue(plugins.out().contains("broken.jar (read): it is no jar"), plugins.out());
        assertEquals("", plugins.err(), "it is told once");
    }

    @Test
    void aHomeThatCannotBeWritten() throws Exception {
        Path file = Files.writeString(folder.resolve("a file"), ""); // root may write whatever is a folder
        host.with("TERMAL_HOME", file.resolve("home").toString());
        Ended r = host.run("run -a demo -o json", "hi");
        assertEquals(2, r.exit(), r::toString);
        assertTrue(r.event("error").path("error").path("message").asString("").contains("TERMAL_HOME"), r::toString);
        assertFalse(r.err().contains("\tat "), r.err());
    }

    @Test
    void twoHostsShareAHome() {
        List<HostRun> runs = Stream.of("one", "two")
                .map(word -> host.start("run", "-a", "demo", "-o", "json", "slow:500 " + word)
                        .closeInput())
                .toList();
        for (HostRun run : runs) {
            Ended r = run.end();
            assertEquals("done", r.outcome(), r::toString);
            assertEquals("", r.err());
        }
    }

    @Test
    void onlyTheOwnerMayLook() throws Exception {
        Ended r = host.run("run -a demo", "hi");
        assertEquals(0, r.exit(), r::toString);
        try (Stream<Path> all = Files.walk(host.home())) {
            for (Path path : all.toList()) {
                String permissions = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
                assertTrue(permissions.endsWith("------"), () -> permissions + " " + path);
            }
        }
    }
}

package dev.termal.dist.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.HostRun;
import dev.termal.dist.packaged.RunTest;
import dev.termal.dist.packaged.ScriptedAcp;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Agents of which nothing is known but their command: from the config file, and from the command line. */
class OwnAgentIT extends RunTest {
    private static final String SECRET = "s3cret-value-of-nobody";

    @Test
    void anAgentOfTheConfigFile() throws Exception {
        host.config("{\"agent\":\"mine\",\"agents\":{\"mine\":{\"command\":"
                + ScriptedAcp.command(
                        ScriptedAcp.untilPrompt()
                                .send(ScriptedAcp.says("good day"))
                                .send(ScriptedAcp.endsTurn())
                                .expectEndOfInput(),
                        folder)
                + "}}}");
        Ended r = host.run("run -o json", "hi");
        assertEquals(0, r.exit(), r::toString);
        assertEquals("mine", r.events("session").get(0).path("agent").asString(""));
        assertEquals("good day", r.event("turn_ended").path("text").asString(""));
        Ended agents = host.run("agents");
        assertTrue(agents.out().lines().anyMatch(line -> line.matches("\\*\\s+mine\\s.*ready")), agents::toString);
    }

    @Test
    void anAgentOfTheCommandLine() throws Exception {
        String command = ScriptedAcp.command(
                ScriptedAcp.untilPrompt()
                        .stderr("about to leave\n")
                        .send(ScriptedAcp.says("good"))
                        .exit(7),
                folder);
        Ended r = host.run("run", "--agent-cmd", command, "hi");
        assertEquals(1, r.exit(), r::toString);
        assertEquals("good\n", r.out());
        assertTrue(r.err().startsWith("termal: crashed: "), r.err());
        assertTrue(r.err().contains("exit code 7") && r.err().contains("about to leave"), r.err());
    }

    @Test
    void theConfigsVariablesReachTheAgentAndSecretsNobodyElse() throws Exception {
        host.with("MY_SECRET", SECRET)
                .with("UNWANTED", "yes")
                .config("{\"agents\":{\"demo\":{\"env\":{\"GREETING\":\"good day\",\"API_TOKEN\":\"${MY_SECRET}\"},"
                        + "\"env.unset\":[\"UNWANTED\",\"MY_SECRET\"]}}}");
        HostRun run =
                host.start("run", "-a", "demo", "-o", "json", "slow:60000").closeInput();
        run.await("turn_started");
        ProcessHandle agent = host.processes().stream()
                .filter(process -> words(process, "cmdline").contains("--sessions"))
                .findFirst()
                .orElseThrow();
        List<String> environment = words(agent, "environ");
        assertTrue(environment.containsAll(List.of("GREETING=good day", "API_TOKEN=" + SECRET)), "what is set");
        assertTrue(
                environment.stream().noneMatch(v -> v.startsWith("UNWANTED=") || v.startsWith("MY_SECRET=")),
                "what is unset");
        for (ProcessHandle process : host.processes()) {
            assertTrue(words(process, "cmdline").stream().noneMatch(word -> word.contains(SECRET)), "an argument");
        }
        Ended r = run.interrupt().end();
        assertEquals(130, r.exit(), r::toString);
        Ended plan = host.run("run -a demo --dry-run", "hi");
        assertTrue(plan.out().contains("good day") && plan.out().contains("API_TOKEN"), plan::toString);
        Ended settings = host.run("config", "show");
        assertEquals(0, settings.exit(), settings::toString);
        for (Ended each : List.of(r, plan, settings)) {
            assertFalse(each.toString().contains(SECRET), each::toString);
        }
        try (Stream<Path> files = Files.walk(host.home())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertFalse(Files.readString(file, StandardCharsets.ISO_8859_1).contains(SECRET), () -> "in " + file);
            }
        }
    }

    private static List<String> words(ProcessHandle process, String what) {
        try {
            byte[] bytes = Files.readAllBytes(Path.of("/proc/" + process.pid() + "/" + what));
            return Arrays.asList(new String(bytes, StandardCharsets.UTF_8).split("\0"));
        } catch (java.io.IOException e) {
            return List.of(); // it has ended meanwhile
        }
    }
}

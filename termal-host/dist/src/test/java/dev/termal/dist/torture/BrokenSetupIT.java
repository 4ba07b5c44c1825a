package dev.termal.dist.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.RunTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** What goes wrong before an agent works: one clear line that names it, what to do, the right exit code, and no long wait. */
class BrokenSetupIT extends RunTest {
    private static final String SIGN_IN = "To sign in, open https://example.com/device and enter the code ABCD-EFGH";

    private Path script(String name, String... lines) throws Exception {
        Path file = folder.resolve(name);
        Files.write(file, List.of(lines));
        assertTrue(file.toFile().setExecutable(true));
        return file;
    }

    private void configure(Path command, Map<String, String> options, Map<String, String> environment) {
        Map<String, Object> agent =
                Map.of("engine", "acp", "command", List.of(command.toString()), "options", options, "env", environment);
        host.config(JsonMapper.shared().writeValueAsString(Map.of("agents", Map.of("broken", agent))));
    }

    private Ended run(Path command, Map<String, String> options, Map<String, String> environment) {
        configure(command, options, environment);
        return host.run("run -a broken", "hello");
    }

    private Ended run(Path command) {
        return run(command, Map.of("initializeTimeout", "400ms", "authenticateTimeout", "400ms"), Map.of());
    }

    private static void assertTells(int exit, Ended ended, String... parts) {
        assertEquals(exit, ended.exit(), ended::toString);
        assertEquals("", ended.out());
        // one line, and under it at most what to type next
        assertEquals(
                1, ended.err().lines().filter(line -> !line.startsWith("try '")).count(), ended::toString);
        for (String part : parts) {
            assertTrue(ended.err().contains(part), () -> "without \"" + part + "\": " + ended);
        }
    }

    @Test
    @Tag("SETUP-04")
    void noSuchFile() {
        Path missing = folder.resolve("missing");
        assertTells(4, run(missing), missing + " does not exist", "give the path of an executable file");
    }

    @Test
    @Tag("SETUP-04")
    void noSuchProgram() {
        assertTells(4, run(Path.of("no-such-agent")), "\"no-such-agent\" was not found on PATH", "install it");
    }

    @Test
    @Tag("SETUP-04")
    void aFolder() throws Exception {
        Path place = Files.createDirectory(folder.resolve("place"));
        assertTells(4, run(place), place + " is no file", "give the path of an executable file");
    }

    @Test
    @Tag("SETUP-04")
    void notExecutable() throws Exception {
        Path file = Files.writeString(folder.resolve("agent"), "#!/bin/sh\n");
        assertTells(4, run(file), file + " ", "not executable", "chmod +x");
    }

    @Test
    @Tag("SETUP-04")
    void noSuchWorkingFolder() {
        assertTells(
                2,
                host.run("run", "--cwd", folder + "/away", "-a", "demo", "hello"),
                folder + "/away",
                "no such folder");
    }

    @Test
    @Tag("SETUP-04")
    void noNodeOnThePath() throws Exception {
        Path agent = script("agent", "#!/usr/bin/env node", "console.log('{}')");
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertTells(
                4,
                run(agent, Map.of(), Map.of("PATH", empty.toString())),
                agent + " needs node",
                "was not found",
                "install it");
    }

    @Test
    @Tag("SETUP-04")
    void noSuchInterpreter() throws Exception {
        Path agent = script("agent", "#!/no/such/interpreter");
        assertTells(4, run(agent), agent + " needs /no/such/interpreter", "install it");
    }

    /** A shell takes it for its own, as where a person types the name; what that says is shown. */
    @Test
    @Tag("SETUP-04")
    void noInterpreterIsNamed() throws Exception {
        Path agent = script("agent", "const agent = require('agent');", "exit 2");
        assertTells(1, run(agent), "broken ended (exit code 2)", "it wrote: " + agent);
    }

    @Test
    @Tag("SETUP-04")
    void noProgramOfThisMachine() throws Exception {
        Path agent = script("agent", "\u007fELF\u0001 of another machine");
        Ended ended = run(agent);
        assertEquals(1, ended.exit(), ended::toString);
        assertTrue(ended.err().startsWith("termal: broken ended (exit code 12"), ended::toString);
        assertTrue(ended.err().contains("it wrote: " + agent), ended::toString);
    }

    /** It is started twice, since some agents hang at their first start. */
    @Test
    @Tag("SETUP-01")
    void neverAnswers() throws Exception {
        Path starts = folder.resolve("starts");
        Path agent = script("agent", "#!/bin/sh", "echo start >>'" + starts + "'", "exec sleep 600");
        assertTells(
                3, run(agent), "broken did not answer initialize within 400 ms", "an agent that speaks this protocol");
        assertEquals(2, Files.readAllLines(starts).size());
    }

    @Test
    @Tag("SETUP-02")
    void wantsASignInOnItsOutput() throws Exception {
        Path agent = script("agent", "#!/bin/sh", "echo '" + SIGN_IN + "'", "exec sleep 600");
        assertTells(3, run(agent), "did not answer initialize", "it printed: " + SIGN_IN);
    }

    /** As whoever asks a person does, it does not end the line. */
    @Test
    @Tag("SETUP-02")
    void wantsASignInAndWaitsBehindIt() throws Exception {
        Path agent = script("agent", "#!/bin/sh", "printf 'Enter the authorization code: '", "exec sleep 600");
        assertTells(3, run(agent), "did not answer initialize", "it printed: Enter the authorization code:");
    }

    @Test
    @Tag("SETUP-02")
    void wantsASignInAndEnds() throws Exception {
        Path agent = script("agent", "#!/bin/sh", "echo '" + SIGN_IN + "'", "exit 41");
        assertTells(1, run(agent), "exit code 41", SIGN_IN);
    }

    @Test
    @Tag("SETUP-03")
    void neverEndsASignIn() throws Exception {
        Path agent = script(
                "agent",
                "#!/bin/sh",
                "read -r line",
                "echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":1,"
                        + "\"authMethods\":[{\"id\":\"browser\",\"name\":\"In the browser\"}]}}'",
                "exec sleep 600");
        assertTells(
                6,
                run(agent, Map.of("authMethod", "browser", "authenticateTimeout", "400ms"), Map.of()),
                "authenticate",
                "within 400 ms");
    }

    /** It opens a session and reads no more: the pipe is full before the prompt is in it. */
    @Test
    @Tag("DEATH-03")
    void readsNoPrompt() throws Exception {
        Path agent = script(
                "agent",
                "#!/bin/sh",
                "read -r line",
                "echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":1}}'",
                "read -r line",
                "echo '{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"sessionId\":\"s-1\"}}'",
                "exec sleep 600");
        configure(agent, Map.of("cancelGrace", "200ms"), Map.of());
        Ended ended = host.start("run", "-a", "broken", "--idle-timeout", "1s", "-o", "json", "-")
                .type("words ".repeat(100_000))
                .closeInput()
                .end();
        assertEquals(3, ended.exit(), ended::toString);
        assertEquals("stalled", ended.outcome());
    }
}

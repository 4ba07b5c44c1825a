package dev.termal.engine.acp.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.engine.acp.jsonrpc.JsonRpcCall;
import dev.termal.engine.acp.jsonrpc.StreamChannel;
import dev.termal.testkit.FakeMachine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The agent as a process of its own, launched as the host launches it. */
@Timeout(120)
class DemoAgentIT {
    @TempDir
    Path folder;

    private final List<Process> processes = new ArrayList<>();
    private Process process;

    private List<String> command() {
        return new DemoProfile()
                .bindings()
                .get(0)
                .launchSpec(
                        new LaunchRequest.ForConnection(
                                SessionRequest.builder(folder).build()),
                        FakeMachine.in(folder))
                .orElseThrow()
                .command();
    }

    private DemoClient launch() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command()).directory(folder.toFile());
        builder.environment().put("LC_ALL", "C"); // its lines are UTF-8 all the same
        process = builder.start();
        processes.add(process);
        return new DemoClient(new StreamChannel(process.getInputStream(), process.getOutputStream(), 16 * 1024 * 1024));
    }

    @AfterEach
    void endAll() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void aTurnAnEndAndTheSessionAfterARestart() throws Exception {
        String id;
        try (DemoClient client = launch()) {
            client.initialize("{}");
            id = client.newSession(folder);
            assertEquals(
                    "end_turn",
                    client.prompt(id, "grüße 😀 tool plan").path("stopReason").stringValue());
            assertTrue(client.said().contains("You said: grüße 😀 tool plan"), client.said());
            assertEquals(0, client.peer.diagnostics().noiseLines());
        }
        assertEquals(0, process.waitFor(), "ends with its input");

        try (DemoClient client = launch()) {
            client.initialize("{}");
            client.call("session/load", "{'sessionId':'" + id + "','cwd':'" + folder + "','mcpServers':[]}");
            assertEquals("grüße 😀 tool plan", client.text("user_message_chunk"));
            assertTrue(client.said().contains("You said: grüße 😀 tool plan"), client.said());
        }
    }

    @Test
    void theEndOfInputEndsItInTheMiddleOfATurn() throws Exception {
        DemoClient client = launch();
        client.initialize("{}");
        JsonRpcCall prompt = client.startPrompt(client.newSession(folder), "slow:1000000");

        client.close();

        assertEquals(0, process.waitFor());
        assertThrows(AgentException.class, () -> prompt.await(Duration.ofSeconds(60)));
    }

    @Test
    void aCrashHasItsCodeAndALastWord() throws Exception {
        try (DemoClient client = launch()) {
            client.initialize("{}");
            JsonRpcCall prompt = client.startPrompt(client.newSession(folder), "fail:crash");

            assertEquals(3, process.waitFor());

            AgentException failure = assertThrows(AgentException.class, () -> prompt.await(Duration.ofSeconds(60)));
            assertEquals("demo closed its output", failure.getMessage());
            assertTrue(client.said().endsWith("And now it crashes.\n"));
            assertTrue(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8)
                    .contains("crashes, as it was told to"));
        }
    }

    @Test
    void aSessionSurvivesAKill() throws Exception {
        String id;
        try (DemoClient client = launch()) {
            client.initialize("{}");
            id = client.newSession(folder);
            client.prompt(id, "before");
            client.startPrompt(id, "during slow:1000000");
            while (!client.said().contains("Waiting")) {
                Thread.onSpinWait();
            }
            process.destroyForcibly().waitFor();
        }

        try (DemoClient client = launch()) {
            client.initialize("{}");
            client.call("session/load", "{'sessionId':'" + id + "','cwd':'" + folder + "','mcpServers':[]}");
            assertEquals("beforeduring slow:1000000", client.text("user_message_chunk"));
            assertTrue(client.said().contains("You said: before"));
        }
    }

    @Test
    void malformedInputIsSurvived() throws Exception {
        try (DemoClient client = launch()) {
            for (String line : List.of("hello", "{", "42", "[]", "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"x\"}")) {
                process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            }
            process.getOutputStream().flush();

            client.initialize("{}");
            assertEquals(
                    "end_turn",
                    client.prompt(client.newSession(folder), "hello")
                            .path("stopReason")
                            .stringValue());
        }
    }

    @Test
    void aLineThatIsTooLongIsNamed() throws Exception {
        launch();
        byte[] megabyte = "x".repeat(1024 * 1024).getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 16; i++) {
            process.getOutputStream().write(megabyte);
        }
        process.getOutputStream().write('x');
        process.getOutputStream().flush();

        assertEquals(1, process.waitFor());
        assertEquals(
                "demo agent: A line is longer than 16777216 bytes",
                new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).strip());
    }

    @Test
    void withoutItsFolderItSaysHowToBeCalled() throws Exception {
        List<String> command = command();
        Process wrong = new ProcessBuilder(command.subList(0, command.size() - 2)).start();
        processes.add(wrong);

        assertEquals(2, wrong.waitFor());
        assertEquals(
                "usage: DemoAgent --sessions DIR",
                new String(wrong.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).strip());
    }
}

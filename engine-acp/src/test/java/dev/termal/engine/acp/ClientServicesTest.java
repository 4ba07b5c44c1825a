package dev.termal.engine.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.ClientRequest;
import dev.termal.api.ErrorCode;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionRequest;
import dev.termal.api.Prompt;
import dev.termal.api.SessionHandler;
import dev.termal.testkit.Script;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class ClientServicesTest {
    @TempDir
    Path folder;

    /** A host with one file and one terminal, whose command never ends. */
    private static final class ServingHandler implements SessionHandler {
        final List<ClientRequest> requests = new ArrayList<>();
        final CompletableFuture<ClientRequest.TerminalExit> exit = new CompletableFuture<>();

        @Override
        public void onEvent(AgentEvent event) {}

        @Override
        public CompletionStage<PermissionDecision> onPermissionRequest(PermissionRequest request) {
            return CompletableFuture.completedFuture(PermissionDecision.cancelled());
        }

        @Override
        public CompletionStage<String> onReadFile(ClientRequest.ReadFile request) {
            requests.add(request);
            return request.path().endsWith("gone")
                    ? CompletableFuture.failedFuture(new AgentException(ErrorCode.AGENT_ERROR, "no such file: gone"))
                    : CompletableFuture.completedFuture("two");
        }

        @Override
        public CompletionStage<Void> onWriteFile(ClientRequest.WriteFile request) {
            requests.add(request);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<String> onCreateTerminal(ClientRequest.CreateTerminal request) {
            requests.add(request);
            return CompletableFuture.completedFuture("term");
        }

        @Override
        public CompletionStage<ClientRequest.TerminalOutput> onTerminalOutput(String terminalId) {
            return CompletableFuture.completedFuture(new ClientRequest.TerminalOutput(
                    "hi", false, Optional.of(new ClientRequest.TerminalExit(OptionalInt.of(3), Optional.empty()))));
        }

        @Override
        public CompletionStage<ClientRequest.TerminalExit> onTerminalExit(String terminalId) {
            return exit;
        }
    }

    @Test
    @Tag("ACP-40")
    @Tag("ACP-41")
    @Tag("ACP-42")
    @Tag("R-AG-18")
    void filesAndTerminalsAreGivenWhereTheyWereOffered() throws Exception {
        Script script = new Script();
        Wire.initialize(script, "{}");
        script.expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"s\"}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(Wire.request(
                        "1", "fs/read_text_file", "{\"sessionId\":\"s\",\"path\":\"/k\",\"line\":2,\"limit\":1}"))
                .expect("\"id\":1", "\"content\":\"two\"")
                .send(Wire.request("2", "fs/read_text_file", "{\"sessionId\":\"s\",\"path\":\"k\"}"))
                .expect("\"id\":2", "-32602", "absolute")
                .send(Wire.request("3", "fs/read_text_file", "{\"sessionId\":\"s\",\"path\":\"/gone\"}"))
                .expect("\"id\":3", "-32603", "no such file: gone")
                .send(Wire.request(
                        "4", "fs/write_text_file", "{\"sessionId\":\"s\",\"path\":\"/k\",\"content\":\"x\"}"))
                .expect("\"id\":4", "\"result\":{}")
                .send(Wire.request(
                        "5",
                        "terminal/create",
                        "{\"sessionId\":\"s\",\"command\":\"sh\",\"args\":[\"-c\"],"
                                + "\"env\":[{\"name\":\"A\",\"value\":\"1\"}],\"cwd\":\"/w\",\"outputByteLimit\":9}"))
                .expect("\"id\":5", "\"terminalId\":\"term\"")
                .send(Wire.request("6", "terminal/output", "{\"sessionId\":\"s\",\"terminalId\":\"term\"}"))
                .expect("\"id\":6", "\"output\":\"hi\"", "\"truncated\":false", "\"exitStatus\":{\"exitCode\":3}")
                .send(Wire.request("7", "terminal/wait_for_exit", "{\"sessionId\":\"s\",\"terminalId\":\"term\"}"))
                .send("{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel_request\",\"params\":{\"requestId\":7}}")
                .expect("\"id\":7", "-32800")
                .send(Wire.request("8", "terminal/kill", "{\"sessionId\":\"s\",\"terminalId\":\"term\"}"))
                .expect("\"id\":8", "-32601")
                .send(Wire.promptResult("{\"stopReason\":\"end_turn\"}"));
        try (AcpRig rig = new AcpRig(folder, script)) {
            ServingHandler handler = new ServingHandler();
            rig.client(AcpRig.EVERYTHING).open(rig.request().build(), handler).prompt(Prompt.of("hi"));
            ClientRequest.ReadFile read = (ClientRequest.ReadFile) handler.requests.get(0);
            assertEquals(OptionalInt.of(2), read.line());
            ClientRequest.CreateTerminal terminal = (ClientRequest.CreateTerminal) handler.requests.get(3);
            assertEquals(List.of("-c"), terminal.args());
            assertEquals("1", terminal.env().get("A"));
            assertTrue(handler.exit.isCancelled());
        }
    }
}

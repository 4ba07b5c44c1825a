package dev.termal.engine.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
import dev.termal.api.ErrorCode;
import dev.termal.api.McpServer;
import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.testkit.Script;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Sessions from before: what the agent repeats of them is never taken for what it says now. */
@Timeout(120)
final class LoadTest {
    @TempDir
    Path folder;

    private SessionRequest resume(AcpRig rig, SessionRequest.Replay replay) {
        return rig.request().resume(new SessionId("s")).replay(replay).build();
    }

    @ParameterizedTest
    @EnumSource(SessionRequest.Replay.class)
    @Tag("ACP-21")
    @Tag("LOAD-01")
    void historyIsNeverLiveWhereverItComes(SessionRequest.Replay replay) throws Exception {
        String mine = "{\"sessionUpdate\":\"user_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"mine\"}}";
        Script script = Scripts.started(Scripts.LOADS)
                .send(Wire.update("s", Wire.text("early ")))
                .expectMethod("session/load")
                .send(Wire.update("s", mine))
                .send(Wire.update("s", Wire.text("in time ")))
                .send(Scripts.tool("t", ",\"title\":\"T\",\"status\":\"in_progress\""))
                .send(Wire.result("null"))
                .send(Wire.update("s", Wire.text("late ")))
                .send(Wire.update("s", "{\"sessionUpdate\":\"session_info_update\",\"title\":\"of now\"}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(Wire.update("s", Wire.text("now")))
                .send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session = rig.open(resume(rig, replay));
            rig.recorder.awaitCall("state");
            session.prompt(Prompt.of("hi"));
            assertEquals("now", rig.recorder.text());
            assertEquals("of now", session.state().title().orElseThrow());
            List<String> replayed = rig.recorder.calls().stream()
                    .filter(call -> call.startsWith("replayed"))
                    .toList();
            if (replay == SessionRequest.Replay.DELIVER) {
                rig.recorder.assertOrder(
                        "replayed user mine", "replayed text in time", "replayed tool t", "replayed text late");
            } else {
                assertEquals(List.of(), replayed);
            }
            assertTrue(
                    rig.recorder.calls().stream().noneMatch(call -> call.startsWith("notice")),
                    "a call of the past was taken for an open one");
        }
    }

    @Test
    @Tag("ACP-21")
    @Tag("LOAD-01")
    void whatAResumedSessionRepeatsAllTheSameIsHistory() throws Exception {
        Script script = Scripts.started("{\"sessionCapabilities\":{\"resume\":{}}}")
                .expect("session/resume", "\"sessionId\":\"s\"", "\"cwd\":", "\"mcpServers\":[]")
                .send(Wire.update("s", Wire.text("past")))
                .send(Wire.result("{}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(Wire.update("s", Wire.text("now")))
                .send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            rig.open(resume(rig, SessionRequest.Replay.DISCARD)).prompt(Prompt.of("hi"));
            assertEquals("now", rig.recorder.text());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    -32002 | Resource not found                              | null
                    -32602 | Session not found                               | null
                    -32602 | Invalid params                                  | {"details":"session abc does not exist"}
                    -32603 | Internal error                                  | {"details":"Invalid session identifier \\"s\\""}
                    -32603 | Internal error                                  | {"a":[{"error":{"reason":"sessionId not found: s"}}]}
                    -32603 | No previous sessions found for this project.    | null
                    -32603 | Unknown sessionId: s                            | null
                    -32603 | Internal error                                  | "No conversation found with session ID: s"
                    -32603 | Conversation s could not be found               | {"kind":"x"}
                    -32600 | thread not found: s                             | null
                    -32603 | Failed to find session s                        | null
                    -32603 | Could not find chat s                           | null
                    1      | no rollout found for thread id s                | null
                    -32601 | Method not found                                | null
                    """)
    @Tag("LOAD-02")
    @Tag("R-AG-35")
    @Tag("PF-28")
    void anUnknownSessionIsToldInManyWords(int code, String message, String data) throws Exception {
        Script script =
                Scripts.started(Scripts.LOADS).expectMethod("session/load").send(Wire.error(code, message, data));
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentException lost =
                    assertThrows(AgentException.class, () -> rig.open(resume(rig, SessionRequest.Replay.DISCARD)));
            assertEquals(ErrorCode.SESSION_NOT_FOUND, lost.code(), lost.getMessage());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    -32603 | Internal error               | {"details":"disk full"}   | AGENT_ERROR
                    -32603 | model gpt-x not found        | null                      | AGENT_ERROR
                    -32000 | Authentication required      | null                      | AUTH_REQUIRED
                    429    | Too many sessions            | null                      | LIMIT
                    """)
    @Tag("LOAD-02")
    @Tag("R-AG-35")
    @Tag("PF-29")
    void anotherFailureIsNoLostSession(int code, String message, String data, ErrorCode expected) throws Exception {
        Script script =
                Scripts.started(Scripts.LOADS).expectMethod("session/load").send(Wire.error(code, message, data));
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentException failed =
                    assertThrows(AgentException.class, () -> rig.open(resume(rig, SessionRequest.Replay.DISCARD)));
            assertEquals(expected, failed.code(), failed.getMessage());
        }
    }

    @Test
    @Tag("MODE-05")
    @Tag("LOAD-03")
    void optionsThatALoadDoesNotListStayAndThoseOfAnEmptyListGo() throws Exception {
        String options = "\"configOptions\":[{\"id\":\"o\",\"name\":\"O\",\"type\":\"select\",\"currentValue\":\"a\","
                + "\"options\":[{\"value\":\"a\",\"name\":\"A\"}]}]";
        for (boolean empty : new boolean[] {false, true}) {
            Script first = Scripts.started(Scripts.LOADS)
                    .expectMethod("session/new")
                    .send(Wire.result("{\"sessionId\":\"s\"," + options + "}"))
                    .expectMethod("session/prompt")
                    .as("prompt")
                    .send(Scripts.END)
                    .exit(0);
            Script second = Scripts.started(Scripts.LOADS)
                    .expectMethod("session/load")
                    .send(Wire.result(empty ? "{\"configOptions\":[]}" : "{}"))
                    .expectMethod("session/prompt")
                    .as("prompt")
                    .send(Scripts.END);
            try (AcpRig rig = new AcpRig(folder, first, second)) {
                AgentSession session = rig.open();
                session.prompt(Prompt.of("one"));
                rig.agent.process().onExit().toCompletableFuture().join();
                session.prompt(Prompt.of("two"));
                assertEquals(empty ? 0 : 1, session.state().options().size());
            }
        }
    }

    @Test
    @Tag("ACP-20")
    @Tag("MCP-01")
    @Tag("MCP-03")
    @Tag("R-AG-15")
    @Tag("R-AG-154")
    @Tag("PF-56")
    void serversAreGivenInTheirThreeFormsWhereverASessionBegins() throws Exception {
        String servers = "\"mcpServers\":[{\"name\":\"local\",\"command\":\"/bin/x\",\"args\":[\"-v\"],\"env\":[]},"
                + "{\"type\":\"http\",\"name\":\"h\",\"url\":\"http://localhost/h\",\"headers\":["
                + "{\"name\":\"A\",\"value\":\"1\"}]},"
                + "{\"type\":\"sse\",\"name\":\"e\",\"url\":\"http://localhost/e\",\"headers\":[]}]";
        String able = "{\"loadSession\":true,\"mcpCapabilities\":{\"http\":true,\"sse\":true}}";
        Script first = Scripts.started(able)
                .expect("session/new", servers)
                .send(Wire.result("{\"sessionId\":\"s\"}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(Scripts.END)
                .exit(0);
        Script second = Scripts.started(able)
                .expect("session/load", servers)
                .send(Wire.result("{}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, first, second)) {
            AgentSession session = rig.open(rig.request()
                    .mcpServer(new McpServer.Stdio("local", Path.of("/bin/x"), List.of("-v"), Map.of()))
                    .mcpServer(new McpServer.Http("h", URI.create("http://localhost/h"), Map.of("A", "1")))
                    .mcpServer(new McpServer.Sse("e", URI.create("http://localhost/e"), Map.of()))
                    .build());
            session.prompt(Prompt.of("one"));
            rig.agent.process().onExit().toCompletableFuture().join();
            session.prompt(Prompt.of("two"));
            assertTrue(rig.sent("session/new").get(0).contains("\"cwd\":\"" + folder + "\""));
        }
    }
}

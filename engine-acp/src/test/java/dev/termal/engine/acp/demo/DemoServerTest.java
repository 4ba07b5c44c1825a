package dev.termal.engine.acp.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.engine.acp.jsonrpc.JsonRpcCall;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What the demo agent tells of itself, which calls it refuses, and how it is cancelled. */
final class DemoServerTest extends DemoFixture {
    @Test
    void itSaysWhatItCan() throws Exception {
        JsonNode result = client.call("initialize", "{'protocolVersion':65535}");

        assertEquals(1, result.path("protocolVersion").intValue(), "its own, whatever was asked");
        JsonNode capabilities = result.path("agentCapabilities");
        assertTrue(capabilities.path("loadSession").booleanValue());
        assertTrue(capabilities.path("promptCapabilities").path("image").booleanValue());
        assertTrue(
                capabilities.path("promptCapabilities").path("embeddedContext").booleanValue());
        assertEquals(
                "{\"list\":{},\"resume\":{},\"close\":{},\"delete\":{}}",
                capabilities.path("sessionCapabilities").toString());
        assertEquals("termal-demo", result.path("agentInfo").path("name").stringValue());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "_vendor/ask               | {}                                                  | -32601",
                "authenticate              | {'methodId':'x'}                                    | -32601",
                "session/new               | {}                                                  | -32602",
                "session/new               | {'cwd':7}                                           | -32602",
                "session/new               | {'cwd':'relative'}                                  | -32602",
                "session/prompt            | {'sessionId':'nobody','prompt':[]}                  | -32002",
                "session/load              | {'sessionId':'nobody','cwd':'/','mcpServers':[]}    | -32002",
                "session/load              | {'sessionId':'../secret','cwd':'/','mcpServers':[]} | -32002",
                "session/close             | {'sessionId':'nobody'}                              | -32002",
                "session/list              | {'cursor':'x'}                                      | -32602"
            })
    void whatItCannotDoIsAnError(String method, String params, int code) throws Exception {
        assertEquals(code, client.errorOf(method, params.replace("\"", "'")));
    }

    @Test
    void wrongChoicesAreErrorsAndTheSessionGoesOn() throws Exception {
        String id = session();

        assertEquals(-32602, client.errorOf("session/set_mode", "{'sessionId':'" + id + "','modeId':'fly'}"));
        assertEquals(
                -32602,
                client.errorOf(
                        "session/set_config_option", "{'sessionId':'" + id + "','configId':'model','value':true}"));
        assertEquals(
                -32602,
                client.errorOf("session/set_config_option", "{'sessionId':'" + id + "','configId':'x','value':'y'}"));
        assertEquals(-32602, client.errorOf("session/prompt", "{'sessionId':'" + id + "','prompt':'text'}"));
        assertEquals("end_turn", client.prompt(id, "hello").path("stopReason").stringValue());
    }

    @ParameterizedTest
    @ValueSource(strings = {"slow:1000000", "chunks:1000000", "permission", "question"})
    void cancelEndsTheTurnPromptly(String word) throws Exception {
        client.initialize("{'elicitation':{'form':{}}}");
        String id = client.newSession(folder);
        JsonRpcCall prompt = client.startPrompt(id, word);
        if (word.equals("permission") || word.equals("question")) {
            client.asked.take();
        }

        client.cancel(id);

        assertEquals(
                "cancelled",
                prompt.await(Duration.ofSeconds(60)).path("stopReason").stringValue());
        assertEquals("end_turn", client.prompt(id, "again").path("stopReason").stringValue());
    }

    @Test
    void cancelWithoutATurnIsNothing() throws Exception {
        String id = session();
        client.cancel(id);
        client.cancel("nobody");
        client.peer.notify("session/cancel", DemoClient.json("{}"));
        client.peer.notify("_vendor/note", DemoClient.json("{}"));

        assertEquals("end_turn", client.prompt(id, "hello").path("stopReason").stringValue());
        assertEquals(0, client.peer.diagnostics().ignoredFrames(), "nothing came back");
    }

    @Test
    void closingCancelsFirst() throws Exception {
        String id = session();
        JsonRpcCall prompt = client.startPrompt(id, "slow:1000000");

        client.call("session/close", "{'sessionId':'" + id + "'}");

        assertTrue(prompt.future().isDone(), "answered before the close was");
        assertEquals("cancelled", prompt.future().join().path("stopReason").stringValue());
        assertEquals(-32002, client.errorOf("session/prompt", "{'sessionId':'" + id + "','prompt':[]}"));
    }
}

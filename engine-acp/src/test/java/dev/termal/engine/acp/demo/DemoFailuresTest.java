package dev.termal.engine.acp.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.engine.acp.jsonrpc.JsonRpcCall;
import dev.termal.engine.acp.jsonrpc.JsonRpcException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The words that make the demo agent fail, each in its own way. */
final class DemoFailuresTest extends DemoFixture {
    @Test
    void crashEndsWithCode3AfterSomeText() throws Exception {
        client.startPrompt(session(), "hello fail:crash plan");

        assertEquals(3, exits.take());
        String id = connect()
                .call("session/list", "{}")
                .path("sessions")
                .path(0)
                .path("sessionId")
                .stringValue();
        DemoClient later = connect();
        later.call("session/load", "{'sessionId':'" + id + "','cwd':'/','mcpServers':[]}");
        assertTrue(later.said().contains("And now it crashes."), "kept what was said");
    }

    @Test
    void hangIsNeverAnswered() throws Exception {
        String id = session();
        JsonRpcCall prompt = client.startPrompt(id, "fail:hang");
        client.cancel(id);
        prompt.requestCancel();

        assertEquals(-32600, client.errorOf("session/prompt", "{'sessionId':'" + id + "','prompt':[]}"));
        assertFalse(prompt.future().isDone());
        client.call("session/close", "{'sessionId':'" + id + "'}");
        assertFalse(prompt.future().isDone());
    }

    @Test
    void noiseIsNoise() throws Exception {
        assertEquals("end_turn", stopReason("fail:noise"));

        assertEquals(4, client.peer.diagnostics().noiseLines());
        assertTrue(client.said().endsWith("That was noise.\n"));
    }

    @ParameterizedTest
    @CsvSource({"auth, -32000", "error, -32603"})
    void errorsAreAnswersAndTheSessionGoesOn(String failure, int code) throws Exception {
        String id = session();

        JsonRpcException error = assertThrows(JsonRpcException.class, () -> client.prompt(id, "fail:" + failure));

        assertEquals(code, error.code());
        assertEquals("end_turn", client.prompt(id, "hello").path("stopReason").stringValue());
    }

    @Test
    void limitStopsAfterText() throws Exception {
        assertEquals("max_tokens", stopReason("fail:limit plan"));

        assertTrue(client.said().endsWith("Here the tokens end"));
        assertTrue(client.updates("plan").isEmpty());
    }

    @Test
    void emptySaysNothing() throws Exception {
        assertEquals("end_turn", stopReason("hello fail:empty"));

        assertEquals("", client.said());
        assertEquals("", client.text("agent_thought_chunk"));
    }

    @Test
    void lostIsUnknownFromThenOn() throws Exception {
        String id = session();
        client.prompt(id, "fail:lost");
        String params = "{'sessionId':'" + id + "','cwd':'/','mcpServers':[]}";

        assertEquals(-32002, client.errorOf("session/load", params));
        DemoClient restarted = connect();
        assertEquals(-32002, restarted.errorOf("session/load", params));
        assertEquals(-32002, restarted.errorOf("session/resume", params));
        assertEquals(0, restarted.call("session/list", "{}").path("sessions").size());
    }
}

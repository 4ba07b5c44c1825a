package dev.termal.engine.acp.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.engine.acp.demo.DemoClient.Asked;
import dev.termal.engine.acp.jsonrpc.JsonRpcCall;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The words that make the demo agent ask: for a permission, or a question. */
final class DemoAsksTest extends DemoFixture {
    @ParameterizedTest
    @CsvSource({"allow-once, completed", "allow-always, completed", "reject-once, failed", "reject-always, failed"})
    void permissionIsHeeded(String option, String status) throws Exception {
        String id = session();
        JsonRpcCall prompt = client.startPrompt(id, "permission");
        Asked asked = client.asked.take();
        assertEquals("session/request_permission", asked.method());
        assertEquals(id, asked.params().path("sessionId").stringValue());
        assertEquals(4, asked.params().path("options").size());

        asked.responder().result(DemoClient.json("{'outcome':{'outcome':'selected','optionId':'" + option + "'}}"));

        assertEquals(
                "end_turn",
                prompt.await(Duration.ofSeconds(60)).path("stopReason").stringValue());
        List<JsonNode> updates = client.updates("tool_call_update");
        JsonNode last = updates.get(updates.size() - 1);
        assertEquals(status, last.path("status").stringValue());
        assertEquals(asked.params().path("toolCall").path("toolCallId"), last.path("toolCallId"));

        if (option.endsWith("always")) {
            client.prompt(id, "permission"); // is not asked again
            JsonNode second = client.updates("tool_call_update")
                    .get(client.updates("tool_call_update").size() - 1);
            assertEquals(status, second.path("status").stringValue());
            assertNotEquals(last.path("toolCallId"), second.path("toolCallId"));
        }
    }

    @ParameterizedTest
    @CsvSource({"allow-once, completed, true", "reject-once, failed, false"})
    void diffChangesAFileOfItsOwnIfItMay(String option, String status, boolean written) throws Exception {
        String id = session();
        Path file = folder.resolve("sessions").resolve(id).resolve("demo.txt");
        JsonRpcCall prompt = client.startPrompt(id, "diff");
        Asked asked = client.asked.take();
        JsonNode diff = asked.params().path("toolCall").path("content").path(0);
        assertEquals(file.toString(), diff.path("path").stringValue());
        assertTrue(diff.path("oldText").isMissingNode(), "a new file");

        asked.responder().result(DemoClient.json("{'outcome':{'outcome':'selected','optionId':'" + option + "'}}"));

        prompt.await(Duration.ofSeconds(60));
        List<JsonNode> updates = client.updates("tool_call_update");
        assertEquals(status, updates.get(updates.size() - 1).path("status").stringValue());
        assertEquals(written, Files.exists(file));
        if (written) {
            assertEquals(diff.path("newText").stringValue(), Files.readString(file));
            client.startPrompt(id, "diff once more");
            JsonNode second = client.asked
                    .take()
                    .params()
                    .path("toolCall")
                    .path("content")
                    .path(0);
            assertEquals(Files.readString(file), second.path("oldText").stringValue());
            assertEquals(
                    Files.readString(file) + "diff once more\n",
                    second.path("newText").stringValue());
        }
    }

    @Test
    void aPermissionAnsweredCancelledCancelsTheTurn() throws Exception {
        JsonRpcCall prompt = client.startPrompt(session(), "permission");
        client.asked.take().responder().result(DemoClient.json("{'outcome':{'outcome':'cancelled'}}"));

        assertEquals(
                "cancelled",
                prompt.await(Duration.ofSeconds(60)).path("stopReason").stringValue());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'action':'accept','content':{'name':'Ada'}} | You answered: {\"name\":\"Ada\"}",
                "{'action':'decline'}                         | You declined to answer.",
                "{'action':'cancel'}                          | The question was not answered."
            },
            quoteCharacter = '`')
    void questionRepeatsTheAnswer(String answer, String said) throws Exception {
        client.initialize("{'elicitation':{'form':{}}}");
        JsonRpcCall prompt = client.startPrompt(client.newSession(folder), "question");
        Asked asked = client.asked.take();
        assertEquals("elicitation/create", asked.method());
        assertEquals("form", asked.params().path("mode").stringValue());
        assertEquals(
                "string",
                asked.params()
                        .path("requestedSchema")
                        .path("properties")
                        .path("name")
                        .path("type")
                        .stringValue());

        asked.responder().result(DemoClient.json(answer));

        prompt.await(Duration.ofSeconds(60));
        assertTrue(client.said().endsWith(said + "\n"), client.said());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{'elicitation':{}}", "{'elicitation':{'url':{}}}"})
    void nobodyIsAskedWhoTakesNoQuestions(String capabilities) throws Exception {
        client.initialize(capabilities);

        client.prompt(client.newSession(folder), "question");

        assertTrue(client.asked.isEmpty());
        assertTrue(client.said().contains("takes none"));
    }
}

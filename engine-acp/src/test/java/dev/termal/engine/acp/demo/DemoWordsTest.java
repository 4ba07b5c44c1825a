package dev.termal.engine.acp.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The words of a prompt that make the demo agent show something. */
final class DemoWordsTest extends DemoFixture {
    @Test
    void itSaysWhatItIsAndAnswersWithThePrompt() throws Exception {
        String id = session();

        JsonNode result = client.prompt(id, "hello there");

        assertEquals("end_turn", result.path("stopReason").stringValue());
        assertEquals("Demo agent, no model behind it. You said: hello there\n", client.said());
        assertEquals(2, result.path("usage").path("inputTokens").intValue());
        assertEquals(10, result.path("usage").path("outputTokens").intValue());
        assertEquals(12, result.path("usage").path("totalTokens").intValue());
        assertEquals(12, client.updates("usage_update").get(0).path("used").intValue());
        assertEquals(
                "hello there",
                client.updates("session_info_update").get(0).path("title").stringValue());
        assertEquals(1, client.updates("available_commands_update").size());
        assertEquals("The prompt has 2 words. ", client.text("agent_thought_chunk"));
        client.updates.forEach(
                update -> assertEquals(id, update.path("sessionId").stringValue()));

        client.prompt(id, "more");
        assertEquals(22, client.updates("usage_update").get(1).path("used").intValue(), "of the whole session");
        assertEquals(1, client.updates("session_info_update").size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"help", "/help"})
    void helpNamesEveryWord(String prompt) throws Exception {
        assertEquals("end_turn", stopReason(prompt));

        for (Word word : Word.values()) {
            assertTrue(client.said().contains("\n  " + word.spelled()), word.spelled());
        }
        assertTrue(client.said().contains("fail:<crash|hang|noise|auth|lost|limit|empty|error>"));
    }

    @Test
    void planIsWorkedThrough() throws Exception {
        assertEquals("end_turn", stopReason("plan"));

        List<JsonNode> plans = client.updates("plan");
        assertEquals("[in_progress, pending, pending]", statuses(plans.get(0)));
        assertEquals("[completed, completed, completed]", statuses(plans.get(3)));
        assertEquals(4, plans.size());
    }

    private static String statuses(JsonNode plan) {
        List<String> statuses = new ArrayList<>();
        plan.path("entries").forEach(entry -> statuses.add(entry.path("status").stringValue()));
        return statuses.toString();
    }

    @Test
    void toolReadsTheFolder() throws Exception {
        Files.writeString(folder.resolve("a.txt"), "");
        assertEquals("end_turn", stopReason("tool"));

        JsonNode start = client.updates("tool_call").get(0);
        assertEquals("pending", start.path("status").stringValue());
        assertEquals("read", start.path("kind").stringValue());
        List<JsonNode> updates = client.updates("tool_call_update");
        assertEquals("in_progress", updates.get(0).path("status").stringValue());
        assertEquals("completed", updates.get(1).path("status").stringValue());
        assertEquals(
                "2 entries\na.txt\nsessions",
                updates.get(1)
                        .path("content")
                        .path(0)
                        .path("content")
                        .path("text")
                        .stringValue());
    }

    @Test
    void toolSaysThatAFolderIsGone() throws Exception {
        client.initialize("{}");
        String id = client.newSession(folder.resolve("gone"));

        assertEquals("end_turn", client.prompt(id, "tool").path("stopReason").stringValue());

        assertEquals(
                "failed",
                client.updates("tool_call_update").get(1).path("status").stringValue());
    }

    @Test
    void imageDrawsAPng() throws Exception {
        assertEquals("end_turn", stopReason("image"));

        JsonNode content = client.updates("agent_message_chunk").get(2).path("content");
        byte[] png = Base64.getDecoder().decode(content.path("data").stringValue());
        assertEquals("image/png", content.path("mimeType").stringValue());
        assertEquals("PNG", new String(png, 1, 3, StandardCharsets.US_ASCII));
        assertEquals(8, png[19], "its width");
    }

    @Test
    void chunksComeInOrder() throws Exception {
        assertEquals("end_turn", stopReason("chunks:1000"));

        List<JsonNode> chunks = client.updates("agent_message_chunk");
        assertEquals(1002, chunks.size());
        for (int i = 1; i < 1000; i++) {
            assertEquals(i + " ", chunks.get(i + 1).path("content").path("text").stringValue());
        }
    }

    @Test
    void wordsActInTheirOrder() throws Exception {
        assertEquals("end_turn", stopReason("first tool then slow:1 and plan, then /chunks:2"));

        String said = client.said();
        assertTrue(said.indexOf("entries") < said.indexOf("Done waiting"));
        assertTrue(said.indexOf("Done waiting") < said.indexOf("1 2"));
        assertTrue(client.updates("plan").isEmpty(), "\"plan,\" is no word");
    }

    @Test
    void wrongArgumentsAreSaid() throws Exception {
        assertEquals("end_turn", stopReason("slow:soon chunks:99999999 fail:badly slow plan:x"));

        assertTrue(client.said().contains("slow: wants a number up to 1000000, not \"soon\"."));
        assertTrue(client.said().contains("chunks: wants a number up to 1000000, not \"99999999\"."));
        assertTrue(client.said().contains("fail: wants one of crash, hang"));
    }

    @Test
    void attachmentsAreNamedAndTheirTextIsNoCommand() throws Exception {
        String id = session();

        client.call(
                "session/prompt",
                "{'sessionId':'" + id + "','prompt':[{'type':'text','text':'fail:error'},{'type':'text','text':'look'},"
                        + "{'type':'image','mimeType':'image/png','data':'AAAA'},"
                        + "{'type':'resource','resource':{'uri':'file:///a','text':'plan'}},"
                        + "{'type':'resource_link','name':'b','uri':'file:///b'},{'type':'hologram'}]}");

        assertEquals(
                "Demo agent, no model behind it. You said: fail:error\nlook\n"
                        + "Received: image image/png, 3 bytes\n"
                        + "Received: the content of file:///a, 4 characters\n"
                        + "Received: a link to file:///b\n"
                        + "Received: something of type \"hologram\"\n",
                client.said());
    }
}

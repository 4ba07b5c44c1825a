package dev.termal.engine.acp.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The choices of a session with the demo agent: mode, thinking and what only some clients know. */
final class DemoOptionsTest extends DemoFixture {
    @Test
    void booleanOptionsAreForThoseWhoKnowThem() throws Exception {
        client.initialize("{}");
        String plain = "{'cwd':'/','mcpServers':[]}";
        assertEquals(3, client.call("session/new", plain).path("configOptions").size());

        client.initialize("{'session':{'configOptions':{'boolean':{}}}}");
        JsonNode opened = client.call("session/new", plain);
        assertEquals(4, opened.path("configOptions").size());
        JsonNode result = client.call(
                "session/set_config_option",
                "{'sessionId':" + opened.path("sessionId")
                        + ",'configId':'count_words','type':'boolean','value':true}");

        assertTrue(result.path("configOptions").path(3).path("currentValue").booleanValue());
        client.prompt(opened.path("sessionId").stringValue(), "a b c");
        assertTrue(client.said().endsWith("Your prompt had 3 words.\n"));
    }

    @Test
    void theModeIsOneWhereverItIsSet() throws Exception {
        String id = session();

        client.call("session/set_mode", "{'sessionId':'" + id + "','modeId':'plan'}");
        client.prompt(id, "tool"); // and everything before it has arrived
        assertEquals(
                "plan",
                client.updates("config_option_update")
                        .get(0)
                        .path("configOptions")
                        .path(0)
                        .path("currentValue")
                        .stringValue());
        assertTrue(client.updates("tool_call").isEmpty());
        assertTrue(client.said().endsWith("In plan mode no tool is used.\n"));

        client.call("session/set_config_option", "{'sessionId':'" + id + "','configId':'mode','value':'chat'}");
        client.prompt(id, "tool");
        assertEquals(
                "chat",
                client.updates("current_mode_update")
                        .get(0)
                        .path("currentModeId")
                        .stringValue());
        assertEquals(1, client.updates("tool_call").size());
    }

    @Test
    void thinkingCanBeMoreOrNone() throws Exception {
        String id = session();

        client.call(
                "session/set_config_option", "{'sessionId':'" + id + "','configId':'thought_level','value':'none'}");
        client.prompt(id, "plan");
        assertEquals("", client.text("agent_thought_chunk"));
        client.call(
                "session/set_config_option", "{'sessionId':'" + id + "','configId':'thought_level','value':'high'}");
        client.prompt(id, "plan");
        assertEquals("The prompt has 1 word. Next: plan. ", client.text("agent_thought_chunk"));
    }
}

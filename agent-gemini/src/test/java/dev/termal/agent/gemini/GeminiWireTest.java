package dev.termal.agent.gemini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.termal.api.ErrorCode;
import dev.termal.api.RawJson;
import dev.termal.api.spi.EngineBinding.PeerError;
import dev.termal.api.spi.EngineBinding.Wire;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The messages are as gemini-cli 0.61.0 sends them. */
class GeminiWireTest {
    private static String update(String update) {
        RawJson message = new RawJson("{\"sessionId\":\"s\",\"update\":" + update + "}");
        String text =
                GeminiWire.rewrite(Wire.NOTIFICATION, "session/update", message).text();
        String prefix = "{\"sessionId\":\"s\",\"update\":";
        return text.substring(prefix.length(), text.length() - 1);
    }

    @Test
    void aModeToldAsTextIsAChangeOfMode() {
        assertEquals(
                "{\"sessionUpdate\":\"current_mode_update\",\"currentModeId\":\"autoEdit\"}",
                update(
                        "{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"[MODE_UPDATE] autoEdit\"}}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"see [MODE_UPDATE] yolo\"}}",
                "{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"[MODE_UPDATE] other\"}}",
                "{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"image\",\"data\":\"\"}}",
                "{\"sessionUpdate\":\"agent_message_chunk\"}",
                "{\"sessionUpdate\":\"user_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"hello\"}}",
                "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"opaque\"}",
                "{}",
                "7"
            })
    void whatIsNotOfThisVendorPassesUnchanged(String update) {
        assertEquals(update, update(update));
    }

    @ParameterizedTest
    @CsvSource({
        "****\\nThen answer., Then answer.\\n",
        "**Plan**\\nLook around., **Plan**\\nLook around.\\n",
        "**Plan**\\n, **Plan**\\n"
    })
    void eachThoughtHasItsLines(String sent, String meant) {
        String chunk = "{\"sessionUpdate\":\"agent_thought_chunk\",\"content\":{\"type\":\"text\",\"text\":\"";
        assertEquals(chunk + meant + "\"}}", update(chunk + sent + "\"}}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"<session_context>\\nThis is the Gemini CLI.", "[Function Response: run_shell_command]"})
    void contextThatTheCliRepeatsIsNotThePersonsWords(String text) {
        String content = "\"content\":{\"type\":\"text\",\"text\":\"" + text + "\"}";
        assertEquals(
                "{\"sessionUpdate\":\"_gemini/model_context\"," + content + "}",
                update("{\"sessionUpdate\":\"user_message_chunk\"," + content + "}"));
    }

    @Test
    void toolsInWordsAreNotWhatTheModelSaid() {
        String chunk = "{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"";
        assertEquals(chunk + "a\"}}", update(chunk + "a[Function Call: read_file][Function Call: mcp_x_y]\"}}"));
        assertEquals(
                "{\"sessionUpdate\":\"_gemini/model_context\",\"content\":{\"type\":\"text\","
                        + "\"text\":\"[Function Call: read_file]\"}}",
                update(chunk + "[Function Call: read_file]\"}}"));
        assertEquals(chunk + "[Function Call: x] is it\"}}", update(chunk + "[Function Call: x] is it\"}}"));
    }

    @Test
    void aPermissionForTheShellTellsToolAndCommand() {
        RawJson asked = new RawJson("{\"sessionId\":\"s\",\"toolCall\":{\"toolCallId\":\"run_shell_command__call_4_0\","
                + "\"status\":\"pending\",\"title\":\"rm -r x\",\"locations\":[],\"kind\":\"execute\"}}");
        assertEquals(
                "{\"sessionId\":\"s\",\"toolCall\":{\"toolCallId\":\"run_shell_command__call_4_0\","
                        + "\"status\":\"pending\",\"title\":\"rm -r x\",\"locations\":[],\"kind\":\"execute\","
                        + "\"_meta\":{\"termal\":{\"tool\":\"run_shell_command\",\"command\":\"rm -r x\"}}}}",
                GeminiWire.rewrite(Wire.REQUEST, "session/request_permission", asked)
                        .text());
    }

    @ParameterizedTest
    @CsvSource({
        // in history the title is the tool's name
        "run_shell_command__c, Shell, execute, '{\"tool\":\"run_shell_command\"}'",
        // a server may call its tool anything
        "mcp_rig_run_shell_command__c, ls, execute, '{\"tool\":\"mcp_rig_run_shell_command\"}'",
        "mcp_rig_rig_echo__c, rig_echo (rig MCP Server), other, '{\"tool\":\"rig_echo\",\"mcpServer\":\"rig\"}'",
        "mcp_rig_echo__c, echo (bank MCP Server), other, '{\"tool\":\"mcp_rig_echo\"}'",
        "write_file__c, Writing to w.txt, edit, '{\"tool\":\"write_file\"}'"
    })
    void aToolTellsWhatIsSureOfIt(String id, String title, String kind, String known) {
        String call = "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"" + id
                + "\",\"status\":\"completed\",\"title\":\"" + title + "\",\"kind\":\"" + kind + "\"";
        assertEquals(call + ",\"_meta\":{\"termal\":" + known + "}}", update(call + "}"));
    }

    @Test
    void usageIsReadFromTheQuota() {
        RawJson result =
                new RawJson("{\"stopReason\":\"end_turn\",\"_meta\":{\"quota\":{\"token_count\":{\"input_tokens\":200,"
                        + "\"output_tokens\":40},\"model_usage\":[{\"model\":\"gemini-2.5-pro\",\"token_count\":{\"input_tokens\":200,"
                        + "\"output_tokens\":40}}]}}}");
        String told = GeminiWire.rewrite(Wire.RESULT, "session/prompt", result).text();
        assertEquals(
                "\"usage\":{\"inputTokens\":200,\"outputTokens\":40,\"perModel\":{\"gemini-2.5-pro\":"
                        + "{\"inputTokens\":200,\"outputTokens\":40}}}}",
                told.substring(told.indexOf("\"usage\":")));
    }

    @Test
    void zerosOfACommandAreNoCount() {
        RawJson result =
                new RawJson("{\"stopReason\":\"end_turn\",\"_meta\":{\"quota\":{\"token_count\":{\"input_tokens\":0,"
                        + "\"output_tokens\":0},\"model_usage\":[]}}}");
        assertSame(result, GeminiWire.rewrite(Wire.RESULT, "session/prompt", result));
    }

    @Test
    void whatIsNoJsonPassesUnchanged() {
        RawJson broken = new RawJson("{");
        assertSame(broken, GeminiWire.rewrite(Wire.NOTIFICATION, "session/update", broken));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "400, '{\"error\":{\"code\":400}}', -, AGENT_ERROR",
                "400, 'API key not valid. Please pass a valid API key.', -, AUTH_REQUIRED",
                "401, x, -, AUTH_REQUIRED",
                "403, x, -, AGENT_ERROR",
                "429, Rate limit exceeded. Try again later., -, LIMIT",
                "500, Unknown stream execution error., -, AGENT_ERROR",
                "-32603, Internal error, '{\"details\":\"Invalid session identifier \\\"x\\\".\"}', SESSION_NOT_FOUND",
                "-32603, Internal error, '{\"details\":\"No previous sessions found for this project.\"}', SESSION_NOT_FOUND",
                "-32602, Session not found: x, -, SESSION_NOT_FOUND",
                "-32603, Internal error, '{\"details\":\"Invalid or unavailable mode: x\"}', CONFIGURATION",
                "-32603, Internal error, -, -",
                "-32000, Authentication required., -, -"
            })
    void errorsMeanWhatTheirWordsSay(int code, String message, String data, ErrorCode meaning) {
        PeerError error = new PeerError(
                "session/prompt", code, message, Optional.ofNullable(data).map(RawJson::new), "");
        assertEquals(Optional.ofNullable(meaning), GeminiErrors.classify(error));
    }
}

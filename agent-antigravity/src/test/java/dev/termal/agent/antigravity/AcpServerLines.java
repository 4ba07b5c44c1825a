package dev.termal.agent.antigravity;

import dev.termal.testkit.Script;

/** The lines of Antigravity's ACP server, as build RC01 was reported to write them. */
final class AcpServerLines {
    static final String SESSION = "fake-session-0001";

    private static final String MODELS =
            "[\"gemini-3.8-flash-high\",\"gemini-3.8-flash-medium\",\"gemini-3.8-flash-low\",\"gemini-3.7-flash-high\","
                    + "\"gemini-3.7-flash-medium\",\"gemini-3.7-flash-low\",\"gemini-pro-agent\",\"gemini-3.1-pro-low\"]";

    /** What a session is answered with, but for its id. */
    static final String STATE = "{" + options("gemini-3.7-flash-high", "default") + "}";

    private AcpServerLines() {}

    private static String options(String model, String mode) {
        String models = MODELS.replaceAll("\"([^\"]+)\"", "{\"value\":\"$1\",\"name\":\"$1\"}");
        return "\"modes\":{\"currentModeId\":\"" + mode
                + "\",\"availableModes\":[{\"id\":\"default\",\"name\":\"Default\"},"
                + "{\"id\":\"auto_edit\",\"name\":\"Auto edit\"},{\"id\":\"yolo\",\"name\":\"Yolo\"}]},"
                + configOptions(models, model, mode);
    }

    private static String configOptions(String models, String model, String mode) {
        return "\"configOptions\":[{\"id\":\"model\",\"name\":\"Model\",\"category\":\"model\",\"type\":\"select\",\"currentValue\":\""
                + model + "\",\"options\":" + models + "},{\"id\":\"mode\",\"name\":\"Mode\",\"category\":\"mode\","
                + "\"type\":\"select\",\"currentValue\":\"" + mode
                + "\",\"options\":[{\"value\":\"default\",\"name\":\"Default\"},"
                + "{\"value\":\"auto_edit\",\"name\":\"Auto edit\"},{\"value\":\"yolo\",\"name\":\"Yolo\"}]}]";
    }

    static String result(String id, String result) {
        return "{\"jsonrpc\":\"2.0\",\"id\":{{" + id + "}},\"result\":" + result + "}";
    }

    static String update(String update) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"" + SESSION
                + "\",\"update\":" + update + "}}";
    }

    static String says(String text) {
        return update("{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"" + text
                + "\"}}");
    }

    static String permission(String toolCallId) {
        return "{\"jsonrpc\":\"2.0\",\"id\":\"ask-" + toolCallId
                + "\",\"method\":\"session/request_permission\",\"params\":{\"sessionId\":\"" + SESSION
                + "\",\"toolCall\":{\"toolCallId\":\"" + toolCallId
                + "\",\"title\":\"Run create_file?\",\"kind\":\"edit\","
                + "\"status\":\"pending\"},\"options\":[{\"optionId\":\"allow\",\"name\":\"Allow\",\"kind\":\"allow_once\"},"
                + "{\"optionId\":\"deny\",\"name\":\"Deny\",\"kind\":\"reject_once\"}]}}";
    }

    static Script begun() {
        return new Script()
                .expectMethod("initialize")
                .send(result(
                        "id",
                        "{\"protocolVersion\":1,\"agentCapabilities\":{\"loadSession\":true,\"promptCapabilities\":"
                                + "{\"image\":true,\"audio\":true,\"embeddedContext\":true},\"mcpCapabilities\":{\"http\":true,"
                                + "\"sse\":true},\"sessionCapabilities\":{\"list\":{},\"resume\":{}},\"auth\":{\"logout\":{}}},"
                                + "\"authMethods\":[{\"id\":\"oauth-personal\",\"name\":\"Log in with Google\"},"
                                + "{\"id\":\"oauth-business\",\"name\":\"Log in with Gemini Enterprise\"},"
                                + "{\"id\":\"gemini-api-key\",\"name\":\"Gemini API key\"},"
                                + "{\"id\":\"agent-platform\",\"name\":\"Gemini Enterprise Agent Platform\"}],"
                                + "\"agentInfo\":{\"name\":\"antigravity-acp\",\"title\":\"Google Antigravity\","
                                + "\"version\":\"agy_acp_server_20260818_01_RC01\"}}"));
    }

    static Script opened(Script script) {
        return script.expectMethod("session/new")
                .send(result("id", "{\"sessionId\":\"" + SESSION + "\"," + STATE.substring(1)));
    }

    static Script resumed(Script script) {
        return script.expectMethod("session/resume").send(result("id", STATE));
    }

    /** A setting is made and confirmed. */
    static void set(Script script, String option, String value) {
        script.expect("session/set_config_option", "\"configId\":\"" + option + "\"", "\"value\":\"" + value + "\"")
                .send(result("id", "{}"));
    }

    static Script prompted(Script script) {
        return script.expectMethod("session/prompt").as("prompt");
    }

    static Script ended(Script script) {
        return script.send(result("prompt.id", "{\"stopReason\":\"end_turn\"}"));
    }
}

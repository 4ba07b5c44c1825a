package dev.termal.engine.acp;

import dev.termal.testkit.JsonRpcLines;
import dev.termal.testkit.Script;
import tools.jackson.databind.JsonNode;

/** Lines of an agent, for scripts: <code>{{id}}</code> is the id of the request matched last. */
final class Wire {
    private Wire() {}

    static void initialize(Script agent, String capabilities) {
        initialize(agent, capabilities, "[]");
    }

    static void initialize(Script agent, String capabilities, String authMethods) {
        agent.expectMethod("initialize")
                .send(result("{\"protocolVersion\":1,\"agentInfo\":{\"name\":\"scripted\",\"version\":\"1.2\"},"
                        + "\"agentCapabilities\":" + capabilities + ",\"authMethods\":" + authMethods + "}"));
    }

    static String result(String result) {
        return JsonRpcLines.result(result);
    }

    /** The answer to the prompt that the script named {@code prompt}. */
    static String promptResult(String result) {
        return JsonRpcLines.resultOf("{{prompt.id}}", result);
    }

    static String error(int code, String message, String data) {
        return JsonRpcLines.error("{\"code\":" + code + ",\"message\":\"" + message + "\",\"data\":" + data + "}");
    }

    static String update(String session, JsonNode update) {
        return update(session, update.toString());
    }

    static String update(String session, String update) {
        return JsonRpcLines.notification(
                "session/update", "{\"sessionId\":\"" + session + "\",\"update\":" + update + "}");
    }

    static String request(String id, String method, String params) {
        return JsonRpcLines.request(id, method, params);
    }

    static String text(String text) {
        return "{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"" + text + "\"}}";
    }
}

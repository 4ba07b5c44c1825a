package dev.termal.engine.acp;

import dev.termal.testkit.Script;

/** The beginnings of scripts that tests share: an agent that can load, and its session {@code s}. */
final class Scripts {
    static final String LOADS = "{\"loadSession\":true}";
    static final String END = Wire.promptResult("{\"stopReason\":\"end_turn\"}");

    /** The answer to a new session, with modes and models of the older form. */
    static final String LEGACY = "{\"sessionId\":\"s\",\"modes\":{\"currentModeId\":\"ask\",\"availableModes\":["
            + "{\"id\":\"ask\",\"name\":\"Ask\"},{\"id\":\"code\",\"name\":\"Code\"}]},"
            + "\"models\":{\"currentModelId\":\"m1\",\"availableModels\":[{\"modelId\":\"m1\",\"name\":\"One\"},"
            + "{\"modelId\":\"m2\",\"name\":\"Two\"}]}}";

    private Scripts() {}

    static Script started(String capabilities) {
        Script script = new Script();
        Wire.initialize(script, capabilities);
        return script;
    }

    static Script opened() {
        return started(LOADS).expectMethod("session/new").send(Wire.result("{\"sessionId\":\"s\"}"));
    }

    static Script prompted() {
        return opened().expectMethod("session/prompt").as("prompt");
    }

    /** A process that goes on with the session and answers one prompt. */
    static Script again() {
        return started(LOADS)
                .expect("session/load", "\"sessionId\":\"s\"")
                .send(Wire.result("{}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(Wire.update("s", Wire.text("again")))
                .send(END);
    }

    static String ask(String id, String toolCallId) {
        return Wire.request(
                id,
                "session/request_permission",
                "{\"sessionId\":\"s\",\"toolCall\":{\"toolCallId\":\"" + toolCallId + "\",\"title\":\"rm\"},"
                        + "\"options\":[{\"optionId\":\"y\",\"name\":\"Yes\",\"kind\":\"allow_once\"},"
                        + "{\"optionId\":\"n\",\"name\":\"No\",\"kind\":\"reject_once\"}]}");
    }

    static String tool(String id, String fields) {
        return Wire.update("s", "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"" + id + "\"" + fields + "}");
    }
}

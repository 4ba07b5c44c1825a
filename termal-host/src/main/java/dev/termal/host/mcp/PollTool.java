package dev.termal.host.mcp;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The tool by which an agent asks for the result of a call that took long. It is lent wherever any is. */
final class PollTool {
    static final String NAME = "poll_result";
    static final String CALL_ID = "callId";
    static final String DESCRIPTION =
            "Gives the result of a call that was answered with STILL RUNNING, once it is there; waits a while for it.";

    private PollTool() {}

    static ObjectNode schema() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        schema.putArray("required").add(CALL_ID);
        schema.putObject("properties")
                .putObject(CALL_ID)
                .put("type", "string")
                .put("description", "The id that the answer named.");
        return schema;
    }
}

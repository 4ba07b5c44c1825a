package dev.termal.engine.acp.jsonrpc;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** One JSON-RPC message, or what came in the place of one. Trees are not changed after they are in a frame. */
public sealed interface Frame {
    /**
     * Wants exactly one answer.
     *
     * @param id echoed as it is: number, string or null
     * @param params a missing node where there are none
     */
    record Request(JsonNode id, String method, JsonNode params) implements Frame {}

    /**
     * Wants no answer.
     *
     * @param params a missing node where there are none
     */
    record Notification(String method, JsonNode params) implements Frame {}

    /** An answer; well-formed with exactly one of the two. */
    record Response(JsonNode id, Optional<JsonNode> result, Optional<JsonNode> error) implements Frame {
        /** An answer that went well. */
        static Response ofResult(JsonNode id, JsonNode result) {
            return new Response(id, Optional.of(result), Optional.empty());
        }

        /** An answer that did not. */
        static Response ofError(JsonNode id, JsonNode error) {
            return new Response(id, Optional.empty(), Optional.of(error));
        }
    }

    /**
     * A line, or an element of an array line, that is no message.
     *
     * @param head its first characters, printable
     * @param reason why it is none
     */
    record Malformed(String head, String reason) implements Frame {}
}

package com.example.lines;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.MessageChunk;
import dev.termal.api.AgentEvent.ToolCallUpdate;
import dev.termal.api.AgentException;
import dev.termal.api.ContentBlock;
import dev.termal.api.ErrorCode;
import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/**
 * What the agent can say in a line, and the one line that it is given. JSON stays inside of this class: the API passes
 * none of its types, so that each plugin can have a library of its own.
 */
sealed interface Message {
    JsonMapper JSON = new JsonMapper();

    /** {@code {"say":"text"}} or {@code {"tool":"id","title":"…","kind":"read","status":"completed"}}, each time whole. */
    record Said(AgentEvent event) implements Message {}

    /** {@code {"session":"id"}}: by this id the next process continues the conversation. */
    record Bound(SessionId id) implements Message {}

    /** {@code {"end":"end_turn"}}. */
    record Ended(StopReason reason) implements Message {}

    /** {@code {"error":"text"}}, or {@code {"lost":"id"}} for a session that the agent does not know. */
    record Failed(ErrorCode code, String text) implements Message {}

    /** Anything else, which is skipped. */
    record Noise() implements Message {}

    /** The line that carries a prompt: {@code {"prompt":"text"}}. */
    static String prompt(Prompt prompt) {
        if (!prompt.blocks().stream().allMatch(ContentBlock.Text.class::isInstance)) {
            throw new AgentException(ErrorCode.UNSUPPORTED, "this agent takes text only");
        }
        return JSON.valueToTree(Map.of("prompt", prompt.text())).toString();
    }

    /** Reads a line; never fails. */
    static Message read(String line) {
        JsonNode json;
        try {
            json = JSON.readTree(line);
        } catch (JsonProcessingException e) {
            return new Noise();
        }
        if (json.has("say")) {
            return new Said(MessageChunk.text(json.get("say").asText()));
        } else if (json.has("tool")) {
            return new Said(new ToolCallUpdate(tool(json)));
        } else if (!json.path("session").asText().isBlank()) {
            return new Bound(new SessionId(json.get("session").asText()));
        } else if (json.has("end")) {
            return new Ended(word(StopReason.values(), json.get("end"), StopReason.OTHER));
        } else if (json.has("error")) {
            return new Failed(ErrorCode.AGENT_ERROR, json.get("error").asText());
        } else if (json.has("lost")) {
            return new Failed(ErrorCode.SESSION_NOT_FOUND, "the agent knows no session " + json.get("lost").asText());
        }
        return new Noise();
    }

    private static ToolCall tool(JsonNode json) {
        return ToolCall.builder(json.get("tool").asText())
                .title(json.path("title").asText())
                .kind(word(ToolCall.Kind.values(), json.path("kind"), ToolCall.Kind.OTHER))
                .status(word(ToolCall.Status.values(), json.path("status"), ToolCall.Status.OTHER))
                .build();
    }

    /** A word of the wire; one that is not known is no error. */
    private static <E extends Enum<E>> E word(E[] known, JsonNode word, E other) {
        String name = word.asText().toUpperCase(Locale.ROOT);
        return Arrays.stream(known).filter(one -> one.name().equals(name)).findFirst().orElse(other);
    }
}

package com.example.lines;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.termal.api.Feature;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import dev.termal.testkit.Dialogue;
import dev.termal.testkit.Script;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** How an agent of this protocol says what the contract lets it say. */
final class LinesDialogue implements Dialogue {
    private final Map<String, ObjectNode> tools = new HashMap<>();

    @Override
    public Lifetime lifetime() {
        return Lifetime.TURN;
    }

    @Override
    public Set<Feature> features() {
        return Set.of(Feature.SESSION_RESUME);
    }

    @Override
    public Set<StopReason> stopReasons() {
        return Set.of(StopReason.END_TURN, StopReason.REFUSAL, StopReason.MAX_TOKENS);
    }

    @Override
    public void start(Script agent, SessionId id) {
        agent.send(json("session", id.value()).toString());
    }

    @Override
    public void restart(Script agent, SessionId id) {
        start(agent, id);
    }

    @Override
    public void unknownSession(Script agent, SessionId id) {
        agent.send(json("lost", id.value()).toString()).exit(1);
    }

    @Override
    public void prompt(Script agent, String text) {
        agent.expect(json("prompt", text).toString());
    }

    @Override
    public void say(Script agent, String text) {
        agent.send(json("say", text).toString());
    }

    @Override
    public void end(Script agent, StopReason reason) {
        agent.send(json("end", reason.name().toLowerCase(Locale.ROOT)).toString());
    }

    @Override
    public void fail(Script agent, String message) {
        agent.send(json("error", message).toString());
    }

    @Override
    public void toolStarted(Script agent, String id, String title, ToolCall.Kind kind) {
        ObjectNode tool = json("tool", id).put("title", title).put("kind", kind.name()).put("status", "in_progress");
        tools.put(id, tool);
        agent.send(tool.toString());
    }

    @Override
    public void toolEnded(Script agent, String id, ToolCall.Status status) {
        agent.send(tools.get(id).deepCopy().put("status", status.name()).toString());
    }

    private static ObjectNode json(String name, String value) {
        return JsonNodeFactory.instance.objectNode().put(name, value);
    }
}

package dev.termal.engine.acp;

import dev.termal.api.Feature;
import dev.termal.api.PermissionOption;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import dev.termal.testkit.Dialogue;
import dev.termal.testkit.Script;
import java.util.EnumSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** An agent's part in the scenes of the engines' contract, on the wire of ACP. */
final class AcpDialogue implements Dialogue {
    private String session = "";
    private String models = "";
    private String usage = "";

    @Override
    public Lifetime lifetime() {
        return Lifetime.SESSION;
    }

    @Override
    public Set<Feature> features() {
        return EnumSet.of(
                Feature.SESSION_LOAD,
                Feature.CANCEL,
                Feature.PERMISSIONS,
                Feature.THOUGHTS,
                Feature.PLANS,
                Feature.USAGE);
    }

    @Override
    public Set<StopReason> stopReasons() {
        return EnumSet.complementOf(EnumSet.of(StopReason.OTHER));
    }

    @Override
    public void start(Script agent, SessionId id) {
        session = id.value();
        Wire.initialize(agent, "{\"loadSession\":true}");
        agent.expectMethod("session/new").send(Wire.result("{\"sessionId\":\"" + session + "\"" + models + "}"));
    }

    @Override
    public void restart(Script agent, SessionId id) {
        session = id.value();
        Wire.initialize(agent, "{\"loadSession\":true}");
        agent.expectMethod("session/load");
        agent.send(Wire.update(session, chunk("user_message_chunk", "what was said before")));
        agent.send(Wire.result("{}"));
    }

    @Override
    public void unknownSession(Script agent, SessionId id) {
        Wire.initialize(agent, "{\"loadSession\":true}");
        agent.expectMethod("session/load")
                .send(Wire.error(-32603, "Internal error", "{\"details\":\"Invalid session identifier\"}"));
    }

    @Override
    public void prompt(Script agent, String text) {
        agent.expect("\"session/prompt\"", "\"text\":\"" + text + "\"").as("prompt");
    }

    @Override
    public void say(Script agent, String text) {
        agent.send(Wire.update(session, chunk("agent_message_chunk", text)));
    }

    private static ObjectNode chunk(String kind, String text) {
        ObjectNode update = Json.object().put("sessionUpdate", kind);
        update.putObject("content").put("type", "text").put("text", text);
        return update;
    }

    @Override
    public void end(Script agent, StopReason reason) {
        agent.send(Wire.promptResult("{\"stopReason\":\"" + Json.wireWord(reason) + "\"" + usage + "}"));
        usage = "";
    }

    @Override
    public void fail(Script agent, String message) {
        agent.send(Wire.error(-32603, "Internal error", "{\"details\":\"" + message + "\"}")
                .replace("{{id}}", "{{prompt.id}}"));
    }

    @Override
    public void cancelled(Script agent) {
        agent.expectMethod("session/cancel");
        end(agent, StopReason.CANCELLED);
    }

    @Override
    public void offerModels(String... ids) {
        ObjectNode offered = Json.object().put("currentModelId", ids[0]);
        ArrayNode available = offered.putArray("availableModels");
        for (String id : ids) {
            available.addObject().put("modelId", id).put("name", id);
        }
        models = ",\"models\":" + offered;
    }

    @Override
    public boolean modelAsked(Script agent, String model) {
        agent.expect("session/set_model", "\"modelId\":\"" + model + "\"").send(Wire.result("{}"));
        return true;
    }

    @Override
    public void think(Script agent, String text) {
        agent.send(Wire.update(session, chunk("agent_thought_chunk", text)));
    }

    @Override
    public void toolStarted(Script agent, String id, String title, ToolCall.Kind kind) {
        agent.send(Wire.update(
                session,
                Json.object()
                        .put("sessionUpdate", "tool_call")
                        .put("toolCallId", id)
                        .put("title", title)
                        .put("kind", Json.wireWord(kind))
                        .put("status", "in_progress")));
    }

    @Override
    public void toolEnded(Script agent, String id, ToolCall.Status status) {
        agent.send(Wire.update(
                session,
                Json.object()
                        .put("sessionUpdate", "tool_call_update")
                        .put("toolCallId", id)
                        .put("status", Json.wireWord(status))));
    }

    @Override
    public void plan(Script agent, String... steps) {
        ObjectNode update = Json.object().put("sessionUpdate", "plan");
        ArrayNode entries = update.putArray("entries");
        for (String step : steps) {
            String status = entries.isEmpty() ? "in_progress" : "pending";
            entries.addObject().put("content", step).put("priority", "medium").put("status", status);
        }
        agent.send(Wire.update(session, update));
    }

    @Override
    public void usage(Script agent, long inputTokens, long outputTokens) {
        usage = ",\"usage\":{\"inputTokens\":" + inputTokens + ",\"outputTokens\":" + outputTokens + "}";
    }

    @Override
    public void askPermission(Script agent, String toolCallId) {
        JsonNode call = Json.object().put("toolCallId", toolCallId);
        agent.send("{\"jsonrpc\":\"2.0\",\"id\":\"ask\",\"method\":\"session/request_permission\",\"params\":{"
                + "\"sessionId\":\"" + session + "\",\"toolCall\":" + call + ",\"options\":["
                + "{\"optionId\":\"y\",\"name\":\"Yes\",\"kind\":\"allow_once\"},"
                + "{\"optionId\":\"n\",\"name\":\"No\",\"kind\":\"reject_once\"}]}}");
    }

    @Override
    public void permissionAnswered(Script agent, PermissionOption.Kind kind) {
        agent.expect("\"id\":\"ask\"", "\"optionId\":\"" + (kind.allows() ? "y" : "n") + "\"");
    }

    @Override
    public void permissionAndTurnCancelled(Script agent) {
        agent.expect("\"id\":\"ask\"", "\"outcome\":\"cancelled\"");
        cancelled(agent);
    }
}

package dev.termal.agent.antigravity;

import dev.termal.api.Feature;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import dev.termal.testkit.Dialogue;
import dev.termal.testkit.Script;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The contract's scenes in the words of the Antigravity CLI. */
final class AgyDialogue implements Dialogue {
    private final Map<String, String> tools = new HashMap<>();
    private Map<String, ?> usage = Map.of();

    @Override
    public Lifetime lifetime() {
        return Lifetime.SESSION;
    }

    @Override
    public Set<Feature> features() {
        return Set.of(
                Feature.SESSION_RESUME,
                Feature.USAGE,
                Feature.THOUGHTS,
                Feature.DIFFS,
                Feature.MODES,
                Feature.ADDITIONAL_DIRECTORIES,
                Feature.MCP_STDIO,
                Feature.MCP_HTTP);
    }

    @Override
    public void start(Script agent, SessionId id) {
        agent.verbatim(Agy.init(id.value()));
    }

    @Override
    public void restart(Script agent, SessionId id) {
        start(agent, id);
    }

    @Override
    public void unknownSession(Script agent, SessionId id) {
        agent.stderr("conversation " + id + " not found\n").exit(1);
    }

    @Override
    public void prompt(Script agent, String text) {
        agent.expect("\"event\":\"user\"");
    }

    @Override
    public void say(Script agent, String text) {
        agent.verbatim(Agy.says(1, text));
    }

    @Override
    public void think(Script agent, String text) {
        agent.verbatim(Agy.step(2, "ACTIVE", "agent_response", Map.of("thought_text", text)));
    }

    @Override
    public void toolStarted(Script agent, String id, String title, ToolCall.Kind kind) {
        tools.put(id, kind == ToolCall.Kind.EXECUTE ? "run_command" : "view_file");
        tool(agent, id, "ACTIVE", Map.of("CommandLine", title));
    }

    @Override
    public void toolEnded(Script agent, String id, ToolCall.Status status) {
        tool(agent, id, status == ToolCall.Status.COMPLETED ? "DONE" : "ERROR", Map.of());
    }

    private void tool(Script agent, String id, String state, Map<String, ?> parameters) {
        agent.verbatim(Agy.event(
                "step_update",
                Map.of(
                        "step_index",
                        id,
                        "state",
                        state,
                        "step_type",
                        "tool",
                        "tool_name",
                        tools.get(id),
                        "tool_info",
                        Map.of("parameters", parameters))));
    }

    @Override
    public void usage(Script agent, long inputTokens, long outputTokens) {
        usage = Agy.usage(inputTokens, outputTokens);
    }

    @Override
    public void end(Script agent, StopReason reason) {
        agent.verbatim(Agy.result("SUCCESS", usage));
        usage = Map.of();
    }

    @Override
    public void fail(Script agent, String message) {
        agent.verbatim(Agy.result("ERROR", Map.of("error", message)));
    }
}

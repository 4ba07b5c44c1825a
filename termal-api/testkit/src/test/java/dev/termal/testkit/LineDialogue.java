package dev.termal.testkit;

import dev.termal.api.Feature;
import dev.termal.api.PermissionOption;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** The scenes in the words of {@link LineEngine}. */
final class LineDialogue implements Dialogue {
    @Override
    public Lifetime lifetime() {
        return Lifetime.SESSION;
    }

    @Override
    public Set<Feature> features() {
        return LineEngine.FEATURES;
    }

    @Override
    public Set<StopReason> stopReasons() {
        return Set.of(StopReason.END_TURN, StopReason.REFUSAL);
    }

    @Override
    public void start(Script agent, SessionId id) {
        agent.expect("open").send("session\t" + id);
    }

    @Override
    public boolean startTalking(Script agent, SessionId id, String text) {
        agent.expect("open").send("say\t" + text).send("session\t" + id);
        return true;
    }

    @Override
    public void restart(Script agent, SessionId id) {
        agent.expect("resume", id.value()).send("session\t" + id);
    }

    @Override
    public void unknownSession(Script agent, SessionId id) {
        agent.expect("resume", id.value()).send("unknown");
    }

    @Override
    public void prompt(Script agent, String text) {
        agent.expect("prompt", text);
    }

    @Override
    public void say(Script agent, String text) {
        agent.send("say\t" + JsonText.quote(text));
    }

    @Override
    public void end(Script agent, StopReason reason) {
        agent.send("end\t" + reason);
    }

    @Override
    public void fail(Script agent, String message) {
        agent.send("fail\t" + message);
    }

    @Override
    public void cancelled(Script agent) {
        agent.expect("cancel").send("end\tCANCELLED");
    }

    @Override
    public void think(Script agent, String text) {
        agent.send("think\t" + text);
    }

    @Override
    public void toolStarted(Script agent, String id, String title, ToolCall.Kind kind) {
        agent.send("tool\t" + id + "\t" + title + "\t" + kind);
    }

    @Override
    public void toolEnded(Script agent, String id, ToolCall.Status status) {
        agent.send("tool-end\t" + id + "\t" + status);
    }

    @Override
    public void plan(Script agent, String... steps) {
        agent.send("plan\t" + Arrays.stream(steps).collect(Collectors.joining("\t")));
    }

    @Override
    public void usage(Script agent, long inputTokens, long outputTokens) {
        agent.send("usage\t" + inputTokens + "\t" + outputTokens);
    }

    @Override
    public void askPermission(Script agent, String toolCallId) {
        agent.send("ask\t" + toolCallId);
    }

    @Override
    public void permissionAnswered(Script agent, PermissionOption.Kind kind) {
        agent.expect("answer\t" + (kind.allows() ? "y" : "n"));
    }

    @Override
    public void permissionAndTurnCancelled(Script agent) {
        agent.expect("answer\tcancelled").expect("cancel").send("end\tCANCELLED");
    }
}

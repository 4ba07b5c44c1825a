package dev.termal.engine.streamjson;

import dev.termal.api.Feature;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import dev.termal.testkit.Dialogue;
import dev.termal.testkit.Script;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The contract's scenes in the words of {@link TabDialect}. */
record TabDialogue(Lifetime lifetime) implements Dialogue {
    @Override
    public Set<Feature> features() {
        return Set.of(Feature.SESSION_RESUME, Feature.USAGE, Feature.THOUGHTS, Feature.PLANS);
    }

    @Override
    public Set<StopReason> stopReasons() {
        return Set.of(StopReason.values());
    }

    @Override
    public void start(Script agent, SessionId id) {
        say(agent, "session", id.value());
    }

    @Override
    public void restart(Script agent, SessionId id) {
        start(agent, id);
    }

    @Override
    public void unknownSession(Script agent, SessionId id) {
        agent.stderr("no session " + id + "\n").exit(42);
    }

    @Override
    public void prompt(Script agent, String text) {
        if (lifetime == Lifetime.SESSION) {
            agent.expect(TabDialect.line("prompt", text));
        }
    }

    @Override
    public void say(Script agent, String text) {
        say(agent, "say", text);
    }

    @Override
    public void think(Script agent, String text) {
        say(agent, "think", text);
    }

    @Override
    public void plan(Script agent, String... steps) {
        List<String> words = new ArrayList<>(List.of("plan"));
        words.addAll(Arrays.asList(steps));
        say(agent, words.toArray(String[]::new));
    }

    @Override
    public void toolStarted(Script agent, String id, String title, ToolCall.Kind kind) {
        say(agent, "tool", id, title, kind.name());
    }

    @Override
    public void toolEnded(Script agent, String id, ToolCall.Status status) {
        say(agent, "tool-end", id, status.name());
    }

    @Override
    public void usage(Script agent, long inputTokens, long outputTokens) {
        say(agent, "usage", Long.toString(inputTokens), Long.toString(outputTokens));
    }

    @Override
    public void end(Script agent, StopReason reason) {
        say(agent, "end", reason.name());
    }

    @Override
    public void fail(Script agent, String message) {
        say(agent, "fail", message);
    }

    private static void say(Script agent, String... words) {
        agent.verbatim(TabDialect.line(words));
    }
}

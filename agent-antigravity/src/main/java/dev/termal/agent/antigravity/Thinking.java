package dev.termal.agent.antigravity;

import dev.termal.api.AgentEvent.ThoughtChunk;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/** How much the model thought, which the CLI tells as a count that grows with each update of a step. For one thread. */
final class Thinking {
    /** Less is not worth a line. */
    private static final long FLOOR = 64;

    private String step = "";
    private long tokens;

    /** Takes an update; gives the step before, where another one has begun. */
    Optional<ThoughtChunk> told(JsonNode update) {
        String index = JsonLines.text(update.path("step_index"));
        Optional<ThoughtChunk> before = index.equals(step) ? Optional.empty() : ended();
        step = index;
        tokens = Math.max(
                tokens, JsonLines.number(update.path("thinking_tokens")).orElse(0));
        return before;
    }

    /** The step is over. */
    Optional<ThoughtChunk> ended() {
        long thought = tokens;
        tokens = 0;
        return thought < FLOOR
                ? Optional.empty()
                : Optional.of(new ThoughtChunk(Optional.empty(), OptionalLong.of(thought)));
    }
}

package dev.termal.host.event;

import dev.termal.api.AgentEvent;
import dev.termal.api.ContentBlock;
import java.time.Instant;
import java.util.Optional;

/**
 * One entry of a session's stream.
 *
 * @param seq from 1, rising by one as things happen; in what is kept, the last of those that an entry stands for. Numbers that
 *     may have been shown and lost with a host that was killed are never given again
 * @param time when the host took it
 * @param turn the turn that it belongs to, from 1; 0 for what comes before the first
 */
public record SessionEntry(long seq, Instant time, int turn, EntryBody body) {
    /** The piece of the agent's message that this brings; empty for all else, its thoughts and repeated history among it. */
    public Optional<String> agentText() {
        return body instanceof EntryBody.Said said
                        && said.event() instanceof AgentEvent.MessageChunk chunk
                        && chunk.role() == AgentEvent.Role.AGENT
                        && chunk.delta() instanceof ContentBlock.Text text
                ? Optional.of(text.text())
                : Optional.empty();
    }
}

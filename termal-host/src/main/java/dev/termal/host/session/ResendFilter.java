package dev.termal.host.session;

import dev.termal.api.AgentEvent;
import dev.termal.api.ContentBlock;
import java.util.Optional;

/** Lets only new text through where an agent is known to send its text again; see {@link ResendGuard}. Thread-safe. */
final class ResendFilter {
    private final ResendGuard messages = new ResendGuard();
    private final ResendGuard thoughts = new ResendGuard();
    private int turn;

    /** The event to show; empty where nothing in it is new. */
    synchronized Optional<AgentEvent> apply(AgentEvent event, int inTurn) {
        if (inTurn != turn) {
            turn = inTurn;
            messages.begin();
            thoughts.begin();
        }
        if (event instanceof AgentEvent.MessageChunk chunk
                && chunk.role() == AgentEvent.Role.AGENT
                && chunk.delta() instanceof ContentBlock.Text text) {
            thoughts.interrupt();
            return fresh(messages, text.text(), chunk.messageId())
                    .map(block -> new AgentEvent.MessageChunk(chunk.role(), block, chunk.messageId()));
        }
        if (event instanceof AgentEvent.ThoughtChunk thought
                && thought.delta().isPresent()
                && thought.delta().get() instanceof ContentBlock.Text text) {
            messages.interrupt();
            return fresh(thoughts, text.text(), Optional.empty())
                    .map(block -> new AgentEvent.ThoughtChunk(Optional.of(block), thought.tokens()));
        }
        if (event instanceof AgentEvent.ToolCallUpdate) {
            messages.interrupt();
            thoughts.interrupt();
        }
        return Optional.of(event);
    }

    private static Optional<ContentBlock> fresh(ResendGuard guard, String text, Optional<String> messageId) {
        String fresh = guard.fresh(text, messageId);
        return fresh.isEmpty() && !text.isEmpty() ? Optional.empty() : Optional.of(ContentBlock.text(fresh));
    }
}

package dev.termal.host.session;

import dev.termal.api.AgentEvent;
import dev.termal.api.ContentBlock;
import java.util.Optional;

/**
 * Keeps a character together that an agent has cut in two: its first half (of the two that UTF-16 has for it) is held back
 * until the second one comes with the next piece. Alone, a half is no text, and nobody could show or keep it. Thread-safe.
 */
final class WholeCharacters {
    private final Held messages = new Held();
    private final Held thoughts = new Held();

    /** The event with whole characters only; empty where nothing is left to show yet. */
    synchronized Optional<AgentEvent> apply(AgentEvent event) {
        if (event instanceof AgentEvent.MessageChunk chunk && chunk.delta() instanceof ContentBlock.Text text) {
            return messages.joined(chunk.role() + " " + chunk.messageId(), text)
                    .map(whole -> new AgentEvent.MessageChunk(chunk.role(), whole, chunk.messageId()));
        }
        if (event instanceof AgentEvent.ThoughtChunk thought
                && thought.delta().orElse(null) instanceof ContentBlock.Text text) {
            Optional<ContentBlock> whole = thoughts.joined("", text);
            return whole.isEmpty() && thought.tokens().isEmpty()
                    ? Optional.empty()
                    : Optional.of(new AgentEvent.ThoughtChunk(whole, thought.tokens()));
        }
        return Optional.of(event);
    }

    /** The half that one kind of text has left. */
    private static final class Held {
        private String flow = "";
        private String half = "";

        Optional<ContentBlock> joined(String inFlow, ContentBlock.Text text) {
            String piece = inFlow.equals(flow) ? half + text.text() : text.text();
            flow = inFlow;
            int end = piece.length();
            boolean cut = end > 0 && Character.isHighSurrogate(piece.charAt(end - 1));
            half = cut ? piece.substring(end - 1) : "";
            if (!cut) {
                return Optional.of(piece.equals(text.text()) ? text : ContentBlock.text(piece));
            }
            return end == 1 ? Optional.empty() : Optional.of(ContentBlock.text(piece.substring(0, end - 1)));
        }
    }
}

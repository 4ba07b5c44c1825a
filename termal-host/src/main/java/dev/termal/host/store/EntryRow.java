package dev.termal.host.store;

import dev.termal.api.AgentEvent;
import dev.termal.api.ContentBlock;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import java.util.List;
import java.util.Optional;

/**
 * A row: an entry, or adjacent pieces of one message or thought joined.
 *
 * @param first the number of the first entry that it stands for
 * @param entry the entry, numbered as the last that it stands for
 * @param cuts the lengths of the pieces; empty where it stands for one
 */
record EntryRow(long first, SessionEntry entry, List<Integer> cuts) {
    EntryRow {
        cuts = List.copyOf(cuts);
    }

    static EntryRow of(SessionEntry entry) {
        return new EntryRow(entry.seq(), entry, List.of());
    }

    /** The text of a piece that can be joined with its neighbours. */
    static Optional<String> piece(EntryBody body) {
        if (body instanceof EntryBody.Said said) {
            if (said.event() instanceof AgentEvent.MessageChunk chunk
                    && chunk.delta() instanceof ContentBlock.Text text) {
                return Optional.of(text.text());
            }
            if (said.event() instanceof AgentEvent.ThoughtChunk thought
                    && thought.tokens().isEmpty()
                    && thought.delta().orElse(null) instanceof ContentBlock.Text text) {
                return Optional.of(text.text());
            }
        }
        return Optional.empty();
    }

    /** The same saying another text. */
    static EntryBody withText(EntryBody body, String text) {
        if (body instanceof EntryBody.Said said) {
            if (said.event() instanceof AgentEvent.MessageChunk chunk) {
                return new EntryBody.Said(
                        new AgentEvent.MessageChunk(chunk.role(), ContentBlock.text(text), chunk.messageId()),
                        said.late());
            }
            if (said.event() instanceof AgentEvent.ThoughtChunk) {
                return new EntryBody.Said(AgentEvent.ThoughtChunk.text(text), said.late());
            }
        }
        return body;
    }

    /** What it says beyond a number; the whole where it begins behind it. */
    SessionEntry after(long seq) {
        if (seq < first || cuts.isEmpty()) {
            return entry;
        }
        int known = 0;
        for (int i = 0; i < Math.min(cuts.size(), seq - first + 1); i++) {
            known += cuts.get(i);
        }
        String rest = piece(entry.body()).orElse("").substring(known);
        return new SessionEntry(entry.seq(), entry.time(), entry.turn(), withText(entry.body(), rest));
    }
}

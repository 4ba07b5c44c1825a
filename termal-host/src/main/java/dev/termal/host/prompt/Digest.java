package dev.termal.host.prompt;

import dev.termal.api.AgentEvent;
import dev.termal.api.ContentBlock;
import dev.termal.api.ToolCall;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What was said in a session while an agent's conversation was not part of it, as text for that agent: what the person asked,
 * what was answered, how tool calls ended. Pure.
 *
 * <p>Where it would be too long the oldest parts are left out; of a newest part that alone is too long the end is kept.
 */
public final class Digest {
    private static final String FRAME =
            "Context only, for continuity: what was said in this session while you were not part"
                    + " of it. Your own turns are in your history. Answer the prompt, not this.";
    private static final String SHORTENED = "[earlier parts left out]";
    private static final String BETWEEN = "\n\n";

    private final List<String> parts = new ArrayList<>();
    private final StringBuilder said = new StringBuilder();

    private Digest() {}

    /**
     * The text; empty where there is nothing to tell.
     *
     * @param entries in order
     * @param limit how many characters of what was said it may hold
     */
    public static Optional<String> of(List<SessionEntry> entries, int limit) {
        Digest digest = new Digest();
        entries.forEach(entry -> digest.take(entry.body()));
        digest.endAnswer();
        return digest.parts.isEmpty() || limit <= 0
                ? Optional.empty()
                : Optional.of(FRAME + BETWEEN + String.join(BETWEEN, newest(digest.parts, limit)));
    }

    private void take(EntryBody body) {
        if (body instanceof EntryBody.TurnStarted started) {
            add("[earlier prompt]", started.prompt().text());
        } else if (body instanceof EntryBody.TurnEnded) {
            endAnswer();
        } else if (body instanceof EntryBody.Said event) {
            take(event.event());
        }
    }

    private void take(AgentEvent event) {
        if (event instanceof AgentEvent.MessageChunk chunk
                && chunk.role() == AgentEvent.Role.AGENT
                && chunk.delta() instanceof ContentBlock.Text text) {
            said.append(text.text());
        } else if (event instanceof AgentEvent.ToolCallUpdate update
                && update.call().sameAs().isEmpty()
                && update.call().status().isFinal()) {
            tool(update.call());
        }
    }

    private void tool(ToolCall call) {
        String how = call.status() == ToolCall.Status.COMPLETED
                ? ""
                : " (" + call.status().name().toLowerCase(Locale.ROOT) + ")";
        StringBuilder output = new StringBuilder();
        for (ToolCall.Content content : call.content()) {
            if (content instanceof ToolCall.Content.Block block && block.block() instanceof ContentBlock.Text text) {
                output.append(text.text()).append('\n');
            } else if (content instanceof ToolCall.Content.Diff diff) {
                output.append("changed ").append(diff.path()).append('\n');
            }
        }
        add("[tool: " + call.title() + how + "]", output.toString().isBlank() ? "(no text output)" : output.toString());
    }

    private void add(String label, String text) {
        endAnswer();
        if (!text.isBlank()) {
            parts.add(label + "\n" + text.strip());
        }
    }

    private void endAnswer() {
        String answer = said.toString();
        said.setLength(0);
        if (!answer.isBlank()) {
            parts.add("[answer of another conversation]\n" + answer.strip());
        }
    }

    private static List<String> newest(List<String> parts, int limit) {
        int from = parts.size();
        long length = 0;
        while (from > 0 && length + parts.get(from - 1).length() <= limit) {
            from--;
            length += parts.get(from).length() + BETWEEN.length();
        }
        if (from == 0) {
            return parts;
        }
        List<String> kept = new ArrayList<>(List.of(SHORTENED));
        if (from == parts.size()) {
            kept.add(tail(parts.get(from - 1), limit));
        } else {
            kept.addAll(parts.subList(from, parts.size()));
        }
        return kept;
    }

    private static String tail(String text, int limit) {
        int from = text.length() - limit;
        return text.substring(Character.isLowSurrogate(text.charAt(from)) ? from + 1 : from);
    }
}

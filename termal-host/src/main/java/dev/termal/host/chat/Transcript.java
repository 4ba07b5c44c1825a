package dev.termal.host.chat;

import dev.termal.api.AgentEvent;
import dev.termal.api.ContentBlock;
import dev.termal.api.ToolCall;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import java.util.Locale;

/** A conversation as Markdown, as far as it is not longer than what a person would read. From any thread. */
final class Transcript {
    private static final int MAX_CHARS = 8 * 1024 * 1024;

    private final StringBuilder text = new StringBuilder();
    private boolean inMessage;

    synchronized void entry(SessionEntry entry) {
        if (text.length() > MAX_CHARS) {
            return;
        }
        if (entry.body() instanceof EntryBody.TurnStarted started) {
            section("## Prompt\n\n" + started.prompt().text() + "\n\n## Answer\n\n");
        } else if (entry.body() instanceof EntryBody.Said said) {
            said(said.event());
        } else if (entry.body() instanceof EntryBody.TurnEnded ended) {
            section("*" + ended.report().outcome().word().replace('_', ' ') + "*\n\n");
        }
    }

    private void said(AgentEvent event) {
        if (event instanceof AgentEvent.MessageChunk chunk
                && chunk.role() == AgentEvent.Role.AGENT
                && chunk.delta() instanceof ContentBlock.Text piece) {
            text.append(piece.text());
            inMessage = true;
        } else if (event instanceof AgentEvent.ToolCallUpdate update
                && update.call().status().isFinal()) {
            ToolCall call = update.call();
            section("- " + call.status().name().toLowerCase(Locale.ROOT) + ": "
                    + call.title().replace('\n', ' ')
                    + call.command()
                            .map(command -> " `" + command.replace('\n', ' ') + "`")
                            .orElse("") + "\n\n");
        }
    }

    private void section(String lines) {
        if (inMessage) {
            text.append("\n\n");
            inMessage = false;
        }
        text.append(lines);
    }

    synchronized String text() {
        return text.toString();
    }
}

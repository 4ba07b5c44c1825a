package dev.termal.testkit;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.Extension;
import dev.termal.api.AgentEvent.MessageChunk;
import dev.termal.api.AgentEvent.Notice;
import dev.termal.api.AgentEvent.PlanUpdate;
import dev.termal.api.AgentEvent.Replayed;
import dev.termal.api.AgentEvent.Role;
import dev.termal.api.AgentEvent.SessionBound;
import dev.termal.api.AgentEvent.StateUpdate;
import dev.termal.api.AgentEvent.ThoughtChunk;
import dev.termal.api.AgentEvent.ToolCallUpdate;
import dev.termal.api.AgentEvent.UsageUpdate;
import dev.termal.api.ContentBlock;
import dev.termal.api.PlanEntry;
import java.util.Locale;
import java.util.stream.Collectors;

/** Events in words that tests compare. */
final class Words {
    private Words() {}

    static String of(AgentEvent event) {
        if (event instanceof MessageChunk chunk) {
            return (chunk.role() == Role.AGENT ? "text " : "user ") + of(chunk.delta());
        } else if (event instanceof ThoughtChunk chunk) {
            return "thought "
                    + chunk.delta()
                            .map(Words::of)
                            .orElseGet(() -> chunk.tokens().orElse(0) + " tokens");
        } else if (event instanceof ToolCallUpdate update) {
            return "tool " + update.call().id() + " " + lower(update.call().status());
        } else if (event instanceof PlanUpdate plan) {
            return "plan " + plan.entries().stream().map(PlanEntry::text).collect(Collectors.joining(" | "));
        } else if (event instanceof UsageUpdate) {
            return "usage";
        } else if (event instanceof StateUpdate) {
            return "state";
        } else if (event instanceof SessionBound bound) {
            return "bound " + bound.id();
        } else if (event instanceof Notice notice) {
            return "notice " + notice.level() + " " + notice.text();
        } else if (event instanceof Extension extension) {
            return "extension " + extension.name();
        } else if (event instanceof Replayed replayed) {
            return "replayed " + of(replayed.event());
        } else {
            return lower(event.getClass().getSimpleName());
        }
    }

    private static String of(ContentBlock block) {
        return block instanceof ContentBlock.Text text
                ? text.text()
                : "(" + lower(block.getClass().getSimpleName()) + ")";
    }

    private static String lower(Object word) {
        return word.toString().toLowerCase(Locale.ROOT);
    }
}

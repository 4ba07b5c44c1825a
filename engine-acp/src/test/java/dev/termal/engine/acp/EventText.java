package dev.termal.engine.acp;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.Extension;
import dev.termal.api.AgentEvent.MessageChunk;
import dev.termal.api.AgentEvent.Notice;
import dev.termal.api.AgentEvent.PlanUpdate;
import dev.termal.api.AgentEvent.Replayed;
import dev.termal.api.AgentEvent.SessionBound;
import dev.termal.api.AgentEvent.StateUpdate;
import dev.termal.api.AgentEvent.ThoughtChunk;
import dev.termal.api.AgentEvent.ToolCallUpdate;
import dev.termal.api.AgentEvent.UsageUpdate;
import dev.termal.api.ContentBlock;
import dev.termal.api.SessionState;
import dev.termal.api.ToolCall;
import dev.termal.api.Usage;
import java.util.List;
import java.util.stream.Collectors;

/** Events as one line of text each, for golden files and for failures that can be read. */
final class EventText {
    private EventText() {}

    static String of(AgentEvent event) {
        if (event instanceof MessageChunk chunk) {
            return chunk.role().name().toLowerCase(java.util.Locale.ROOT)
                    + chunk.messageId().map(id -> " [" + id + "]").orElse("") + " " + of(chunk.delta());
        } else if (event instanceof ThoughtChunk thought) {
            return "thought " + thought.delta().map(EventText::of).orElse("-");
        } else if (event instanceof ToolCallUpdate update) {
            return "tool " + of(update.call());
        } else if (event instanceof PlanUpdate plan) {
            return "plan "
                    + plan.entries().stream()
                            .map(e -> e.status() + "/" + e.priority() + " " + quoted(e.text()))
                            .collect(Collectors.joining(", "));
        } else if (event instanceof UsageUpdate usage) {
            return "usage " + of(usage.usage());
        } else if (event instanceof StateUpdate state) {
            return "state " + of(state.state());
        } else if (event instanceof SessionBound bound) {
            return "bound " + bound.id();
        } else if (event instanceof Notice notice) {
            return "notice " + notice.level() + " " + notice.text();
        } else if (event instanceof Extension extension) {
            return "extension " + extension.name() + " " + extension.payload().text();
        } else if (event instanceof Replayed replayed) {
            return "replayed " + of(replayed.event());
        }
        return event.toString();
    }

    private static String of(ContentBlock block) {
        return block instanceof ContentBlock.Text text ? quoted(text.text()) : block.toString();
    }

    static String of(ToolCall call) {
        StringBuilder out = new StringBuilder()
                .append(call.id())
                .append(' ')
                .append(call.kind())
                .append(' ')
                .append(call.status())
                .append(' ')
                .append(quoted(call.title()));
        call.tool().ifPresent(tool -> out.append(" tool=").append(tool));
        call.mcpServer().ifPresent(server -> out.append(" mcp=").append(server));
        call.command().ifPresent(command -> out.append(" command=").append(quoted(command)));
        call.locations()
                .forEach(at -> out.append(" @")
                        .append(at.path())
                        .append(at.line().isPresent() ? ":" + at.line().getAsInt() : ""));
        call.content().forEach(content -> out.append(" ").append(of(content)));
        call.input().ifPresent(input -> out.append(" in=").append(input.text()));
        call.output().ifPresent(output -> out.append(" out=").append(output.text()));
        return out.toString();
    }

    private static String of(ToolCall.Content content) {
        if (content instanceof ToolCall.Content.Diff diff) {
            return "diff(" + diff.path() + " "
                    + diff.oldText().map(EventText::quoted).orElse("new") + " -> "
                    + diff.newText().map(EventText::quoted).orElse("deleted") + ")";
        }
        return content instanceof ToolCall.Content.Block block
                ? of(block.block())
                : "terminal(" + ((ToolCall.Content.Terminal) content).terminalId() + ")";
    }

    static String of(SessionState state) {
        return "title=" + state.title().map(EventText::quoted).orElse("-")
                + " mode=" + state.mode().orElse("-")
                + " modes=" + state.modes().stream().map(SessionState.Mode::id).toList()
                + " options="
                + state.options().stream().map(EventText::of).toList()
                + " commands="
                + state.commands().stream().map(SessionState.Command::name).toList();
    }

    private static String of(SessionState.Option option) {
        List<String> choices = option.choices().stream()
                .map(choice -> choice.group().isEmpty() ? choice.value() : choice.group() + "/" + choice.value())
                .toList();
        return option.id() + "(" + option.category() + ")=" + option.value() + choices;
    }

    static String of(Usage usage) {
        StringBuilder out = new StringBuilder();
        usage.inputTokens().ifPresent(n -> out.append("in=").append(n).append(' '));
        usage.outputTokens().ifPresent(n -> out.append("out=").append(n).append(' '));
        usage.totalTokens().ifPresent(n -> out.append("total=").append(n).append(' '));
        usage.contextUsed().ifPresent(n -> out.append("used=").append(n).append(' '));
        usage.contextSize().ifPresent(n -> out.append("size=").append(n).append(' '));
        usage.cost()
                .ifPresent(cost ->
                        out.append("cost=").append(cost.amount()).append(' ').append(cost.currency()));
        return out.toString().strip();
    }

    static String quoted(String text) {
        String line = text.replace("\n", "\\n").replace("\r", "\\r");
        return "'" + (line.length() > 160 ? line.substring(0, 157) + "..." : line) + "'";
    }
}

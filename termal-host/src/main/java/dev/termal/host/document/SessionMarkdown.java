package dev.termal.host.document;

import dev.termal.api.AgentEvent;
import dev.termal.api.ContentBlock;
import dev.termal.api.PlanEntry;
import dev.termal.api.ToolCall;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.StoredSession;
import dev.termal.host.event.TurnReport;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A session as Markdown for people: takes its entries in order and gives text as it goes. Not for several threads. */
public final class SessionMarkdown {
    /** What comes one after another without a break between. */
    private enum Part {
        NOTHING,
        MESSAGE,
        THOUGHT,
        TOOL
    }

    private final Consumer<String> out;
    private Part part = Part.NOTHING;
    private Optional<String> messageId = Optional.empty();

    /** Writes here. */
    public SessionMarkdown(Consumer<String> out) {
        this.out = out;
    }

    /** Writes the head. */
    public void begin(StoredSession session) {
        String title = session.title().isEmpty() ? "Session " + session.label() : session.title();
        out.accept("# " + line(title) + "\n\n" + session.agent() + " over " + session.engine() + ", in `"
                + session.cwd() + "`, " + session.created() + " to " + session.updated() + "\n");
    }

    /** Writes what an entry says, if people want to read it. */
    public void accept(SessionEntry entry) {
        EntryBody body = entry.body();
        if (body instanceof EntryBody.TurnStarted started) {
            paragraph(Part.NOTHING, "## Turn " + entry.turn() + "\n\n" + quoted(prompt(started)));
        } else if (body instanceof EntryBody.TurnEnded ended) {
            paragraph(Part.NOTHING, "*" + ending(ended.report()) + "*");
        } else if (body instanceof EntryBody.PermissionAnswered answered) {
            paragraph(
                    Part.TOOL,
                    "- permission: "
                            + answered.option()
                                    .map(option -> line(option.name()))
                                    .orElse("none"));
        } else if (body instanceof EntryBody.QuestionAsked asked) {
            paragraph(
                    Part.NOTHING,
                    "**Question:** "
                            + line(asked.question().title() + " "
                                    + asked.question().text()));
        } else if (body instanceof EntryBody.HostNotice notice) {
            paragraph(Part.NOTHING, "*Notice: " + line(notice.text()) + "*");
        } else if (body instanceof EntryBody.Said said) {
            event(said.event());
        }
    }

    private void event(AgentEvent event) {
        if (event instanceof AgentEvent.MessageChunk chunk && chunk.role() == AgentEvent.Role.AGENT) {
            if (!chunk.messageId().equals(messageId)) {
                part = part == Part.MESSAGE ? Part.NOTHING : part;
                messageId = chunk.messageId();
            }
            flow(Part.MESSAGE, text(chunk.delta()));
        } else if (event instanceof AgentEvent.ThoughtChunk thought
                && thought.delta().isPresent()) {
            flow(Part.THOUGHT, text(thought.delta().get()));
        } else if (event instanceof AgentEvent.ToolCallUpdate update
                && update.call().status().isFinal()) {
            tool(update.call());
        } else if (event instanceof AgentEvent.PlanUpdate plan) {
            paragraph(
                    Part.NOTHING,
                    plan.entries().stream()
                            .map(step -> (step.status() == PlanEntry.Status.COMPLETED ? "- [x] " : "- [ ] ")
                                    + line(step.text()))
                            .collect(Collectors.joining("\n")));
        } else if (event instanceof AgentEvent.Notice notice) {
            paragraph(Part.NOTHING, "*Notice: " + line(notice.text()) + "*");
        }
    }

    private void tool(ToolCall call) {
        paragraph(Part.TOOL, "- " + line(call.title()) + " (" + word(call.status()) + ")");
        call.content().stream()
                .filter(ToolCall.Content.Diff.class::isInstance)
                .map(ToolCall.Content.Diff.class::cast)
                .forEach(diff -> paragraph(Part.TOOL, "  - changes `" + diff.path() + "`"));
    }

    /** Text that goes on where the last piece of its kind ended. */
    private void flow(Part kind, String text) {
        if (part != kind) {
            out.accept((isText(part) ? "\n\n" : "\n") + (kind == Part.THOUGHT ? "> *thought:* " : ""));
            part = kind;
        }
        out.accept(kind == Part.THOUGHT ? text.replace("\n", "\n> ") : text);
    }

    private void paragraph(Part kind, String text) {
        boolean listGoesOn = kind == Part.TOOL && part == Part.TOOL;
        out.accept((isText(part) ? "\n" : "") + (listGoesOn ? "" : "\n") + text + "\n");
        part = kind;
    }

    private static boolean isText(Part part) {
        return part == Part.MESSAGE || part == Part.THOUGHT;
    }

    private static String prompt(EntryBody.TurnStarted started) {
        return started.prompt().blocks().stream().map(SessionMarkdown::text).collect(Collectors.joining("\n\n"));
    }

    private static String text(ContentBlock block) {
        return block instanceof ContentBlock.Text text ? text.text() : "(" + word(block) + ")";
    }

    private static String word(ContentBlock block) {
        return block.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String ending(TurnReport report) {
        return word(report.outcome()) + " after " + report.duration().toMillis() / 1000 + " s"
                + report.error().map(error -> ": " + line(error.message())).orElse("");
    }

    private static String quoted(String text) {
        return "> " + text.strip().replace("\n", "\n> ");
    }

    private static String line(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}

package dev.termal.host.document;

import dev.termal.api.AgentEvent;
import dev.termal.api.ContentBlock;
import dev.termal.api.PlanEntry;
import dev.termal.api.ToolCall;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.StoredSession;
import dev.termal.host.event.TurnReport;
import dev.termal.host.text.ChangedLines;
import dev.termal.host.text.ShownLength;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A session as Markdown for people: takes its entries in order and gives text as it goes. Of a plan the last state of each
 * turn is shown. Not for several threads.
 */
public final class SessionMarkdown {
    private static final String INDENT = "  ";

    /** What comes one after another without a break between. */
    private enum Part {
        NOTHING,
        MESSAGE,
        THOUGHT,
        TOOL
    }

    private final Consumer<String> out;
    private Part part = Part.NOTHING;
    private FlowingText flow = new FlowingText(false);
    private Optional<String> messageId = Optional.empty();
    private List<PlanEntry> plan = List.of();
    private final Map<String, String> asked = new HashMap<>(); // what permission is for, by its id; those of one turn

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
            plan();
            asked.clear();
            paragraph(Part.NOTHING, "*" + ending(ended.report()) + "*");
        } else if (body instanceof EntryBody.PermissionRequested request) {
            asked.put(request.id(), line(request.request().toolCall().title()));
        } else if (body instanceof EntryBody.PermissionAnswered answered) {
            permission(answered);
        } else if (body instanceof EntryBody.QuestionAsked question) {
            paragraph(
                    Part.NOTHING,
                    "**Question:** "
                            + line(question.question().title() + " "
                                    + question.question().text()));
        } else if (body instanceof EntryBody.HostNotice notice) {
            paragraph(Part.NOTHING, "*Notice: " + line(notice.text()) + "*");
        } else if (body instanceof EntryBody.Said said) {
            event(said.event());
        }
    }

    /** Writes what is still open; nothing comes after. */
    public void end() {
        plan();
        if (isText(part)) {
            out.accept("\n");
        }
    }

    private void event(AgentEvent event) {
        if (event instanceof AgentEvent.MessageChunk chunk && chunk.role() == AgentEvent.Role.AGENT) {
            if (!chunk.messageId().equals(messageId)) {
                endText();
                messageId = chunk.messageId();
            }
            flow(Part.MESSAGE, text(chunk.delta()));
        } else if (event instanceof AgentEvent.ThoughtChunk thought
                && thought.delta().isPresent()) {
            flow(Part.THOUGHT, text(thought.delta().get()));
        } else if (event instanceof AgentEvent.ToolCallUpdate update
                && update.call().sameAs().isEmpty()
                && update.call().status().isFinal()) {
            tool(update.call());
        } else if (event instanceof AgentEvent.PlanUpdate update) {
            plan = update.entries();
        } else if (event instanceof AgentEvent.Notice notice) {
            paragraph(Part.NOTHING, "*Notice: " + line(notice.text()) + "*");
        }
    }

    private void plan() {
        if (!plan.isEmpty()) {
            paragraph(
                    Part.NOTHING,
                    plan.stream()
                            .map(step -> (step.status() == PlanEntry.Status.COMPLETED ? "- [x] " : "- [ ] ")
                                    + line(step.text()))
                            .collect(Collectors.joining("\n")));
            plan = List.of();
        }
    }

    private void permission(EntryBody.PermissionAnswered answered) {
        String what = asked.remove(answered.id());
        paragraph(
                Part.TOOL,
                "- permission" + (what == null ? "" : " for " + what) + ": "
                        + answered.option().map(option -> line(option.name())).orElse("none"));
    }

    private void tool(ToolCall call) {
        paragraph(Part.TOOL, "- " + line(call.title()) + " (" + word(call.status()) + ")");
        for (ToolCall.Content content : call.content()) {
            if (content instanceof ToolCall.Content.Diff diff) {
                paragraph(Part.TOOL, INDENT + "- changes `" + diff.path() + "`");
                ChangedLines changed = ChangedLines.of(
                        diff.oldText().orElse(""), diff.newText().orElse(""));
                block("diff", changed.tooLarge().map(List::of).orElse(changed.hunks()), INDENT + INDENT);
            } else if (content instanceof ToolCall.Content.Block block) {
                block("", text(block.block()).strip().lines().toList(), INDENT);
            }
        }
    }

    private void block(String language, List<String> lines, String indent) {
        if (!lines.isEmpty()) {
            paragraph(Part.TOOL, Fence.of(language, lines, indent));
        }
    }

    /** Text that goes on where the last piece of its kind ended. */
    private void flow(Part kind, String text) {
        FlowingText going = part == kind ? flow : new FlowingText(kind == Part.THOUGHT);
        String now = going.next(text);
        if (now.isEmpty()) {
            return; // what is blank begins nothing
        }
        if (part != kind) {
            endText();
            out.accept("\n" + (kind == Part.THOUGHT ? "> *thought:* " : ""));
            part = kind;
            flow = going;
        }
        out.accept(now);
    }

    private void endText() {
        if (isText(part)) {
            out.accept("\n");
            part = Part.NOTHING;
        }
    }

    private void paragraph(Part kind, String text) {
        endText();
        boolean listGoesOn = kind == Part.TOOL && part == Part.TOOL;
        out.accept((listGoesOn ? "" : "\n") + text + "\n");
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
        return word(report.outcome()) + " after " + ShownLength.of(report.duration())
                + report.error().map(error -> ": " + line(error.message())).orElse("");
    }

    private static String quoted(String text) {
        return "> " + FlowingText.quote(text.strip());
    }

    private static String line(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }
}

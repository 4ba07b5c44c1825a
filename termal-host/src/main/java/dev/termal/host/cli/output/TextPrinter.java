package dev.termal.host.cli.output;

import dev.termal.api.AgentEvent;
import dev.termal.api.Answer;
import dev.termal.api.ContentBlock;
import dev.termal.api.PlanEntry;
import dev.termal.api.ToolCall;
import dev.termal.host.SessionPlan;
import dev.termal.host.TermalSession;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.TurnReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Prints for people: the agent's text on standard output as it comes; tool calls, plan, notices and how it came out on
 * standard error; thoughts and usage only where standard error is a terminal.
 */
public final class TextPrinter implements Printer {
    private static final int WIDTH = 300;
    private static final int MAX_OPEN_REQUESTS = 1_000;

    private final Screen screen;
    private final Look look;
    private final boolean live;
    private final UnaryOperator<String> cleaner;
    private final ToolLines toolLines;
    private final ToolCards cards;
    private final PlanLines plan;
    private final OutcomeLines outcomes;

    private final Map<String, Asked> openRequests = new LinkedHashMap<>(); // by id
    private Optional<String> messageId = Optional.empty();
    private boolean messageOpen;

    /**
     * A printer.
     *
     * @param live whether standard error is a terminal
     * @param cleaner what the agent's text goes through: {@link PlainText#clean} where it may reach a terminal
     */
    public TextPrinter(Screen screen, Look look, boolean live, ToolLines toolLines, UnaryOperator<String> cleaner) {
        this(screen, look, live, toolLines, cleaner, new OutcomeLines(look));
    }

    /** The same, with other words for how a turn came out. */
    public TextPrinter(
            Screen screen,
            Look look,
            boolean live,
            ToolLines toolLines,
            UnaryOperator<String> cleaner,
            OutcomeLines outcomes) {
        this.screen = screen;
        this.look = look;
        this.live = live;
        this.cleaner = cleaner;
        this.toolLines = toolLines;
        cards = new ToolCards(screen, look, toolLines, System::nanoTime);
        plan = new PlanLines(look);
        this.outcomes = outcomes;
    }

    /** To be told when a person has seen a tool call's diffs: they are not shown again at its end. From any thread. */
    public void diffsShown(String toolCallId) {
        cards.diffsShown(toolCallId);
    }

    /** Time has passed: what runs shows for how long. From any thread, for a terminal that can rewrite. */
    public void tick() {
        cards.tick();
    }

    @Override
    public void planned(SessionPlan sessionPlan, List<String> warnings) {
        warnings.forEach(warning -> screen.note(look.warning(warning)));
        if (!sessionPlan.reason().isEmpty()) {
            screen.note(look.dim("termal: " + PlainText.line(sessionPlan.reason(), WIDTH)));
        }
    }

    @Override
    public void opened(TermalSession session) {
        // the person waits for the answer, not for this
    }

    @Override
    public void entry(SessionEntry entry) {
        EntryBody body = entry.body();
        if (body instanceof EntryBody.Said said) {
            said(said.event());
        } else if (body instanceof EntryBody.HostNotice notice) {
            notice(notice.level(), notice.text());
        } else if (body instanceof EntryBody.PermissionRequested asked) {
            ToolCall call = asked.request().toolCall();
            remember(asked.id(), toolLines.title(call), Optional.of(call.id()));
        } else if (body instanceof EntryBody.PermissionAnswered answered) {
            permission(answered);
        } else if (body instanceof EntryBody.QuestionAsked asked) {
            String title = asked.question().title();
            remember(asked.question().id(), title.isEmpty() ? asked.question().text() : title, Optional.empty());
        } else if (body instanceof EntryBody.QuestionAnswered answered) {
            question(answered);
        } else if (body instanceof EntryBody.TurnEnded ended) {
            ended(ended.report());
        }
        // a turn's start shows nothing: the person has just written the prompt
    }

    private void said(AgentEvent event) {
        if (event instanceof AgentEvent.MessageChunk chunk) {
            if (chunk.role() == AgentEvent.Role.AGENT) {
                message(chunk);
            }
        } else if (event instanceof AgentEvent.ThoughtChunk thought) {
            if (live && thought.delta().orElse(null) instanceof ContentBlock.Text text) {
                screen.thought(PlainText.clean(text.text()), look);
            }
        } else if (event instanceof AgentEvent.ToolCallUpdate update) {
            messageOpen = false;
            if (update.call().sameAs().isEmpty()) { // else it is shown already
                cards.update(update.call());
            }
        } else if (event instanceof AgentEvent.PlanUpdate update) {
            plan(update.entries());
        } else if (event instanceof AgentEvent.Notice notice) {
            notice(notice.level(), notice.text());
        }
        // usage is told at the turn's end; state, ids, extensions and repeated history are for programs
    }

    private void plan(List<PlanEntry> entries) {
        Optional<String> before = plan.progress();
        List<String> checklist = plan.update(entries);
        boolean isNew = !checklist.isEmpty();
        if (!isNew && plan.progress().equals(before)) {
            return;
        }
        messageOpen = false;
        if (isNew) {
            cards.plan(Optional.empty());
            screen.note(String.join("\n", checklist));
        } else if (plan.isDone()) {
            cards.plan(Optional.empty());
            screen.note(plan.done());
        } else if (look.rewrites()) {
            cards.plan(plan.progress());
        } else {
            plan.progress().ifPresent(screen::note);
        }
    }

    private void message(AgentEvent.MessageChunk chunk) {
        boolean sameId = chunk.messageId().isEmpty()
                || messageId.isEmpty()
                || chunk.messageId().equals(messageId);
        if (!messageOpen || !sameId) {
            screen.newMessage();
        }
        messageOpen = true;
        messageId = chunk.messageId();
        if (chunk.delta() instanceof ContentBlock.Text text) {
            screen.text(cleaner.apply(text.text()));
        } else {
            screen.note(look.dim("[" + ToolLines.kind(chunk.delta()) + "]"));
        }
    }

    private void notice(AgentEvent.Notice.Level level, String text) {
        String line = PlainText.line(text, WIDTH);
        screen.note(
                switch (level) {
                    case INFO -> look.dim(line);
                    case WARNING -> look.yellow("warning: ") + line;
                    case ERROR -> look.red("error: ") + line;
                });
    }

    private void permission(EntryBody.PermissionAnswered answered) {
        Asked asked = forget(answered.id());
        boolean refused = answered.option().filter(o -> o.kind().allows()).isEmpty();
        boolean unseen = answered.by() == EntryBody.Decider.POLICY || answered.by() == EntryBody.Decider.RULE;
        if (refused && unseen) {
            String by = answered.by() == EntryBody.Decider.RULE ? "a rule" : "the policy";
            screen.note(look.yellow("⊘ refused by " + by + ": ") + asked.title());
            asked.call().ifPresent(cards::refused);
        }
    }

    private void question(EntryBody.QuestionAnswered answered) {
        String title = forget(answered.id()).title();
        if (answered.by() == EntryBody.Decider.PRESET) {
            screen.note(look.dim("? answered from the answers file: " + title));
        } else if (answered.by() == EntryBody.Decider.POLICY && !(answered.answer() instanceof Answer.Accepted)) {
            screen.note(look.yellow("? not answered, nobody is there: ") + title);
        }
    }

    /** What was asked, and of which tool call. */
    private record Asked(String title, Optional<String> call) {}

    private void remember(String id, String title, Optional<String> call) {
        openRequests.put(id, new Asked(PlainText.line(title, WIDTH), call));
        if (openRequests.size() > MAX_OPEN_REQUESTS) {
            openRequests.remove(openRequests.keySet().iterator().next());
        }
    }

    private Asked forget(String id) {
        Asked asked = openRequests.remove(id);
        return asked == null ? new Asked(id, Optional.empty()) : asked;
    }

    private void ended(TurnReport report) {
        cards.turnEnded();
        screen.finish();
        messageOpen = false;
        outcomes.failures(report).forEach(screen::note);
        if (live) {
            screen.note(outcomes.summary(report));
        }
    }
}

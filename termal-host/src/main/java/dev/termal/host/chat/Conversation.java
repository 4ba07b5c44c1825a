package dev.termal.host.chat;

import dev.termal.api.AgentException;
import dev.termal.api.Prompt;
import dev.termal.host.PlannedSession;
import dev.termal.host.SessionPlan;
import dev.termal.host.SessionSpec;
import dev.termal.host.TermalSession;
import dev.termal.host.cli.ask.Person;
import dev.termal.host.cli.ask.Prompter;
import dev.termal.host.cli.output.Look;
import dev.termal.host.cli.output.OutcomeLines;
import dev.termal.host.cli.output.TextPrinter;
import dev.termal.host.cli.output.ToolLines;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.StoredSession;
import dev.termal.host.event.TurnReport;
import dev.termal.host.service.Outbox;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The session that the chat is about, and what is shown of it. It can be replaced by another one between turns. Opened and
 * closed by one thread; all else from any.
 */
final class Conversation implements Outbox.Agent, AutoCloseable {
    private static final Duration LONG_TURN = Duration.ofSeconds(10); // after which a person may look elsewhere

    private final ChatSetup setup;
    private final ChatScreen screen;
    private final Person person;
    private final Runnable bell;
    private final Runnable onEntry;

    private volatile @Nullable Open open;
    private volatile Wishes wishes = Wishes.NONE;

    /** A session with all that hangs on it. */
    private record Open(
            TermalSession session,
            SessionPlan plan,
            TermalSession.Reading reading,
            Prompter prompter,
            TextPrinter printer,
            SessionFacts facts) {
        void close() {
            prompter.close();
            session.close();
            reading.close();
        }
    }

    /**
     * A conversation that is not open yet.
     *
     * @param onEntry told after each entry
     */
    Conversation(ChatSetup setup, ChatScreen screen, Person person, Runnable bell, Runnable onEntry) {
        this.setup = setup;
        this.screen = screen;
        this.person = person;
        this.bell = bell;
        this.onEntry = onEntry;
    }

    /** What the person has chosen so far. */
    Wishes wishes() {
        return wishes;
    }

    /** What was chosen and holds already, for when the session is opened again. */
    void remember(UnaryOperator<Wishes> change) {
        wishes = change.apply(wishes);
    }

    /** Opens the first session. */
    void begin() throws InterruptedException {
        open(Wishes.NONE, setup.first().apply(setup.spec().get()).build(), true);
    }

    /** Opens a new session in place of the one that is open. */
    void renew(Wishes wanted) throws InterruptedException {
        replace(wanted, wanted.over(setup.spec().get()).build(), false);
    }

    /** Opens the same session with other wishes. */
    void reopen(Wishes wanted) throws InterruptedException {
        String key = required().key().value();
        replace(wanted, wanted.over(setup.spec().get()).session(key).build(), false);
    }

    /** Opens another one that is kept, and shows what was said in it. */
    void goOn(StoredSession other) throws InterruptedException {
        Wishes wanted = Wishes.NONE.withAgent(other.agent().value());
        replace(
                wanted,
                wanted.over(setup.spec().get()).session(other.key().value()).build(),
                true);
    }

    /** A session has one owner, so the one that is open is closed first, and opened again where the other cannot be. */
    private void replace(Wishes wanted, SessionSpec spec, boolean withPast) throws InterruptedException {
        setup.host().plan(spec); // what is wrong with the wish is told while nothing is closed
        Open before = open;
        Wishes held = wishes;
        close();
        try {
            open(wanted, spec, withPast);
        } catch (AgentException e) {
            if (before != null) {
                open(
                        held,
                        held.over(setup.spec().get())
                                .session(before.session().key().value())
                                .build(),
                        false);
            }
            throw e;
        }
    }

    private TextPrinter printer(ToolLines toolLines) {
        Look look = setup.look();
        OutcomeLines outcomes = new OutcomeLines(look, "/permissions");
        return new TextPrinter(screen, look, true, toolLines, UnaryOperator.identity(), outcomes);
    }

    private void open(Wishes wanted, SessionSpec spec, boolean withPast) throws InterruptedException {
        PlannedSession planned = setup.host().planned(spec);
        SessionPlan plan = planned.plan();
        ToolLines toolLines = new ToolLines(setup.look(), plan.cwd());
        TextPrinter printer = printer(toolLines);
        printer.planned(plan, plan.notices());
        Shown shown = new Shown(printer);
        TermalSession session = planned.open(
                shown::entry, holder -> screen.note("waiting for the session, which is in use by " + holder));
        if (session.openedAt() > 0) {
            shown.facts.past(setup.host().sessions().turns(session.key()));
        }
        if (withPast && session.openedAt() > 0) {
            Past past = new Past(setup.host().sessions(), setup.look(), screen);
            past.show(session.key(), session.openedAt(), printer(toolLines));
        }
        Prompter prompter = new Prompter(session, person, setup.look(), toolLines, printer::diffsShown);
        TermalSession.Reading reading = session.read(session.openedAt(), entry -> {
            shown.entry(entry);
            prompter.entry(entry);
        });
        open = new Open(session, plan, reading, prompter, printer, shown.facts);
        wishes = wanted;
        onEntry.run();
    }

    /** Shows each entry once, whether it comes while the session opens or later. */
    private final class Shown {
        private final TextPrinter printer;
        private final SessionFacts facts = new SessionFacts();
        private long last;

        Shown(TextPrinter printer) {
            this.printer = printer;
        }

        synchronized void entry(SessionEntry entry) {
            if (entry.seq() <= last) {
                return;
            }
            last = entry.seq();
            if (entry.body() instanceof EntryBody.TurnStarted started) {
                screen.sent(PromptLines.of(started.prompt()));
            }
            printer.entry(entry);
            facts.entry(entry);
            if (entry.body() instanceof EntryBody.TurnEnded ended
                    && ended.report().duration().compareTo(LONG_TURN) >= 0) {
                bell.run();
            }
            onEntry.run();
        }
    }

    /** The session; empty before it is open. */
    Optional<TermalSession> session() {
        return Optional.ofNullable(open).map(Open::session);
    }

    /** The session; an {@link IllegalArgumentException} for a person where there is none. */
    TermalSession required() {
        return session().orElseThrow(() -> new IllegalArgumentException("there is no session yet"));
    }

    /** The session as it is kept; empty where nothing was said in it that would be. */
    Optional<StoredSession> kept() {
        return session().flatMap(here -> setup.host().sessions().get(here.key()));
    }

    /** What was planned for it. */
    Optional<SessionPlan> plan() {
        return Optional.ofNullable(open).map(Open::plan);
    }

    /** For the status line. */
    List<String> facts() {
        Open now = open;
        return now == null ? List.of() : now.facts().parts(now.session());
    }

    /** Time has passed: what runs shows for how long. */
    void tick() {
        Open now = open;
        if (now != null) {
            now.printer().tick();
        }
    }

    @Override
    public void prompt(Prompt prompt) throws InterruptedException {
        Open now = open;
        if (now != null) {
            TurnReport unused = now.session().prompt(prompt); // the screen has shown it
        }
    }

    @Override
    public void cancel() {
        session().ifPresent(TermalSession::cancel);
    }

    @Override
    public void kill() {
        session().ifPresent(TermalSession::kill);
    }

    @Override
    public void close() {
        Open now = open;
        if (now != null) {
            open = null;
            now.close();
        }
    }
}

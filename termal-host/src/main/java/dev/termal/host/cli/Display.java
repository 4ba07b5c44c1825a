package dev.termal.host.cli;

import dev.termal.host.SessionPlan;
import dev.termal.host.TermalSession;
import dev.termal.host.cli.ask.Keyboard;
import dev.termal.host.cli.ask.Person;
import dev.termal.host.cli.ask.Prompter;
import dev.termal.host.cli.ask.TypingPerson;
import dev.termal.host.cli.output.JsonPrinter;
import dev.termal.host.cli.output.Look;
import dev.termal.host.cli.output.PlainText;
import dev.termal.host.cli.output.Printer;
import dev.termal.host.cli.output.QuietPrinter;
import dev.termal.host.cli.output.Screen;
import dev.termal.host.cli.output.StreamScreen;
import dev.termal.host.cli.output.TextPrinter;
import dev.termal.host.cli.output.ToolLines;
import dev.termal.host.event.SessionEntry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** What a person or a program sees of a session: a printer, and a prompter where somebody is there to answer. */
final class Display implements AutoCloseable {
    private static final int MAX_NOTE = 400;

    private final Shell shell;
    private final Look look;
    private final Screen screen;
    private final ToolLines toolLines;
    private final Printer printer;
    private final Consumer<String> diffsShown;
    private final boolean attended;
    private final boolean live;
    private CompletableFuture<Void> slowStart = CompletableFuture.completedFuture(null);
    private boolean ready; // guarded by this
    private volatile long shownMeanwhile;
    private final Keyboard keyboard;
    private Optional<Prompter> prompter = Optional.empty();

    /**
     * A display.
     *
     * @param onBroken told when standard output cannot be written any more
     */
    Display(Shell shell, OutputFormat format, Path cwd, Runnable onBroken) {
        this.shell = shell;
        look = shell.errLook();
        screen = new StreamScreen(shell.out(), shell.err(), shell.terminals().sharedOutput(), onBroken);
        toolLines = new ToolLines(look, cwd);
        attended = attended(shell, format);
        keyboard = new Keyboard(shell.in(), Terminals.charset());
        live = format == OutputFormat.TEXT && shell.terminals().err();
        // a file gets the agent's text as it is, a terminal what cannot harm it
        UnaryOperator<String> cleaner = shell.terminals().out() ? PlainText::clean : UnaryOperator.identity();
        if (format == OutputFormat.TEXT) {
            TextPrinter text = new TextPrinter(screen, look, shell.terminals().err(), toolLines, cleaner);
            printer = text;
            diffsShown = text::diffsShown;
        } else {
            printer = format == OutputFormat.JSON
                    ? new JsonPrinter(screen, look)
                    : new QuietPrinter(screen, look, cleaner);
            diffsShown = id -> {};
        }
    }

    /** Whether somebody is there who sees questions and can answer them. */
    static boolean attended(Shell shell, OutputFormat format) {
        return format == OutputFormat.TEXT
                && shell.terminals().in()
                && shell.terminals().err();
    }

    void planned(SessionPlan plan, List<String> hostWarnings) {
        List<String> warnings = new ArrayList<>(hostWarnings);
        warnings.addAll(plan.notices());
        printer.planned(plan, warnings);
        if (live) {
            String line = look.dim("waiting for " + plan.agent() + " to be ready; Ctrl-C gives up");
            slowStart = CompletableFuture.runAsync(
                    () -> waiting(line),
                    CompletableFuture.delayedExecutor(Bounds.SLOW_START_MS, TimeUnit.MILLISECONDS));
        }
    }

    /** In a line that goes when it is over, where the terminal can do that. */
    private synchronized void waiting(String line) {
        if (!ready && look.rewrites()) {
            screen.area(List.of(line));
        } else if (!ready) {
            screen.note(line);
        }
    }

    /** Nothing is waited for any more. */
    private synchronized void ready() {
        slowStart.cancel(false);
        if (!ready && look.rewrites() && live) {
            screen.area(List.of());
        }
        ready = true;
    }

    /** Another process has the session, and for how long nobody knows. */
    void waitingForSession(String holder) {
        slowStart.cancel(false);
        screen.note("waiting for the session, which is in use by " + PlainText.line(holder, MAX_NOTE)
                + (live ? "; Ctrl-C gives up" : ""));
    }

    /** An entry while the session is not open yet: told at once to a person, who waits. Comes before {@link #opened}. */
    void meanwhile(SessionEntry entry) {
        if (live) {
            printer.entry(entry);
            shownMeanwhile = entry.seq();
        }
    }

    void opened(TermalSession session) {
        ready();
        printer.opened(session);
        if (attended) {
            Person person = new TypingPerson(screen, keyboard, shell.echo(), look);
            prompter = Optional.of(new Prompter(session, person, look, toolLines, diffsShown));
        }
    }

    /** A line beside what the agent says. */
    void note(String line) {
        screen.note(look.dim(PlainText.line(line, MAX_NOTE)));
    }

    /** A person at a terminal has pressed Ctrl-C, and the agent may take its time. */
    void cancelling() {
        if (shell.terminals().err()) {
            screen.note(look.yellow("cancelling…") + look.dim(" Ctrl-C again ends the agent at once"));
        }
    }

    void entry(SessionEntry entry) {
        if (entry.seq() <= shownMeanwhile) {
            return;
        }
        printer.entry(entry);
        prompter.ifPresent(someone -> someone.entry(entry));
    }

    /** Whether a person is there. */
    boolean isAttended() {
        return attended;
    }

    /** A line of the person's own accord; empty at the end of input. */
    Optional<String> line() throws InterruptedException {
        if (attended) {
            screen.ask(look.bold("> "));
        }
        Optional<String> typed = keyboard.readLine();
        screen.asked();
        return typed;
    }

    @Override
    public void close() {
        ready();
        prompter.ifPresent(Prompter::close);
        screen.finish();
    }
}

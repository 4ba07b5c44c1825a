package dev.termal.host.cli;

import dev.termal.host.PlannedSession;
import dev.termal.host.SessionPlan;
import dev.termal.host.SessionSpec;
import dev.termal.host.Termal;
import dev.termal.host.TermalSession;
import dev.termal.host.event.EntryBody;
import java.util.Optional;

/** A chat where nothing can be moved on the screen, or where there is none: a line is a prompt, and the answer follows it. */
final class PlainChat {
    private final Shell shell;
    private final Termal host;
    private final Interruption interruption;

    PlainChat(Shell shell, Termal host, Interruption interruption) {
        this.shell = shell;
        this.host = host;
        this.interruption = interruption;
    }

    /** Talks until the end of input; the exit code is that of the last turn. */
    int run(SessionSpec spec, String first) throws InterruptedException {
        PlannedSession planned = host.planned(spec);
        SessionPlan plan = planned.plan();
        try (Display display = new Display(shell, OutputFormat.TEXT, plan.cwd(), interruption::cancel)) {
            display.planned(plan, host.warnings());
            try (TermalSession session = planned.open(display::meanwhile, display::waitingForSession)) {
                interruption.attach(session, display::cancelling);
                display.opened(session);
                TermalSession.Reading reading = session.read(session.openedAt(), entry -> {
                    display.entry(entry);
                    if (entry.body() instanceof EntryBody.TurnStarted) {
                        interruption.turnStarted();
                    }
                });
                try {
                    return talk(session, display, first);
                } finally {
                    reading.close();
                }
            }
        }
    }

    private int talk(TermalSession session, Display display, String first) throws InterruptedException {
        int exitCode = ExitCode.OK;
        Optional<String> line = first.isBlank() ? line(session, display) : Optional.of(first);
        while (line.isPresent() && !line.orElseThrow().strip().equals("/quit")) {
            if (!line.orElseThrow().isBlank()) {
                exitCode = session.prompt(line.orElseThrow()).exitCode();
            }
            boolean over = exitCode == ExitCode.INTERRUPTED && !(display.isAttended() && interruption.goesOn());
            line = over ? Optional.empty() : line(session, display);
        }
        return exitCode;
    }

    /** As long as a person types, Ctrl-C ends the chat. */
    private Optional<String> line(TermalSession session, Display display) throws InterruptedException {
        interruption.detach();
        Optional<String> line = display.line();
        interruption.attach(session, display::cancelling);
        return line;
    }
}

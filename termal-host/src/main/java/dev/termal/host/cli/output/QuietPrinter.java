package dev.termal.host.cli.output;

import dev.termal.host.SessionPlan;
import dev.termal.host.TermalSession;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.TurnReport;
import java.util.List;
import java.util.function.UnaryOperator;

/** Prints the turn's text when it has ended; on standard error only why it did not come out well. */
public final class QuietPrinter implements Printer {
    private final Screen screen;
    private final OutcomeLines outcomes;
    private final UnaryOperator<String> cleaner;

    /** Prints here. */
    public QuietPrinter(Screen screen, Look look, UnaryOperator<String> cleaner) {
        this.screen = screen;
        this.cleaner = cleaner;
        outcomes = new OutcomeLines(look);
    }

    @Override
    public void planned(SessionPlan plan, List<String> warnings) {
        // only the text is wanted
    }

    @Override
    public void opened(TermalSession session) {
        // only the text is wanted
    }

    @Override
    public void entry(SessionEntry entry) {
        if (entry.body() instanceof EntryBody.TurnEnded ended) {
            TurnReport report = ended.report();
            screen.text(cleaner.apply(report.text()));
            screen.finish();
            outcomes.problems(report).forEach(screen::note);
        }
    }
}

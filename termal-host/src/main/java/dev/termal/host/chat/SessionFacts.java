package dev.termal.host.chat;

import dev.termal.api.AgentEvent;
import dev.termal.api.SessionState;
import dev.termal.api.Usage;
import dev.termal.host.TermalSession;
import dev.termal.host.cli.output.PlainText;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.StoredTurn;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/** What the status line tells of a session. Told entries by one thread, asked by any. */
final class SessionFacts {
    private static final int NAME = 40;

    private volatile Usage usage = Usage.NONE;
    private final AtomicLong tokens = new AtomicLong();

    void entry(SessionEntry entry) {
        if (entry.body() instanceof EntryBody.Said said && said.event() instanceof AgentEvent.UsageUpdate update) {
            usage = usage.overlaidBy(update.usage());
        } else if (entry.body() instanceof EntryBody.TurnEnded ended) {
            ended.report().usage().ifPresent(this::used);
        }
    }

    /** The turns from before. */
    void past(List<StoredTurn> turns) {
        turns.forEach(turn -> turn.usage().ifPresent(this::used));
    }

    private void used(Usage turn) {
        usage = usage.overlaidBy(turn);
        tokens.addAndGet(total(turn));
    }

    private static long total(Usage turn) {
        return turn.totalTokens()
                .orElse(turn.inputTokens().orElse(0) + turn.outputTokens().orElse(0));
    }

    /** The parts of the line, the most important first. */
    List<String> parts(TermalSession session) {
        List<String> parts = new ArrayList<>();
        parts.add(session.agent().value());
        SessionState state = session.state();
        model(state).ifPresent(parts::add);
        state.mode().map(mode -> "mode " + PlainText.line(mode, NAME)).ifPresent(parts::add);
        gauge(usage.contextUsed(), usage.contextSize()).ifPresent(parts::add);
        if (tokens.get() > 0) {
            parts.add(rounded(tokens.get()) + " tokens");
        }
        usage.cost()
                .ifPresent(
                        cost -> parts.add(cost.amount().toPlainString() + " " + PlainText.line(cost.currency(), NAME)));
        return parts;
    }

    static Optional<String> model(SessionState state) {
        return state.option(SessionState.Category.MODEL)
                .map(option -> PlainText.line(option.value(), NAME))
                .filter(name -> !name.isEmpty());
    }

    /** What is used of the context now; what was used in all turns together is no part of it. */
    private static Optional<String> gauge(OptionalLong used, OptionalLong size) {
        if (used.isEmpty() || size.orElse(0) <= 0) {
            return Optional.empty();
        }
        long percent = Math.min(100, 100 * used.getAsLong() / size.getAsLong());
        int full = (int) (percent + 19) / 20;
        return Optional.of("context " + "▰".repeat(full) + "▱".repeat(5 - full) + " " + percent + "%");
    }

    private static String rounded(long n) {
        return n < 10_000 ? String.valueOf(n) : String.format(Locale.ROOT, "%,dk", n / 1000);
    }
}

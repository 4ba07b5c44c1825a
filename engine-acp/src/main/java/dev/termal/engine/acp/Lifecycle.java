package dev.termal.engine.acp;

import dev.termal.api.Fact;
import dev.termal.api.Fact.Value;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What happened on one connection: counted, and the last of it in lines. Thread-safe. */
final class Lifecycle {
    /** What can happen. */
    enum Event {
        SPAWN,
        INITIALIZED,
        SESSION_NEW,
        SESSION_CONTINUED,
        PROMPT,
        CANCEL,
        CANCEL_REFUSED,
        KILL,
        RELAUNCH,
        EXIT,
        STALE_EXIT,
        CLOSE
    }

    private static final int LINES = 24;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());

    private final Clock clock;
    private final CancelForm form;
    private final Map<Event, Long> counts = new EnumMap<>(Event.class); // guarded by this, as all below
    private final Map<String, Long> reasons = new LinkedHashMap<>();
    private final Deque<String> lines = new ArrayDeque<>();
    private Optional<String> lastReason = Optional.empty();
    private Optional<Boolean> cancelSupported = Optional.empty();

    Lifecycle(Clock clock, CancelForm form) {
        this.clock = clock;
        this.form = form;
    }

    synchronized void note(Event event, String detail) {
        counts.merge(event, 1L, Long::sum);
        if (lines.size() == LINES) {
            lines.removeFirst();
        }
        String word = event.name().toLowerCase(Locale.ROOT).replace('_', '-');
        lines.addLast((TIME.format(clock.instant()) + " " + word + " " + detail).strip());
    }

    /** A process takes the place of another one; without a cause the other one had ended. */
    synchronized void relaunched(List<String> causes) {
        List<String> why = causes.isEmpty() ? List.of("the process had ended") : causes;
        note(Event.RELAUNCH, String.join(", ", why));
        lastReason = Optional.of(String.join(", ", why));
        why.forEach(reason -> reasons.merge(reason, 1L, Long::sum));
    }

    /** Whether a turn ended because its agent was asked to. */
    synchronized void cancelWorks(boolean works) {
        cancelSupported = Optional.of(works);
    }

    /** Whether the agent has said that it cannot be asked to stop, or is known not to. */
    synchronized boolean cancelIsRefused() {
        return form == CancelForm.NONE || counts.containsKey(Event.CANCEL_REFUSED);
    }

    synchronized List<Fact> facts() {
        List<Fact> facts = new ArrayList<>();
        long spawns = count(Event.SPAWN);
        facts.add(number("spawns", "Processes started", spawns));
        facts.add(number("reconnects", "Processes started after the first", Math.max(0, spawns - 1)));
        facts.add(number("turns", "Turns", count(Event.PROMPT)));
        facts.add(number("prompts", "Prompts", count(Event.PROMPT)));
        facts.add(number("sessionsCreated", "Sessions begun", count(Event.SESSION_NEW)));
        facts.add(number("sessionsLoaded", "Sessions continued", count(Event.SESSION_CONTINUED)));
        facts.add(number("kills", "Processes ended in a turn", count(Event.KILL)));
        facts.add(number("recycles", "Processes replaced", count(Event.RELAUNCH)));
        lastReason.ifPresent(reason -> facts.add(Fact.of("lastRecycleReason", "Why the last was replaced", reason)));
        Map<String, Value> byReason = new LinkedHashMap<>();
        reasons.forEach((reason, count) -> byReason.put(reason, new Value.Numeric(BigDecimal.valueOf(count))));
        facts.add(new Fact("recycleReasons", "Why processes were replaced", new Value.Entries(byReason)));
        facts.add(Fact.of("cancelForm", "How it is asked to stop", form.word()));
        cancelSupported.ifPresent(works ->
                facts.add(new Fact("cancelSupported", "Ends a turn without its process", new Value.Flag(works))));
        facts.add(new Fact(
                "lifecycle",
                "What happened",
                new Value.Items(lines.stream().<Value>map(Value.Text::new).toList())));
        return facts;
    }

    private long count(Event event) {
        return counts.getOrDefault(event, 0L);
    }

    private static Fact number(String key, String label, long n) {
        return new Fact(key, label, new Value.Numeric(BigDecimal.valueOf(n)));
    }
}

package dev.termal.engine.streamjson;

import dev.termal.api.Fact;
import dev.termal.api.Fact.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What happened in one session, in numbers. Thread-safe. */
final class Counters {
    /** What is counted. */
    enum Event {
        /** A process was launched. */
        LAUNCHES("spawns", "Processes started"),
        /** A turn was begun. */
        TURNS("turns", "Turns"),
        /** A turn ran in the process of the turn before. */
        REUSED("reused", "Turns in a process of before"),
        /** A process was replaced because something else was wanted. */
        REPLACED("recycles", "Processes replaced"),
        /** A process was ended in a turn that was cancelled. */
        KILLS("kills", "Processes ended in a turn"),
        /** A process had to be ended after the end of its turn. */
        LINGERED("lingeredProcesses", "Processes ended after their turn"),
        /** A line told nothing. */
        NOISE("noiseLines", "Lines that told nothing"),
        /** The end of a turn was told that was none. */
        STRAY_ENDS("strayEnds", "Ends of no turn");

        private final String key;
        private final String label;

        Event(String key, String label) {
            this.key = key;
            this.label = label;
        }
    }

    private final Map<Event, AtomicLong> events = new ConcurrentHashMap<>();
    private final Map<Drift, AtomicLong> causes = new ConcurrentHashMap<>();
    private volatile Optional<String> lastCauses = Optional.empty();

    void count(Event event) {
        events.computeIfAbsent(event, unused -> new AtomicLong()).incrementAndGet();
    }

    /** A process is replaced for these causes. */
    void replaced(Set<Drift> why) {
        count(Event.REPLACED);
        why.forEach(cause ->
                causes.computeIfAbsent(cause, unused -> new AtomicLong()).incrementAndGet());
        lastCauses = Optional.of(why.stream().map(Drift::word).collect(Collectors.joining(", ")));
    }

    List<Fact> facts() {
        List<Fact> facts = new ArrayList<>();
        for (Event event : Event.values()) {
            facts.add(new Fact(event.key, event.label, number(events.get(event))));
        }
        Map<String, Value> byCause = new LinkedHashMap<>();
        for (Drift cause : Drift.values()) {
            if (causes.containsKey(cause)) {
                byCause.put(cause.word(), number(causes.get(cause)));
            }
        }
        facts.add(new Fact("recycleReasons", "Why processes were replaced", new Value.Entries(byCause)));
        lastCauses.ifPresent(words -> facts.add(Fact.of("lastRecycleReason", "Why the last was replaced", words)));
        facts.add(new Fact("cancelSupported", "Ends a turn without its process", new Value.Flag(false)));
        return facts;
    }

    private static Value number(@Nullable AtomicLong count) {
        return new Value.Numeric(BigDecimal.valueOf(count == null ? 0 : count.get()));
    }
}

package dev.termal.host.cli.output;

import dev.termal.api.ToolCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The tool calls of a session on the screen: those that run in lines that are rewritten, or, where a terminal cannot do
 * that, one line at the start; those that have ended in a line that stays, with what they show.
 *
 * <p>For the thread that reads entries; a permission prompt tells of diffs it has shown from its own, and a clock of its ticks.
 */
final class ToolCards {
    private static final int MAX_RUNNING_SHOWN = 6;
    private static final int MAX_KNOWN = 1_000; // calls; an agent that never ends any must not fill the heap

    private final Screen screen;
    private final Look look;
    private final ToolLines lines;
    private final LongSupplier nanoTime;
    private final Map<String, Running> running = new LinkedHashMap<>(); // guarded by itself, as the next two
    private Optional<String> plan = Optional.empty();
    private long changes;
    private final Set<String> ended = new LinkedHashSet<>();
    private final Set<String> refused = new LinkedHashSet<>();
    private final Set<String> diffsShown = new LinkedHashSet<>();

    ToolCards(Screen screen, Look look, ToolLines lines, LongSupplier nanoTime) {
        this.screen = screen;
        this.look = look;
        this.lines = lines;
        this.nanoTime = nanoTime;
    }

    private record Running(ToolCall call, long since) {}

    void update(ToolCall call) {
        if (ended.contains(call.id())) {
            return;
        }
        if (call.status().isFinal()) {
            Duration time = time(call.id());
            forget(call.id());
            remember(ended, call.id());
            if (refused.remove(call.id()) && call.status() == ToolCall.Status.REJECTED) {
                screen.area(runningLines()); // that it was is told already
            } else {
                end(call, lines.ended(call, time));
            }
        } else {
            boolean fresh = begin(call);
            if (look.rewrites()) {
                screen.area(runningLines());
            } else if (fresh) {
                screen.note(lines.head(call));
            }
        }
    }

    private boolean begin(ToolCall call) {
        synchronized (running) {
            changes++;
            Running before = running.get(call.id());
            running.put(call.id(), new Running(call, before == null ? nanoTime.getAsLong() : before.since()));
            if (running.size() > MAX_KNOWN) {
                running.remove(running.keySet().iterator().next());
            }
            return before == null;
        }
    }

    private void forget(String id) {
        synchronized (running) {
            changes++;
            running.remove(id);
        }
    }

    private Duration time(String id) {
        synchronized (running) {
            Running known = running.get(id);
            return known == null ? Duration.ZERO : since(known);
        }
    }

    private Duration since(Running call) {
        return Duration.ofNanos(nanoTime.getAsLong() - call.since());
    }

    /** That this call was refused has been told. */
    void refused(String id) {
        remember(refused, id);
    }

    /** How far the plan is, in a line above the calls that run; only for a terminal that can rewrite. */
    void plan(Optional<String> line) {
        boolean changed;
        synchronized (running) {
            changed = !plan.equals(line);
            plan = line;
            changes++;
        }
        if (changed && look.rewrites()) {
            screen.area(runningLines());
        }
    }

    /** Time has passed: shows how long what runs has been running. From any thread, for a terminal that can rewrite. */
    void tick() {
        long seen;
        synchronized (running) {
            if (running.isEmpty()) {
                return;
            }
            seen = changes;
        }
        screen.area(runningLines());
        synchronized (running) {
            if (seen == changes) {
                return;
            }
        }
        screen.area(runningLines()); // what changed meanwhile may have been shown before
    }

    private void end(ToolCall call, String head) {
        List<String> all = new ArrayList<>();
        all.add(head);
        boolean withDiffs;
        synchronized (diffsShown) {
            withDiffs = !diffsShown.remove(call.id());
        }
        List<String> shown = lines.content(call, withDiffs);
        List<String> whole = lines.whole(call, withDiffs);
        all.addAll(shown);
        if (!whole.equals(shown)) {
            String how = screen.fold(whole);
            if (!how.isEmpty()) {
                all.add(look.dim("  " + how));
            }
        }
        screen.note(String.join("\n", all), runningLines());
    }

    private List<String> runningLines() {
        List<String> area = new ArrayList<>();
        if (look.rewrites()) {
            synchronized (running) {
                plan.ifPresent(area::add);
                running.values().stream()
                        .limit(MAX_RUNNING_SHOWN)
                        .map(each -> lines.live(each.call(), since(each)))
                        .forEach(area::add);
                if (running.size() > MAX_RUNNING_SHOWN) {
                    area.add(look.dim("… " + (running.size() - MAX_RUNNING_SHOWN) + " more"));
                }
            }
        }
        return area;
    }

    /** A person has seen this call's diffs while deciding. */
    void diffsShown(String id) {
        synchronized (diffsShown) {
            remember(diffsShown, id);
        }
    }

    /** Nothing more is to come: what still runs is said to have no end. */
    void turnEnded() {
        Optional<String> open;
        List<ToolCall> left;
        synchronized (running) {
            open = plan;
            plan = Optional.empty();
            left = running.values().stream().map(Running::call).toList();
            running.clear();
            changes++;
        }
        open.ifPresent(screen::note); // as far as it came
        left.forEach(call -> end(call, lines.unfinished(call)));
    }

    private static void remember(Set<String> ids, String id) {
        ids.add(id);
        if (ids.size() > MAX_KNOWN) {
            ids.remove(ids.iterator().next());
        }
    }
}

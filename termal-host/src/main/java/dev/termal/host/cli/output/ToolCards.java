package dev.termal.host.cli.output;

import dev.termal.api.ToolCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The tool calls of a session on the screen: those that run in lines that are rewritten, or, where a terminal cannot do
 * that, one line at the start; those that have ended in a line that stays, with what they show.
 *
 * <p>For the thread that reads entries; a permission prompt tells of diffs it has shown from its own.
 */
final class ToolCards {
    private static final int MAX_RUNNING_SHOWN = 6;
    private static final int MAX_KNOWN = 1_000; // calls; an agent that never ends any must not fill the heap

    private final Screen screen;
    private final Look look;
    private final ToolLines lines;
    private final Map<String, ToolCall> running = new LinkedHashMap<>();
    private Optional<String> plan = Optional.empty();
    private final Set<String> ended = new LinkedHashSet<>();
    private final Set<String> refused = new LinkedHashSet<>();
    private final Set<String> diffsShown = new LinkedHashSet<>();

    ToolCards(Screen screen, Look look, ToolLines lines) {
        this.screen = screen;
        this.look = look;
        this.lines = lines;
    }

    void update(ToolCall call) {
        if (ended.contains(call.id())) {
            return;
        }
        if (call.status().isFinal()) {
            running.remove(call.id());
            remember(ended, call.id());
            if (refused.remove(call.id()) && call.status() == ToolCall.Status.REJECTED) {
                screen.area(runningLines()); // that it was is told already
            } else {
                end(call, lines.head(call));
            }
        } else {
            boolean fresh = running.put(call.id(), call) == null;
            if (running.size() > MAX_KNOWN) {
                running.remove(running.keySet().iterator().next());
            }
            if (look.rewrites()) {
                screen.area(runningLines());
            } else if (fresh) {
                screen.note(lines.head(call));
            }
        }
    }

    /** That this call was refused has been told. */
    void refused(String id) {
        remember(refused, id);
    }

    /** How far the plan is, in a line above the calls that run; only for a terminal that can rewrite. */
    void plan(Optional<String> line) {
        boolean changed = !plan.equals(line);
        plan = line;
        if (changed && look.rewrites()) {
            screen.area(runningLines());
        }
    }

    private void end(ToolCall call, String head) {
        List<String> all = new ArrayList<>();
        all.add(head);
        synchronized (diffsShown) {
            all.addAll(lines.content(call, !diffsShown.remove(call.id())));
        }
        screen.note(String.join("\n", all), runningLines());
    }

    private List<String> runningLines() {
        List<String> area = new ArrayList<>();
        if (look.rewrites()) {
            plan.ifPresent(area::add);
            running.values().stream().limit(MAX_RUNNING_SHOWN).map(lines::head).forEach(area::add);
            if (running.size() > MAX_RUNNING_SHOWN) {
                area.add(look.dim("… " + (running.size() - MAX_RUNNING_SHOWN) + " more"));
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
        plan.ifPresent(screen::note); // as far as it came
        plan = Optional.empty();
        List<ToolCall> open = List.copyOf(running.values());
        running.clear();
        open.forEach(call -> end(call, lines.unfinished(call)));
    }

    private static void remember(Set<String> ids, String id) {
        ids.add(id);
        if (ids.size() > MAX_KNOWN) {
            ids.remove(ids.iterator().next());
        }
    }
}

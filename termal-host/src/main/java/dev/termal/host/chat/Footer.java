package dev.termal.host.chat;

import dev.termal.host.cli.output.Look;
import dev.termal.host.cli.output.PlainText;
import dev.termal.host.text.ShownLength;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.jline.utils.AttributedString;

/** The lines below the one that is typed in: calls that run, prompts that wait, and how things stand. From any thread. */
final class Footer {
    private static final int MAX_WAITING_SHOWN = 3;
    private static final int WIDTH = 160;

    /** How things stand, asked for each time. */
    interface Facts {
        /** The prompts that wait. */
        List<String> waiting();

        /** Whether they wait for the person to go on. */
        boolean held();

        /** How long a turn runs; empty for none. */
        Optional<Duration> running();

        /** Whether the person is asked something. */
        boolean asking();

        /** Agent, model, mode, usage. */
        List<String> session();
    }

    /** Draws what has changed. */
    interface Drawing {
        /**
         * Draws.
         *
         * @param lines below the one that is typed in
         * @param bottom the last one
         */
        void draw(List<String> lines, String bottom);
    }

    private final Look look;
    private final Facts facts;
    private final IntSupplier rows;
    private final IntSupplier columns;
    private final Drawing drawing;
    private List<String> area = List.of();

    Footer(Look look, Facts facts, IntSupplier rows, IntSupplier columns, Drawing drawing) {
        this.look = look;
        this.facts = facts;
        this.rows = rows;
        this.columns = columns;
        this.drawing = drawing;
    }

    /** The lines of what runs. */
    void area(List<String> lines) {
        synchronized (this) {
            area = List.copyOf(lines);
        }
        update();
    }

    /** Draws what has changed. */
    synchronized void update() {
        List<String> lines = new ArrayList<>(area);
        List<String> waiting = facts.waiting();
        waiting.stream()
                .limit(MAX_WAITING_SHOWN)
                .map(text -> look.dim(facts.held() ? "held    " : "queued  ") + PlainText.line(text, WIDTH))
                .forEach(lines::add);
        if (waiting.size() > MAX_WAITING_SHOWN) {
            lines.add(look.dim("        … " + (waiting.size() - MAX_WAITING_SHOWN) + " more"));
        }
        int most = rows.getAsInt() / 3;
        drawing.draw(lines.subList(Math.max(0, lines.size() - most), lines.size()), status());
    }

    private String status() {
        List<String> parts = new ArrayList<>();
        if (facts.asking()) {
            parts.add(look.yellow("● your answer is wanted"));
        } else {
            facts.running()
                    .ifPresent(time -> parts.add(
                            look.cyan("● working " + ShownLength.inSeconds(time)) + look.dim(" Esc cancels")));
        }
        if (facts.held()) {
            parts.add(look.yellow("Enter sends what waits"));
        }
        facts.session().stream().map(look::dim).forEach(parts::add);
        return fitting(parts);
    }

    /** As many parts as there is room for, the first at least. */
    private String fitting(List<String> parts) {
        String line = parts.isEmpty() ? "" : parts.get(0);
        for (String part : parts.subList(Math.min(1, parts.size()), parts.size())) {
            String longer = line + look.dim(" · ") + part;
            if (AttributedString.fromAnsi(longer).columnLength() <= columns.getAsInt()) {
                line = longer;
            }
        }
        return line;
    }
}

package dev.termal.host.cli.output;

import dev.termal.api.PlanEntry;
import java.util.List;

/** A plan as a checklist: whole when it is new, and after that the steps that have changed. Not for several threads. */
final class PlanLines {
    private static final int WIDTH = 200;
    private static final int MAX_STEPS = 50;

    private final Look look;
    private List<PlanEntry> shown = List.of();

    PlanLines(Look look) {
        this.look = look;
    }

    List<String> update(List<PlanEntry> plan) {
        boolean sameSteps = texts(plan).equals(texts(shown));
        List<PlanEntry> before = shown;
        shown = plan;
        return plan.stream()
                .filter(step -> !sameSteps || !before.contains(step))
                .limit(MAX_STEPS)
                .map(this::line)
                .toList();
    }

    private static List<String> texts(List<PlanEntry> plan) {
        return plan.stream().map(PlanEntry::text).toList();
    }

    private String line(PlanEntry step) {
        String text = PlainText.line(step.text(), WIDTH);
        return switch (step.status()) {
            case COMPLETED -> look.green("[x] ") + text;
            case IN_PROGRESS -> look.cyan("[>] ") + look.bold(text);
            case CANCELLED -> look.dim("[-] " + text);
            case PENDING, OTHER -> "[ ] " + text;
        };
    }
}

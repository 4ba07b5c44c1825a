package dev.termal.host.cli.output;

import dev.termal.api.PlanEntry;
import java.util.List;
import java.util.Optional;

/** A plan: whole as a checklist when its steps are new, and after that a line that tells how far it is. Not for several threads. */
final class PlanLines {
    private static final int WIDTH = 200;
    private static final int MAX_STEPS = 50;

    private final Look look;
    private List<PlanEntry> known = List.of();

    PlanLines(Look look) {
        this.look = look;
    }

    /** The checklist, where its steps are other ones than before; else nothing. */
    List<String> update(List<PlanEntry> plan) {
        boolean sameSteps = texts(plan).equals(texts(known));
        known = plan;
        return sameSteps
                ? List.of()
                : plan.stream().limit(MAX_STEPS).map(this::line).toList();
    }

    /** How far it is; empty where there is none, or none any more. */
    Optional<String> progress() {
        long done = known.stream().filter(PlanLines::isOver).count();
        if (known.isEmpty() || done == known.size()) {
            return Optional.empty();
        }
        return Optional.of(underWay()
                .map(step -> plan((known.indexOf(step) + 1) + "/" + known.size()) + ": "
                        + PlainText.line(step.text(), WIDTH))
                .orElseGet(() -> plan(done + "/" + known.size() + " done")));
    }

    private Optional<PlanEntry> underWay() {
        return known.stream()
                .filter(step -> step.status() == PlanEntry.Status.IN_PROGRESS)
                .findFirst();
    }

    private String plan(String where) {
        return look.cyan("plan " + where);
    }

    /** Whether all steps are over. */
    boolean isDone() {
        return !known.isEmpty() && known.stream().allMatch(PlanLines::isOver);
    }

    /** Tells that it is over. */
    String done() {
        long cancelled = known.stream()
                .filter(step -> step.status() == PlanEntry.Status.CANCELLED)
                .count();
        long completed = known.size() - cancelled;
        return look.green("✓") + " plan: " + OutcomeLines.count(completed, "step") + " done"
                + (cancelled == 0 ? "" : ", " + cancelled + " dropped");
    }

    private static boolean isOver(PlanEntry step) {
        return step.status() == PlanEntry.Status.COMPLETED || step.status() == PlanEntry.Status.CANCELLED;
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

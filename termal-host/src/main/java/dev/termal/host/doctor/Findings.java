package dev.termal.host.doctor;

import dev.termal.api.Diagnostics;
import dev.termal.api.Diagnostics.Check;
import dev.termal.api.Diagnostics.Outcome;
import dev.termal.api.Fact;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects what an examination finds, in order. Not for several threads. */
public final class Findings {
    private final List<Check> checks = new ArrayList<>();
    private final List<Fact> facts = new ArrayList<>();

    /** Notes that something is as it should be. */
    public Findings ok(String name, String detail) {
        return add(name, Outcome.OK, detail, "");
    }

    /** Notes something to look at, and what to do. */
    public Findings warning(String name, String detail, String hint) {
        return add(name, Outcome.WARNING, detail, hint);
    }

    /** Notes something that does not work, and what to do. */
    public Findings failure(String name, String detail, String hint) {
        return add(name, Outcome.FAILURE, detail, hint);
    }

    private Findings add(String name, Outcome outcome, String detail, String hint) {
        checks.add(new Check(name, outcome, detail, hint));
        return this;
    }

    /** Notes a fact; an empty one is none. */
    public Findings fact(String key, String label, String text) {
        return text.isEmpty() ? this : fact(key, label, new Fact.Value.Text(text));
    }

    /** Notes a fact of several texts; an empty one is none. */
    public Findings fact(String key, String label, Collection<String> texts) {
        return texts.isEmpty()
                ? this
                : fact(
                        key,
                        label,
                        new Fact.Value.Items(texts.stream()
                                .<Fact.Value>map(Fact.Value.Text::new)
                                .toList()));
    }

    Findings fact(String key, String label, Fact.Value value) {
        facts.add(new Fact(key, label, value));
        return this;
    }

    Findings all(Diagnostics others) {
        checks.addAll(others.checks());
        facts.addAll(others.facts());
        return this;
    }

    boolean hasFailed(String name) {
        return checks.stream().anyMatch(check -> check.name().equals(name) && check.outcome() == Outcome.FAILURE);
    }

    /** What was found. */
    public Diagnostics done() {
        return new Diagnostics(checks, facts);
    }

    /** The same with each fact once: what was told last holds, unless it is nothing. */
    public static Diagnostics distinct(Diagnostics found) {
        Map<String, Fact> facts = new LinkedHashMap<>();
        for (Fact fact : found.facts()) {
            if (!fact.value().equals(new Fact.Value.Text(""))) {
                facts.put(fact.key(), fact);
            }
        }
        return new Diagnostics(found.checks(), List.copyOf(facts.values()));
    }

    /** The same for something that nobody relies on: what does not work there is a warning. */
    Diagnostics doneForSomethingUnused() {
        return new Diagnostics(
                checks.stream()
                        .map(check -> check.outcome() == Outcome.FAILURE
                                ? new Check(check.name(), Outcome.WARNING, check.detail(), check.hint())
                                : check)
                        .toList(),
                facts);
    }
}

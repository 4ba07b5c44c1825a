package dev.termal.api;

import java.util.List;
import java.util.stream.Stream;

/** What was checked and what is known, without spending anything. */
public record Diagnostics(List<Check> checks, List<Fact> facts) {
    /** Nothing. */
    public static final Diagnostics NONE = new Diagnostics(List.of(), List.of());

    /** How a check came out; worse is later. */
    public enum Outcome {
        /** As it should be. */
        OK,
        /** Works, but look at it. */
        WARNING,
        /** Does not work. */
        FAILURE
    }

    /**
     * One check.
     *
     * @param detail what was found
     * @param hint what to do; may be empty
     */
    public record Check(String name, Outcome outcome, String detail, String hint) {}

    /** Copies its lists. */
    public Diagnostics {
        checks = List.copyOf(checks);
        facts = List.copyOf(facts);
    }

    /** These, then the other's. */
    public Diagnostics and(Diagnostics other) {
        return new Diagnostics(
                Stream.concat(checks.stream(), other.checks.stream()).toList(),
                Stream.concat(facts.stream(), other.facts.stream()).toList());
    }

    /** The worst outcome; {@link Outcome#OK} where nothing was checked. */
    public Outcome worst() {
        return checks.stream().map(Check::outcome).max(Enum::compareTo).orElse(Outcome.OK);
    }
}

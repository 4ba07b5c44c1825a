package dev.termal.api;

import java.util.List;
import java.util.Map;

/** What became of a {@link Question}. */
public sealed interface Answer {
    /**
     * It was answered.
     *
     * @param values by field id, as text: numbers in decimal, yes and no as {@code true} and {@code false}, choices by
     *     value; several only where the field takes several. A field left out has no entry.
     */
    record Accepted(Map<String, List<String>> values) implements Answer {
        /** Copies its map. */
        public Accepted {
            values = Checks.ordered(values);
        }
    }

    /** The person, or the host for want of one, said no. */
    record Declined(String reason) implements Answer {}

    /** The turn was cancelled. */
    record Cancelled() implements Answer {}
}

package dev.termal.api.spi;

import dev.termal.api.Fact;
import java.util.List;

/**
 * How one probe came out.
 *
 * @param id the probe's short name, such as {@code D}
 * @param title what was tried
 * @param evidence what was seen, in a line
 * @param measured figures with names
 * @param captured lines of the protocol that show it, already redacted
 */
public record Verdict(
        String id, String title, Result result, String evidence, List<Fact> measured, List<String> captured) {
    /** How it came out. */
    public enum Result {
        /** As relied on. */
        PASS,
        /** Not as relied on. */
        FAIL,
        /** The agent does not offer it. */
        ABSENT,
        /** Not offered, but another way works. */
        FALLBACK,
        /** Not tried, for the reason in the evidence. */
        UNTESTED
    }

    /** Copies its lists. */
    public Verdict {
        measured = List.copyOf(measured);
        captured = List.copyOf(captured);
    }
}

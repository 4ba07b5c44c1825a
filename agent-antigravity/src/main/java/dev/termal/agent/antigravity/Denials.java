package dev.termal.agent.antigravity;

import java.util.Locale;
import java.util.Optional;

/** What the CLI says in its error output of tools that it denied by itself, of which it may say nothing else. For one thread. */
final class Denials {
    private static final String MARK = "auto-denied";

    private int known;

    /** The last line about a denial, where there are more than at the last look. */
    Optional<String> news(String stderrTail) {
        var lines = stderrTail
                .lines()
                .map(String::strip)
                .filter(line -> line.toLowerCase(Locale.ROOT).contains(MARK))
                .toList();
        boolean more = lines.size() > known;
        known = lines.size();
        return more ? Optional.of(lines.get(lines.size() - 1)) : Optional.empty();
    }
}

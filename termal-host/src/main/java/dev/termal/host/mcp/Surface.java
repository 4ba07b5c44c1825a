package dev.termal.host.mcp;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.host.text.Nearest;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Which of the host's tools an agent is lent: none, some by name, or all.
 *
 * @param all those that will come, too
 * @param names the tools where it is not all
 */
public record Surface(boolean all, Set<String> names) {
    /** The word for no tools. */
    private static final String NONE = "none";

    /** The word for all tools. */
    private static final String ALL = "all";

    /** Copies its set. */
    public Surface {
        names = Set.copyOf(names);
    }

    /**
     * By words: {@code none}, {@code all}, or names.
     *
     * @param knownNames asked for the names that there are, where it is by names
     * @param where what says so, for messages
     * @throws AgentException of code {@code CONFIGURATION} for a name that is not known
     */
    public static Surface of(List<String> words, Supplier<List<String>> knownNames, String where) {
        if (words.isEmpty() || words.equals(List.of(NONE))) {
            return new Surface(false, Set.of());
        }
        if (words.equals(List.of(ALL))) {
            return new Surface(true, Set.of());
        }
        List<String> known = knownNames.get();
        for (String word : words) {
            if (!known.contains(word)) {
                throw new AgentException(
                        ErrorCode.CONFIGURATION,
                        where + ": the host has no tool \"" + word + "\"; it has "
                                + String.join(", ", known) + ", and the words none and all stand alone"
                                + Nearest.hint(word, known));
            }
        }
        return new Surface(false, Set.copyOf(words));
    }

    /** These, and some more by name. */
    public Surface and(Collection<String> more) {
        Set<String> together = new HashSet<>(names);
        together.addAll(more);
        return new Surface(all, together);
    }

    boolean isEmpty() {
        return !all && names.isEmpty();
    }

    boolean lends(String tool) {
        return all || names.contains(tool);
    }
}

package dev.termal.host.permission;

import dev.termal.host.text.Wildcard;
import java.util.List;
import java.util.Optional;

/**
 * The commands that a rule is about: word for word, with {@code *} for any characters of one word; a {@code *} alone at the end
 * for any further words, none too.
 *
 * @param words as they stand in the rule
 * @param exact whether a {@code *} is one, and nothing may follow
 */
record CommandPattern(List<String> words, boolean exact) {
    private static final String REST = "*";

    CommandPattern {
        words = List.copyOf(words);
    }

    /** A pattern as a person writes it; empty where it is more than one plain command. */
    static Optional<CommandPattern> parse(String text) {
        return PlainCommand.words(text).map(words -> new CommandPattern(words, false));
    }

    static CommandPattern exactly(List<String> words) {
        return new CommandPattern(words, true);
    }

    /** Whether the program is named, and not only by what it looks like. */
    boolean namesProgram() {
        return exact || !Wildcard.isIn(words.get(0));
    }

    private boolean isOpen() {
        return !exact && words.get(words.size() - 1).equals(REST);
    }

    private List<String> fixed() {
        return isOpen() ? words.subList(0, words.size() - 1) : words;
    }

    /** Whether these are such words, to the letter. */
    boolean matches(List<String> command) {
        return matches(command, false);
    }

    private boolean matches(List<String> command, boolean folded) {
        List<String> fixed = fixed();
        if (command.size() < fixed.size() || (command.size() > fixed.size() && !isOpen())) {
            return false;
        }
        for (int i = 0; i < fixed.size(); i++) {
            String pattern = folded ? Wildcard.folded(fixed.get(i)) : fixed.get(i);
            String word = folded ? Wildcard.folded(command.get(i)) : command.get(i);
            if (!(exact ? pattern.equals(word) : Wildcard.matches(pattern, word))) {
                return false;
            }
        }
        return true;
    }

    /** Whether such a command may be in the text; upper and lower case are the same here. */
    Match find(FoundCommands found) {
        if (found.commands().stream().anyMatch(command -> matches(command, true))) {
            return Match.YES;
        }
        return found.isOpaque() || found.isUnreadable(words.get(0)) ? Match.UNSURE : Match.NO;
    }

    /** Whether it matches whatever the other matches. */
    boolean covers(CommandPattern other) {
        if (exact) {
            return equals(other);
        }
        if (other.isOpen() && !isOpen()) {
            return false;
        }
        return matches(other.fixed());
    }

    @Override
    public String toString() {
        return String.join(" ", words);
    }
}

package dev.termal.host.permission;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The words of a command line that is one program with its arguments and nothing more, whatever shell reads it: what a rule
 * that allows may look at. Where in doubt a command is not plain.
 */
final class PlainCommand {
    /** Longer ones are not looked at. */
    static final int MAX_LENGTH = 64 * 1024;

    /** What chains, substitutes, redirects, groups or escapes; inside of quotes too, since shells differ in them. */
    private static final String SHELL_SIGNS =
            ";&|$`<>(){}\\\n\r" + (File.separatorChar == '\\' ? "%^!\u2018\u2019\u201a\u201b\u201c\u201d\u201e" : "");

    private PlainCommand() {}

    /** The words; empty where the command is not plain. */
    static Optional<List<String>> words(String command) {
        if (command.length() > MAX_LENGTH
                || command.codePoints().anyMatch(c -> SHELL_SIGNS.indexOf(c) >= 0 || isHidden(c))) {
            return Optional.empty();
        }
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean begun = false;
        char quote = 0;
        for (int i = 0; i < command.length(); i++) {
            char c = command.charAt(i);
            if (quote != 0 && c == quote) {
                quote = 0;
            } else if (quote == 0 && (c == '\'' || c == '"')) {
                quote = c;
                begun = true;
            } else if (quote == 0 && (c == ' ' || c == '\t')) {
                if (begun) {
                    words.add(word.toString());
                }
                word.setLength(0);
                begun = false;
            } else if (quote == 0 && c == '#' && !begun) {
                return Optional.empty(); // the rest is a comment
            } else {
                word.append(c);
                begun = true;
            }
        }
        if (begun) {
            words.add(word.toString());
        }
        boolean plain = quote == 0 && !words.isEmpty() && words.get(0).indexOf('=') < 0;
        return plain ? Optional.of(words) : Optional.empty();
    }

    /** Whether a person could not see it, or not tell it from a blank. */
    private static boolean isHidden(int c) {
        int type = Character.getType(c);
        return c != '\t'
                && c != ' '
                && (type == Character.CONTROL
                        || type == Character.FORMAT
                        || type == Character.SPACE_SEPARATOR
                        || type == Character.LINE_SEPARATOR
                        || type == Character.PARAGRAPH_SEPARATOR
                        || type == Character.SURROGATE);
    }
}

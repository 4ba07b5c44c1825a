package dev.termal.host.chat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jline.utils.AttributedString;

/** Lines for people, broken between words. What is indented is code, or to be copied, and stays whole. */
final class Prose {
    private static final Pattern MARK = Pattern.compile("(\\[.]|[^\\p{L}\\p{N}\\s]) ");

    private Prose() {}

    /** The same lines, none of them wider than the terminal where blanks allow it. */
    static String broken(String lines, int columns) {
        StringBuilder out = new StringBuilder();
        for (String line : lines.split("\n", -1)) {
            breakLine(line, columns, out.isEmpty() ? out : out.append('\n'));
        }
        return out.toString();
    }

    private static void breakLine(String line, int columns, StringBuilder out) {
        AttributedString rest = AttributedString.fromAnsi(line);
        if (line.startsWith(" ") || rest.columnLength() <= columns) {
            out.append(line);
            return;
        }
        Matcher mark = MARK.matcher(rest);
        String hang = " ".repeat(mark.lookingAt() ? mark.end() : 0);
        while (rest.columnLength() > columns) {
            int blank = rest.columnSubSequence(0, columns + 1).toString().lastIndexOf(' ');
            if (blank <= hang.length()) {
                break; // a word longer than a line
            }
            out.append(rest.substring(0, blank).toAnsi()).append('\n');
            rest = AttributedString.join(
                    AttributedString.EMPTY, new AttributedString(hang), rest.substring(blank + 1, rest.length()));
        }
        out.append(rest.toAnsi());
    }
}

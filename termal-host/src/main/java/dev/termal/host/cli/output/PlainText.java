package dev.termal.host.cli.output;

import java.util.regex.Pattern;

/** Makes text of agents harmless: nothing in it can move where the terminal writes, change a colour or reverse the reading order. */
public final class PlainText {
    private static final char REPLACEMENT = '\uFFFD';

    /** Whole sequences of terminals, which tools print for colour: they go without a trace. */
    private static final Pattern SEQUENCES = Pattern.compile(
            "\u001B\\[[0-?]*[ -/]*[@-~]" // CSI
                    + "|\u001B\\][^\u0007\u001B]*(?:\u0007|\u001B\\\\)"); // OSC

    private PlainText() {}

    /** The text with line ends and tabs, and every other control character made visible. */
    public static String clean(String text) {
        if (text.chars().noneMatch(PlainText::isHarmful)) {
            return text;
        }
        String bare = SEQUENCES.matcher(text).replaceAll("");
        StringBuilder cleaned = new StringBuilder(bare.length());
        bare.chars().filter(c -> c != '\r').forEach(c -> cleaned.append(isHarmful(c) ? REPLACEMENT : (char) c));
        return cleaned.toString();
    }

    /** The text on one line, cut to a number of characters. */
    public static String line(String text, int most) {
        // cut first: the text may be millions long, and cleaning only shortens
        String start = text.length() > 8 * most ? text.substring(0, 8 * most) : text;
        String line = clean(start).strip().replaceAll("\\s+", " ");
        return cut(line, most);
    }

    /** The text cut to a number of characters, the last an ellipsis where something was cut. */
    public static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = most - 1;
        if (Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(0, end) + "…";
    }

    private static boolean isHarmful(int c) {
        return c == '\r' || (Character.isISOControl(c) && c != '\n' && c != '\t') || isDirection(c);
    }

    /** Marks, overrides and isolates of the writing direction, which can make a command read as another. */
    private static boolean isDirection(int c) {
        return c == 0x061C
                || c == 0x200E
                || c == 0x200F
                || (c >= 0x202A && c <= 0x202E)
                || (c >= 0x2066 && c <= 0x2069);
    }
}

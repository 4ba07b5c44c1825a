package dev.termal.host.document;

import java.util.regex.Pattern;

/**
 * Text that comes in pieces, without blank ends: what is blank is held back until something follows. In a quotation each of
 * its lines is marked. Not for several threads.
 */
final class FlowingText {
    private static final Pattern BLANK_ENDS = Pattern.compile("[ \t]+(?=\n)");

    private final boolean quoted;
    private final StringBuilder held = new StringBuilder();
    private boolean begun;

    FlowingText(boolean quoted) {
        this.quoted = quoted;
    }

    /** What is to be written now that this piece has come. */
    String next(String piece) {
        String text = piece.replace("\r\n", "\n");
        String bare = text.stripTrailing();
        if (bare.isEmpty()) {
            held.append(begun ? text : "");
            return "";
        }
        String whole = begun ? held + bare : bare.stripLeading();
        held.setLength(0);
        held.append(text, bare.length(), text.length());
        begun = true;
        return quoted ? quote(whole) : whole;
    }

    /** The text's further lines as those of a quotation. */
    static String quote(String text) {
        return BLANK_ENDS.matcher(text).replaceAll("").replace("\n", "\n> ").replace("> \n", ">\n");
    }
}

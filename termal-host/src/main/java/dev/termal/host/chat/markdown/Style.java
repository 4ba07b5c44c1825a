package dev.termal.host.chat.markdown;

import java.util.StringJoiner;

/** How characters look: a set of bits, and what a terminal wants to hear for them. */
final class Style {
    static final int PLAIN = 0;
    static final int BOLD = 1;
    static final int DIM = 1 << 1;
    static final int ITALIC = 1 << 2;
    static final int UNDERLINE = 1 << 3;
    static final int STRIKE = 1 << 4;
    static final int RED = 1 << 5;
    static final int GREEN = 1 << 6;
    static final int MAGENTA = 1 << 7;
    static final int CYAN = 1 << 8;

    /** What a blank shows. */
    static final int SEEN_ON_BLANKS = UNDERLINE | STRIKE;

    private static final int[] CODES = {1, 2, 3, 4, 9, 31, 32, 35, 36};

    private Style() {}

    /** The shortest sequence that leads from one style to another. */
    static String change(int from, int to) {
        if (from == to) {
            return "";
        }
        boolean onlyMore = (from & to) == from;
        StringJoiner codes = new StringJoiner(";", "\u001B[", "m");
        if (!onlyMore) {
            codes.add(""); // an empty number is 0, which resets
        }
        int wanted = onlyMore ? to & ~from : to;
        for (int bit = 0; bit < CODES.length; bit++) {
            if ((wanted & 1 << bit) != 0) {
                codes.add(String.valueOf(CODES[bit]));
            }
        }
        return codes.toString();
    }
}

package dev.termal.engine.streamjson;

import java.util.regex.Pattern;

/** Text of agents as it may stand in a message. */
final class Words {
    private static final Pattern BREAKS = Pattern.compile("[\\p{Cntrl}\\s]+");

    private Words() {}

    /** In one line, cut to so many characters. */
    static String oneLine(String text, int chars) {
        String line = BREAKS.matcher(text.length() > 4 * chars ? text.substring(0, 4 * chars) : text)
                .replaceAll(" ")
                .strip();
        return line.length() <= chars ? line : line.substring(0, chars - 1) + "…";
    }
}

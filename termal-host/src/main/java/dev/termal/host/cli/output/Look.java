package dev.termal.host.cli.output;

/**
 * How output may look.
 *
 * @param colour whether escape sequences for colour may be written
 * @param rewrites whether lines may be rewritten in place
 */
public record Look(boolean colour, boolean rewrites) {
    private static final int LONGEST_WARNING = 2_000;

    /** As a file wants it. */
    public static final Look PLAIN = new Look(false, false);

    /** A warning of config or plugins, in one line that keeps its end: there it says what to do. */
    public String warning(String text) {
        return yellow("warning: ") + PlainText.line(text, LONGEST_WARNING);
    }

    /** The text, bold where colour is wanted. */
    public String bold(String text) {
        return with("1", text);
    }

    /** The text, dim where colour is wanted. */
    public String dim(String text) {
        return with("2", text);
    }

    /** The text, red where colour is wanted. */
    public String red(String text) {
        return with("31", text);
    }

    /** The text, green where colour is wanted. */
    public String green(String text) {
        return with("32", text);
    }

    /** The text, yellow where colour is wanted. */
    public String yellow(String text) {
        return with("33", text);
    }

    /** The text, cyan where colour is wanted. */
    public String cyan(String text) {
        return with("36", text);
    }

    private String with(String code, String text) {
        return colour && !text.isEmpty() ? "\u001B[" + code + "m" + text + "\u001B[0m" : text;
    }
}

package dev.termal.host.text;

/** The beginning of a text, on one line: what others wrote may be of any length and hold anything. */
public final class Beginning {
    /** So many times what is shown is looked at, since much of it may be blanks. */
    private static final int LOOKED_AT = 16;

    private static final int TITLE = 200;

    private Beginning() {}

    /** Of a title that stands in a sentence. */
    public static String ofTitle(String title) {
        return of(title, TITLE);
    }

    /** At most so many characters; the last of them tells where there is more. */
    public static String of(String text, int most) {
        String looked = text.substring(0, Math.min(text.length(), LOOKED_AT * most));
        String line = looked.strip().replaceAll("\\s+", " ");
        return line.codePointCount(0, line.length()) <= most
                ? line
                : line.substring(0, line.offsetByCodePoints(0, most - 1)) + "…";
    }
}

package dev.termal.host.text;

import java.text.Normalizer;
import java.util.Locale;

/** Texts in which {@code *} stands for any characters, none too. */
public final class Wildcard {
    private static final char ANY = '*';

    private Wildcard() {}

    /** Whether a text has one. */
    public static boolean isIn(String text) {
        return text.indexOf(ANY) >= 0;
    }

    /** In one pass, going back to the last {@code *} alone: no pattern takes long. */
    public static boolean matches(String pattern, String text) {
        int p = 0;
        int t = 0;
        int star = -1;
        int resume = 0;
        while (t < text.length()) {
            if (p < pattern.length() && pattern.charAt(p) == ANY) {
                star = p++;
                resume = t;
            } else if (p < pattern.length() && pattern.charAt(p) == text.charAt(t)) {
                p++;
                t++;
            } else if (star >= 0) {
                p = star + 1;
                t = ++resume;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == ANY) {
            p++;
        }
        return p == pattern.length();
    }

    /** One spelling for names that some file systems hold to be the same. */
    public static String folded(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFC)
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT);
    }
}

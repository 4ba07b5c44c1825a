package dev.termal.host.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** What a mistyped word was likely meant to be. */
public final class Nearest {
    private static final int MAX_LENGTH = 64; // a longer word is no command and no choice

    private Nearest() {}

    /** The word that differs least, if it differs in no more than a third of its letters; else empty. */
    public static Optional<String> to(String typed, Collection<String> words) {
        if (typed.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        String wanted = typed.toLowerCase(Locale.ROOT);
        return words.stream()
                .filter(word -> distance(wanted, word) <= Math.max(1, word.length() / 3))
                .min(Comparator.comparingInt(word -> distance(wanted, word)));
    }

    /** {@code ; did you mean 'x'?}, or nothing. */
    public static String hint(String typed, Collection<String> words) {
        return to(typed, words).map(word -> "; did you mean '" + word + "'?").orElse("");
    }

    /** Letters to insert, remove, replace or swap with their neighbour. */
    private static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int replaced = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                d[i][j] = Math.min(replaced, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}

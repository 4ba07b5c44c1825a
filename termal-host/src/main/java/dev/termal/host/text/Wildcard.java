package dev.termal.host.text;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.function.BiPredicate;

/** Texts in which {@code *} stands for any characters, none too. */
public final class Wildcard {
    private static final char ANY = '*';
    private static final int MOST_CHARS = 300;

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

    /** Whether some text is matched by both. */
    public static boolean meet(String one, String other) {
        if (one.length() > MOST_CHARS || other.length() > MOST_CHARS) {
            return true;
        }
        return meet(letters(one), letters(other), ANY, Character::equals);
    }

    private static List<Character> letters(String text) {
        return text.chars().mapToObj(c -> (char) c).toList();
    }

    /**
     * Whether something is matched by two lists of parts.
     *
     * @param any the part that stands for any parts, none too
     * @param same whether two other parts can be the same
     */
    public static <T> boolean meet(List<T> one, List<T> other, T any, BiPredicate<T, T> same) {
        boolean[][] meets = new boolean[one.size() + 1][other.size() + 1]; // from these places on
        for (int i = one.size(); i >= 0; i--) {
            for (int j = other.size(); j >= 0; j--) {
                boolean oneGoesOn = i < one.size();
                boolean otherGoesOn = j < other.size();
                boolean oneAny = oneGoesOn && one.get(i).equals(any);
                boolean otherAny = otherGoesOn && other.get(j).equals(any);
                if (!oneGoesOn && !otherGoesOn) {
                    meets[i][j] = true;
                } else if (oneAny || otherAny) {
                    meets[i][j] = (oneAny && meets[i + 1][j])
                            || (otherAny && meets[i][j + 1])
                            || (oneAny && otherGoesOn && meets[i][j + 1])
                            || (otherAny && oneGoesOn && meets[i + 1][j]);
                } else if (oneGoesOn && otherGoesOn) {
                    meets[i][j] = meets[i + 1][j + 1] && same.test(one.get(i), other.get(j));
                }
            }
        }
        return meets[0][0];
    }

    /** One spelling for names that some file systems hold to be the same. */
    public static String folded(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFC)
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT);
    }
}

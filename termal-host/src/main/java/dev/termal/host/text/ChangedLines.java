package dev.termal.host.text;

import com.github.difflib.UnifiedDiffUtils;
import com.github.difflib.algorithm.myers.MyersDiffWithLinearSpace;
import com.github.difflib.patch.Patch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a text was changed, as unified hunks with the old lines before the new ones.
 *
 * @param hunks the lines, each with its sign; empty where nothing differs or where it is too large
 * @param tooLarge how large it is, where it is too large to be compared
 */
public record ChangedLines(List<String> hunks, Optional<String> tooLarge) {
    private static final int MAX_CHARS = 1_000_000; // old and new together: more than anybody reads
    private static final int MAX_LINES_COMPARED = 4_000; // each side, common start and end aside
    private static final int CONTEXT = 3;

    /** Copies its list. */
    public ChangedLines {
        hunks = List.copyOf(hunks);
    }

    /** Compares; an empty text is a file that is not there. */
    public static ChangedLines of(String before, String after) {
        if (before.length() + after.length() > MAX_CHARS) {
            return tooLarge(String.format(Locale.ROOT, "%,d to %,d characters", before.length(), after.length()));
        }
        List<String> old = before.lines().toList();
        List<String> now = after.lines().toList();
        int start = commonStart(old, now);
        int end = commonEnd(old, now, start);
        int oldMiddle = old.size() - end - start;
        int newMiddle = now.size() - end - start;
        if (Math.max(oldMiddle, newMiddle) > MAX_LINES_COMPARED) {
            return tooLarge("change of " + oldMiddle + " to " + newMiddle + " lines");
        }
        return new ChangedLines(hunks(old, now), Optional.empty());
    }

    private static ChangedLines tooLarge(String size) {
        return new ChangedLines(List.of(), Optional.of(size + ", too large to show here"));
    }

    private static int commonStart(List<String> a, List<String> b) {
        int n = 0;
        while (n < a.size() && n < b.size() && a.get(n).equals(b.get(n))) {
            n++;
        }
        return n;
    }

    private static int commonEnd(List<String> a, List<String> b, int start) {
        int n = 0;
        while (n < Math.min(a.size(), b.size()) - start
                && a.get(a.size() - 1 - n).equals(b.get(b.size() - 1 - n))) {
            n++;
        }
        return n;
    }

    private static List<String> hunks(List<String> old, List<String> now) {
        if (old.isEmpty() || now.isEmpty()) {
            return Stream.concat(old.stream().map("-"::concat), now.stream().map("+"::concat))
                    .toList();
        }
        // linear space: the usual algorithm takes memory by the square of the difference
        Patch<String> patch =
                Patch.generate(old, now, new MyersDiffWithLinearSpace<String>().computeDiff(old, now, null));
        List<String> unified = UnifiedDiffUtils.generateUnifiedDiff("", "", old, patch, CONTEXT);
        return removedFirst(unified.subList(Math.min(2, unified.size()), unified.size())); // without the file names
    }

    /** In each run of changed lines the old ones before the new ones, as people are used to. */
    private static List<String> removedFirst(List<String> lines) {
        List<String> ordered = new ArrayList<>();
        List<String> added = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith("+")) {
                added.add(line);
                continue;
            }
            if (!line.startsWith("-")) {
                ordered.addAll(added);
                added.clear();
            }
            ordered.add(line);
        }
        ordered.addAll(added);
        return ordered;
    }
}

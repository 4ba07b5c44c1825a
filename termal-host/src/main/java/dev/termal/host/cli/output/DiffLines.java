package dev.termal.host.cli.output;

import com.github.difflib.UnifiedDiffUtils;
import com.github.difflib.algorithm.myers.MyersDiffWithLinearSpace;
import com.github.difflib.patch.Patch;
import dev.termal.api.ToolCall;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A change of a file as a bounded number of bounded lines. */
final class DiffLines {
    private static final int MAX_CHARS = 1_000_000; // old and new together: what a terminal is no place for
    private static final int MAX_LINES_COMPARED = 4_000; // each side, common start and end aside
    private static final int CONTEXT = 3;
    private static final int WIDTH = 240;

    private final Look look;
    private final Path cwd;

    DiffLines(Look look, Path cwd) {
        this.look = look;
        this.cwd = cwd;
    }

    /** A head with counts, then the change, at most so many lines of it. */
    List<String> of(ToolCall.Content.Diff diff, int most) {
        String name = look.bold(PlainText.line(Paths.shortened(diff.path(), cwd), WIDTH));
        String before = diff.oldText().orElse("");
        String after = diff.newText().orElse("");
        if (before.length() + after.length() > MAX_CHARS) {
            return List.of(name + "  " + look.dim(tooLarge(before.length(), after.length())));
        }
        List<String> old = lines(before);
        List<String> now = lines(after);
        int start = commonStart(old, now);
        int end = commonEnd(old, now, start);
        List<String> oldMiddle = old.subList(start, old.size() - end);
        List<String> newMiddle = now.subList(start, now.size() - end);
        if (Math.max(oldMiddle.size(), newMiddle.size()) > MAX_LINES_COMPARED) {
            return List.of(name + "  "
                    + look.dim("change of " + oldMiddle.size() + " to " + newMiddle.size()
                            + " lines, too large to show here"));
        }
        List<String> hunks = hunks(old, now);
        long added = hunks.stream().filter(line -> line.startsWith("+")).count();
        long removed = hunks.stream().filter(line -> line.startsWith("-")).count();
        List<String> shown = new ArrayList<>();
        shown.add(name + "  " + look.green("+" + added) + " " + look.red("-" + removed) + state(diff));
        hunks.stream().limit(most).map(this::coloured).forEach(shown::add);
        if (hunks.size() > most) {
            shown.add(look.dim("… " + (hunks.size() - most) + " more lines"));
        }
        return shown;
    }

    private String state(ToolCall.Content.Diff diff) {
        if (diff.oldText().isEmpty()) {
            return look.dim("  new file");
        }
        return diff.newText().isEmpty() ? look.dim("  deleted") : "";
    }

    private static String tooLarge(int before, int after) {
        return String.format(Locale.ROOT, "%,d to %,d characters, too large to show here", before, after);
    }

    private static List<String> lines(String text) {
        return text.isEmpty() ? List.of() : text.lines().toList();
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

    private String coloured(String line) {
        String cut =
                PlainText.cut(PlainText.clean(line.length() > 4 * WIDTH ? line.substring(0, 4 * WIDTH) : line), WIDTH);
        return switch (line.isEmpty() ? ' ' : line.charAt(0)) {
            case '+' -> look.green(cut);
            case '-' -> look.red(cut);
            case '@' -> look.cyan(cut);
            default -> cut;
        };
    }
}

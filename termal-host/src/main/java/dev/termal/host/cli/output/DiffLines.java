package dev.termal.host.cli.output;

import dev.termal.api.ToolCall;
import dev.termal.host.text.ChangedLines;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A change of a file as a bounded number of bounded lines. */
final class DiffLines {
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
        ChangedLines changed =
                ChangedLines.of(diff.oldText().orElse(""), diff.newText().orElse(""));
        if (changed.tooLarge().isPresent()) {
            return List.of(name + "  " + look.dim(changed.tooLarge().get()));
        }
        List<String> hunks = changed.hunks();
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

package dev.termal.host.cli.output;

import dev.termal.api.ContentBlock;
import dev.termal.api.ToolCall;
import dev.termal.host.text.ShownLength;
import dev.termal.host.text.Words;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A tool call as lines: its head, and what it shows, within bounds. */
public final class ToolLines {
    /** Lines of a diff at a call's end. */
    static final int DIFF = 40;

    private static final int HEAD = 160;
    private static final int OUTPUT = 10;
    private static final int UNFOLDED = 2_000;
    private static final Duration WORTH_TELLING = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofSeconds(5);
    private static final int WIDTH = 200;
    private static final String INDENT = "  ";

    private final Look look;
    private final Path cwd;
    private final DiffLines diffs;

    /** For paths below this folder, which are shown without it. */
    public ToolLines(Look look, Path cwd) {
        this.look = look;
        this.cwd = cwd;
        diffs = new DiffLines(look, cwd);
    }

    /** Its sign, title and what became of it. */
    String head(ToolCall call) {
        return switch (call.status()) {
            case COMPLETED -> look.green("✓") + " " + title(call);
            case FAILED -> look.red("✗") + " " + title(call) + look.red(" (failed)");
            case REJECTED -> look.yellow("⊘") + " " + title(call) + look.yellow(" (rejected)");
            case CANCELLED -> look.yellow("⊘") + " " + title(call) + look.yellow(" (cancelled)");
            case PENDING, IN_PROGRESS, OTHER -> look.cyan("•") + " " + title(call);
        };
    }

    /** For a call that its turn's end has left open. */
    String unfinished(ToolCall call) {
        return look.yellow("?") + " " + title(call) + look.yellow(" (no end told)");
    }

    /** Where the agent works. */
    public String folder() {
        return PlainText.line(cwd.toString(), HEAD);
    }

    /** What it does, on one line. */
    public String title(ToolCall call) {
        String title = PlainText.line(call.title(), HEAD);
        if (call.command().isPresent() && !call.title().contains(call.command().orElseThrow())) {
            return PlainText.cut(title + ": " + PlainText.line(call.command().orElseThrow(), HEAD), HEAD);
        }
        if (!call.locations().isEmpty()) {
            ToolCall.Location where = call.locations().get(0);
            if (!call.title().contains(String.valueOf(where.path().getFileName()))) {
                return PlainText.cut(title + " " + place(where), HEAD);
            }
        }
        return title;
    }

    /** A file and its line. */
    public String place(ToolCall.Location where) {
        String path = PlainText.line(Paths.shortened(where.path(), cwd), HEAD);
        return where.line().isPresent() ? path + ":" + where.line().getAsInt() : path;
    }

    /** What it does and since when, while it runs. */
    String live(ToolCall call, Duration time) {
        String kind = call.kind() == ToolCall.Kind.OTHER ? "" : " · " + Words.of(call.kind());
        String since = time.compareTo(WORTH_TELLING) < 0 ? "" : " · " + ShownLength.inSeconds(time);
        return head(call) + look.dim(kind + since);
    }

    /** What it did and how long that took, where it was long. */
    String ended(ToolCall call, Duration time) {
        return head(call) + (time.compareTo(LONG) < 0 ? "" : look.dim(" · " + ShownLength.inSeconds(time)));
    }

    /** What it shows: diffs, and output where it is worth a look. */
    List<String> content(ToolCall call, boolean withDiffs) {
        return content(call, withDiffs, DIFF, OUTPUT);
    }

    /** The same without what was left out, as long as that is at all to be read. */
    List<String> whole(ToolCall call, boolean withDiffs) {
        return content(call, withDiffs, UNFOLDED, UNFOLDED);
    }

    private List<String> content(ToolCall call, boolean withDiffs, int diffLines, int outputLines) {
        List<String> lines = new ArrayList<>();
        for (ToolCall.Content content : call.content()) {
            if (content instanceof ToolCall.Content.Diff diff) {
                if (withDiffs) {
                    lines.addAll(diffs.of(diff, diffLines));
                }
            } else if (content instanceof ToolCall.Content.Block block) {
                lines.addAll(output(call, block.block(), outputLines));
            }
        }
        return lines.stream().map(INDENT::concat).toList();
    }

    /** The diffs alone, as long as they may be while somebody decides. */
    public List<String> diffs(ToolCall call, int most) {
        return call.content().stream()
                .filter(ToolCall.Content.Diff.class::isInstance)
                .flatMap(content -> diffs.of((ToolCall.Content.Diff) content, most).stream())
                .map(INDENT::concat)
                .toList();
    }

    private List<String> output(ToolCall call, ContentBlock block, int most) {
        if (!(block instanceof ContentBlock.Text text)) {
            return List.of(look.dim("[" + kind(block) + "]"));
        }
        boolean quiet = call.kind() == ToolCall.Kind.READ
                || call.kind() == ToolCall.Kind.SEARCH
                || call.kind() == ToolCall.Kind.THINK;
        if (text.text().isBlank() || (quiet && call.status() == ToolCall.Status.COMPLETED)) {
            return List.of();
        }
        return outputLines(text.text(), most);
    }

    private List<String> outputLines(String text, int most) {
        List<String> shown = new ArrayList<>();
        int at = 0;
        while (at < text.length() && shown.size() < most) {
            int end = text.indexOf('\n', at);
            end = end < 0 ? text.length() : end;
            shown.add(look.dim(PlainText.line(text.substring(at, Math.min(end, at + 8 * WIDTH)), WIDTH)));
            at = end + 1;
        }
        if (at < text.length()) {
            shown.add(look.dim(more(text.substring(at))));
        }
        return shown;
    }

    private static String more(String rest) {
        long lines = rest.lines().count();
        return lines == 1
                ? String.format(Locale.ROOT, "… %,d more characters", rest.length())
                : String.format(Locale.ROOT, "… %,d more lines", lines);
    }

    static String kind(ContentBlock block) {
        if (block instanceof ContentBlock.Image) {
            return "image";
        }
        if (block instanceof ContentBlock.Audio) {
            return "audio";
        }
        if (block instanceof ContentBlock.ResourceLink link) {
            return PlainText.line(link.uri().toString(), WIDTH);
        }
        return "other content";
    }
}

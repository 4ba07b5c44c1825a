package dev.termal.host.document;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Text as it is, in a block of Markdown that nothing inside can end; of bounded length. */
final class Fence {
    private static final int MAX_LINES = 100;
    private static final int MAX_LINE = 1_000;
    private static final Pattern TICKS = Pattern.compile("`{3,}");

    private Fence() {}

    /** The block, without the last line's end. */
    static String of(String language, List<String> lines, String indent) {
        List<String> shown = lines.stream().limit(MAX_LINES).map(Fence::cut).toList();
        String ticks = "`"
                .repeat(TICKS.matcher(String.join("\n", shown))
                        .results()
                        .map(MatchResult::group)
                        .mapToInt(inside -> inside.length() + 1)
                        .max()
                        .orElse(3));
        StringBuilder block = new StringBuilder(indent).append(ticks).append(language);
        shown.forEach(line -> block.append('\n').append(line.isEmpty() ? "" : indent + line));
        block.append('\n').append(indent).append(ticks);
        if (lines.size() > MAX_LINES) {
            block.append('\n')
                    .append(indent)
                    .append("… ")
                    .append(lines.size() - MAX_LINES)
                    .append(" more lines");
        }
        return block.toString();
    }

    private static String cut(String line) {
        String bare = line.stripTrailing();
        int end = Math.min(MAX_LINE, bare.length());
        if (end == bare.length()) {
            return bare;
        }
        return bare.substring(0, Character.isHighSurrogate(bare.charAt(end - 1)) ? end - 1 : end) + "…";
    }
}

package dev.termal.host.chat.markdown;

import java.util.function.IntSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Markdown that comes in pieces, as whole lines for a terminal. A line is given out as soon as nothing can change it, and
 * never again: what is finished is not redrawn. What comes out depends on the text alone, not on how it was cut. It holds no
 * control character but ends of lines and its own sequences for colours.
 *
 * <p>Running text is given out line by line as it comes; a heading, a quotation or a line of code when the line is whole; a
 * table when it has ended. A line's end in running text is kept, since people who talk mean it. Not for several threads.
 */
public final class MarkdownStream {
    private static final int MAX_PROSE = 110; // columns: wider text is hard to read
    private static final int MIN_WIDTH = 16;
    private static final int MAX_LINE = 16 * 1024; // characters; a longer line is taken for several
    private static final int MAX_INDENT = 24;

    private static final Pattern FENCE = Pattern.compile("(`{3,}|~{3,})([^`]*)");
    private static final Pattern HEADING = Pattern.compile("(#{1,6})[ \t]+(.*?)[ \t]*#*");
    private static final Pattern RULE = Pattern.compile("([-*_])(?:[ \t]*\\1){2,}[ \t]*");
    private static final Pattern QUOTE = Pattern.compile("((?:>[ \t]?)+)(.*)");
    private static final Pattern ITEM = Pattern.compile("(?:([-*+])|(\\d{1,9}[.)]))[ \t]+(\\[[ xX]\\][ \t]+)?(?=\\S)");

    private final IntSupplier width;
    private final boolean colour;
    private final StringBuilder out = new StringBuilder();
    private final Harmless harmless = new Harmless();

    private final StringBuilder line = new StringBuilder(); // of the source, which has not ended
    private @Nullable Flow flow; // the line's text, as far as it is decided
    private int flowed; // characters of the line
    private String fence = ""; // what closes the block of code
    private int fenceIndent;
    private CodeColours code = new CodeColours("");
    private @Nullable Table table;
    private boolean blank; // is due before the next line
    private boolean anything;

    /**
     * A stream.
     *
     * @param width the terminal's columns, asked for each line anew
     * @param colour whether sequences for colours may be given out
     */
    public MarkdownStream(IntSupplier width, boolean colour) {
        this.width = width;
        this.colour = colour;
    }

    /** Takes a piece and gives what is finished by it: whole lines, each with its end; empty for none. */
    public String append(String piece) {
        take(harmless.append(piece));
        return given();
    }

    /** The end of the text as it was written, of which nothing is given out yet, since it may go on. */
    public String unfinished() {
        Flow open = flow;
        return open == null ? line.toString() : open.unfinished() + line.substring(flowed);
    }

    /** Gives what there is of a line, since something else is to be written now; the text goes on in another line. */
    public String breakLine() {
        if (line.length() > 0) {
            lineEnded();
        }
        endTable();
        return given();
    }

    /** Ends the text and gives the rest of it; another one may follow. */
    public String finish() {
        take(harmless.end());
        String rest = breakLine();
        fence = "";
        blank = false;
        anything = false;
        return rest;
    }

    private String given() {
        String lines = out.toString();
        out.setLength(0);
        return lines;
    }

    private void take(String text) {
        int at = 0;
        while (at < text.length()) {
            int end = text.indexOf('\n', at);
            boolean ends = end >= 0 && end - at + line.length() <= MAX_LINE;
            int to = ends ? end : Math.min(text.length(), at + MAX_LINE - line.length());
            line.append(text, at, to);
            if (ends || line.length() == MAX_LINE) {
                lineEnded();
            }
            at = ends ? to + 1 : to;
        }
        flowOn(false);
    }

    private int columns() {
        return Math.max(MIN_WIDTH, width.getAsInt() - 1);
    }

    private int proseColumns() {
        return Math.min(MAX_PROSE, columns());
    }

    private void write(Styled text) {
        if (blank) {
            out.append('\n');
            blank = false;
        }
        out.append(text.render(colour)).append('\n');
        anything = true;
    }

    private void lineEnded() {
        if (flow == null) {
            whole(line.toString());
        }
        flowOn(true);
        line.setLength(0);
        flowed = 0;
    }

    /** Gives out what is decided of a line of running text. */
    private void flowOn(boolean ended) {
        if (flow == null && !ended && fence.isEmpty() && isRunningText(line)) {
            endTable();
            beginFlow(line.toString());
        }
        Flow open = flow;
        if (open != null) {
            flowed = new Inline(colour, open::add).consume(line.toString(), flowed, ended, Style.PLAIN);
            if (ended) {
                open.end();
                flow = null;
            }
        }
    }

    /** Whether it can be nothing else, whatever follows. */
    private static boolean isRunningText(CharSequence line) {
        String text = line.toString().stripLeading();
        if (text.length() < 2) {
            return false;
        }
        if (Character.isLetter(text.charAt(0)) || "([\"'".indexOf(text.charAt(0)) >= 0) {
            return true;
        }
        Matcher item = ITEM.matcher(text);
        // "- - -" is a rule, and "- [ ]" wants its box whole
        return item.lookingAt() && Character.isLetterOrDigit(text.charAt(item.end()));
    }

    private void whole(String source) {
        String text = source.strip();
        int indent = source.length() - source.stripLeading().length();
        if (!fence.isEmpty()) {
            if (text.startsWith(fence) && text.chars().allMatch(c -> c == fence.charAt(0))) {
                fence = "";
            } else {
                code(source);
            }
            return;
        }
        if (Table.isRow(text)) {
            Table rows = table == null ? new Table(colour) : table;
            rows.add(text);
            table = rows;
            if (rows.isFull()) {
                endTable();
            }
            return;
        }
        endTable();
        if (text.isEmpty()) {
            blank = anything;
            return;
        }
        Matcher opening = FENCE.matcher(text);
        if (opening.matches()) {
            fence = opening.group(1);
            fenceIndent = indent;
            code = new CodeColours(opening.group(2));
            return;
        }
        Matcher heading = HEADING.matcher(text);
        Matcher quote = QUOTE.matcher(text);
        if (heading.matches()) {
            heading(heading.group(1).length(), heading.group(2));
        } else if (RULE.matcher(text).matches()) {
            write(Styled.of("─".repeat(Math.min(24, columns())), Style.DIM));
        } else if (quote.matches()) {
            int levels = (int) quote.group(1).chars().filter(c -> c == '>').count();
            Styled bar = Styled.of("│ ".repeat(Math.min(levels, 4)), Style.DIM);
            styledFlow(bar, quote.group(2), Style.DIM);
        } else {
            beginFlow(source);
        }
    }

    private void code(String source) {
        int cut = 0;
        while (cut < fenceIndent && cut < source.length() && source.charAt(cut) == ' ') {
            cut++;
        }
        String indent = " ".repeat(2 + Math.min(fenceIndent, MAX_INDENT));
        // not wrapped: the terminal does that in a way that can be copied
        write(new Styled()
                .append(indent, Style.PLAIN)
                .append(code.line(source.substring(cut).replace("\t", "    "))));
    }

    private void heading(int level, String text) {
        if (anything) {
            blank = true;
        }
        Styled mark = colour ? new Styled() : Styled.of("#".repeat(level) + " ", Style.PLAIN);
        styledFlow(
                mark,
                text,
                level == 1 ? Style.BOLD | Style.UNDERLINE : level < 4 ? Style.BOLD | Style.MAGENTA : Style.BOLD);
    }

    private void styledFlow(Styled prefix, String text, int style) {
        Flow styled = new Flow(this::proseColumns, prefix, prefix, this::write);
        new Inline(colour, styled::add).consume(text, 0, true, style);
        styled.end();
    }

    /** Begins running text, or an item of a list, and passes over what introduces it. */
    private void beginFlow(String source) {
        String text = source.stripLeading();
        int lead = source.length() - text.length();
        int indent = 0;
        for (int i = 0; i < lead; i++) {
            indent += source.charAt(i) == '\t' ? 4 : 1;
        }
        Styled first = Styled.of(" ".repeat(Math.min(indent, MAX_INDENT)), Style.PLAIN);
        Matcher item = ITEM.matcher(text);
        int skipped = 0;
        if (item.lookingAt()) {
            skipped = item.end();
            boolean box = item.group(3) != null;
            if (item.group(2) != null) {
                first.append(item.group(2) + " ", Style.PLAIN);
            } else if (!box) {
                first.append("• ", Style.PLAIN);
            }
            if (box) {
                first.append(item.group(3).charAt(1) == ' ' ? "[ ] " : "[x] ", Style.PLAIN);
            }
        }
        flow = new Flow(this::proseColumns, first, Styled.of(" ".repeat(first.width()), Style.PLAIN), this::write);
        flowed = lead + skipped;
    }

    private void endTable() {
        Table rows = table;
        if (rows != null) {
            table = null;
            rows.layOut(columns(), this::write);
        }
    }
}

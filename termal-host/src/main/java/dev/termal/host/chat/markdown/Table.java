package dev.termal.host.chat.markdown;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** The rows of a table, laid out when all are there: a column is as wide as its cells, or as there is room. */
final class Table {
    private static final int MAX_CHARS = 64 * 1024;
    private static final int LEAST_COLUMN = 4;
    private static final Pattern DELIMITERS =
            Pattern.compile("\\s*\\|(\\s*:?-+:?\\s*\\|)+\\s*|\\s*\\|(\\s*:?-+:?\\s*\\|)*\\s*:?-+:?\\s*");
    private static final Styled BAR = Styled.of(" │ ", Style.DIM);

    private final boolean colour;
    private final List<String> rows = new ArrayList<>();
    private int chars;

    Table(boolean colour) {
        this.colour = colour;
    }

    static boolean isRow(String line) {
        return line.startsWith("|") && line.length() > 1;
    }

    void add(String row) {
        rows.add(row);
        chars += row.length();
    }

    /** Whether no more may be added. */
    boolean isFull() {
        return chars > MAX_CHARS;
    }

    void layOut(int width, Consumer<Styled> lines) {
        if (rows.size() < 2 || !DELIMITERS.matcher(rows.get(1)).matches()) {
            rows.forEach(row -> flow(row, width, lines)); // bars, but no table
            return;
        }
        boolean[] toTheRight = alignment(rows.get(1));
        List<List<Styled>> cells = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            if (i != 1) {
                cells.add(cells(rows.get(i), i == 0 ? Style.BOLD : Style.PLAIN, toTheRight.length));
            }
        }
        int[] widths = widths(cells, toTheRight.length, width);
        for (int i = 0; i < cells.size(); i++) {
            row(cells.get(i), widths, toTheRight, lines);
            if (i == 0) {
                lines.accept(rule(widths));
            }
        }
    }

    private void flow(String row, int width, Consumer<Styled> lines) {
        Flow flow = new Flow(() -> width, new Styled(), new Styled(), lines);
        new Inline(colour, flow::add).consume(row, 0, true, Style.PLAIN);
        flow.end();
    }

    private static boolean[] alignment(String delimiters) {
        List<String> words = split(delimiters);
        boolean[] toTheRight = new boolean[words.size()];
        for (int i = 0; i < toTheRight.length; i++) {
            toTheRight[i] = words.get(i).endsWith(":") && !words.get(i).startsWith(":");
        }
        return toTheRight;
    }

    /** The cells' texts; a bar in code or behind a backslash divides nothing. */
    private static List<String> split(String row) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean code = false;
        String inner = row.strip();
        for (int i = 1; i < inner.length(); i++) {
            char c = inner.charAt(i);
            boolean barAhead = c == '\\' && i + 1 < inner.length() && inner.charAt(i + 1) == '|';
            if (barAhead) {
                cell.append('|');
                i++;
            } else if (c == '|' && !code) {
                cells.add(cell.toString().strip());
                cell.setLength(0);
            } else {
                code ^= c == '`';
                cell.append(c);
            }
        }
        if (!cell.toString().isBlank()) {
            cells.add(cell.toString().strip());
        }
        return cells;
    }

    private List<Styled> cells(String row, int style, int columns) {
        List<String> texts = split(row);
        List<Styled> cells = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            Styled cell = new Styled();
            if (i < texts.size()) {
                String text = texts.get(i).replaceAll("(?i)<br\\s*/?>", " ");
                new Inline(colour, cell::append).consume(text, 0, true, style);
            }
            cells.add(cell);
        }
        return cells;
    }

    /** What each column would like, the widest made narrower until all of them fit. */
    private static int[] widths(List<List<Styled>> cells, int columns, int width) {
        int[] widths = new int[columns];
        for (int column = 0; column < columns; column++) {
            int at = column;
            widths[column] = Math.max(
                    1, cells.stream().mapToInt(row -> row.get(at).width()).max().orElse(1));
        }
        int room = width - BAR.width() * (columns - 1);
        while (Arrays.stream(widths).sum() > room) {
            int widest = 0;
            for (int column = 1; column < columns; column++) {
                widest = widths[column] > widths[widest] ? column : widest;
            }
            if (widths[widest] <= LEAST_COLUMN) {
                break; // the terminal wraps it
            }
            widths[widest]--;
        }
        return widths;
    }

    private static void row(List<Styled> cells, int[] widths, boolean[] toTheRight, Consumer<Styled> lines) {
        List<List<Styled>> wrapped = new ArrayList<>();
        int height = 1;
        for (int column = 0; column < widths.length; column++) {
            List<Styled> cell = wrapped(cells.get(column), widths[column]);
            wrapped.add(cell);
            height = Math.max(height, cell.size());
        }
        for (int i = 0; i < height; i++) {
            Styled line = new Styled();
            for (int column = 0; column < widths.length; column++) {
                Styled cell =
                        i < wrapped.get(column).size() ? wrapped.get(column).get(i) : new Styled();
                String padding = " ".repeat(Math.max(0, widths[column] - cell.width()));
                boolean last = column == widths.length - 1;
                if (toTheRight[column]) {
                    line.append(padding, Style.PLAIN).append(cell);
                } else {
                    line.append(cell).append(last ? "" : padding, Style.PLAIN);
                }
                if (!last) {
                    line.append(BAR);
                }
            }
            lines.accept(line);
        }
    }

    private static List<Styled> wrapped(Styled cell, int width) {
        List<Styled> lines = new ArrayList<>();
        Flow flow = new Flow(() -> width, new Styled(), new Styled(), lines::add);
        for (int i = 0; i < cell.length(); i += Character.charCount(cell.codePointAt(i))) {
            flow.add(cell.codePointAt(i), cell.styleAt(i));
        }
        flow.end();
        return lines;
    }

    private static Styled rule(int[] widths) {
        Styled rule = new Styled();
        for (int column = 0; column < widths.length; column++) {
            rule.append(column == 0 ? "" : "─┼─", Style.DIM).append("─".repeat(widths[column]), Style.DIM);
        }
        return rule;
    }
}

package dev.termal.host.cli;

import dev.termal.host.cli.output.Look;
import dev.termal.host.cli.output.PlainText;
import java.util.ArrayList;
import java.util.List;

/** Rows in aligned columns; all but the last are of bounded width. */
final class Table {
    private static final int MAX_WIDTH = 48;
    private static final int MAX_LAST = 400;
    private static final String GAP = "  ";

    private final Look look;
    private final List<List<String>> rows = new ArrayList<>();

    Table(Look look, String... heads) {
        this.look = look;
        rows.add(List.of(heads));
    }

    Table row(String... cells) {
        List<String> row = new ArrayList<>();
        for (int i = 0; i < cells.length; i++) {
            row.add(PlainText.line(cells[i], i == cells.length - 1 ? MAX_LAST : MAX_WIDTH));
        }
        rows.add(row);
        return this;
    }

    @Override
    public String toString() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], length(row.get(i)));
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                line.append(row.get(i))
                        .append(" ".repeat(widths[i] - length(row.get(i))))
                        .append(GAP);
            }
            String whole = line.toString().stripTrailing();
            text.append(row == rows.get(0) ? look.bold(whole) : whole).append('\n');
        }
        return text.toString();
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}

package dev.termal.host.cli;

import dev.termal.host.cli.output.Look;
import dev.termal.host.cli.output.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Rows in aligned columns of bounded width; what is too long for a column goes below its row, in lines of its own. */
final class Table {
    private static final int MAX_WIDTH = 48;
    private static final int MAX_LAST = 400;
    private static final int MAX_NOTE = 1_000;
    private static final int MAX_NOTE_LINES = 30;
    private static final int NOTE_WIDTH = 80;
    private static final String NOTE_INDENT = "    ";
    private static final String GAP = "  ";

    private final Look look;
    private final List<List<String>> rows = new ArrayList<>();
    private final List<String> notes = new ArrayList<>(); // one for each row; may be empty

    Table(Look look, String... heads) {
        this.look = look;
        rows.add(List.of(heads));
        notes.add("");
    }

    Table row(String... cells) {
        List<String> row = new ArrayList<>();
        for (int i = 0; i < cells.length; i++) {
            row.add(PlainText.line(cells[i], i == cells.length - 1 ? MAX_LAST : MAX_WIDTH));
        }
        rows.add(row);
        notes.add("");
        return this;
    }

    /** Says more of the row before; its lines stay lines. */
    Table note(String text) {
        String lines = text.lines()
                .limit(MAX_NOTE_LINES)
                .map(line -> PlainText.line(line, MAX_NOTE))
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("\n"));
        notes.set(notes.size() - 1, lines);
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
        for (int r = 0; r < rows.size(); r++) {
            List<String> row = rows.get(r);
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                line.append(row.get(i))
                        .append(" ".repeat(widths[i] - length(row.get(i))))
                        .append(GAP);
            }
            String whole = line.toString().stripTrailing();
            text.append(r == 0 ? look.bold(whole) : whole).append('\n');
            notes.get(r).lines().forEach(note -> note(note, text));
        }
        return text.toString();
    }

    /** Broken between words; a word that is too long stays whole, so that a path can be copied. */
    private static void note(String note, StringBuilder text) {
        String indent = note.startsWith("- ") ? NOTE_INDENT + "  " : NOTE_INDENT; // an item hangs on its dash
        int used = 0;
        for (String word : note.split(" ")) {
            boolean fits = used > 0 && used + 1 + length(word) <= NOTE_WIDTH;
            text.append(fits ? " " : used > 0 ? "\n" + indent : NOTE_INDENT).append(word);
            used = fits ? used + 1 + length(word) : indent.length() + length(word);
        }
        text.append('\n');
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}

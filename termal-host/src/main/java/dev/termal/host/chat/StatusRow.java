package dev.termal.host.chat;

import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;

/**
 * The terminal's last row, which does not scroll: the others are made a region of their own, so that what is written there
 * need not draw this one again. The sequences are those that all terminals of today share. For one thread at a time.
 */
final class StatusRow {
    private static final String SAVE = "\u001B7";
    private static final String RESTORE = "\u001B8";
    private static final String ROOM_BELOW = "\u001BD\u001B[A"; // scrolls where there is none
    private static final int FEWEST_ROWS = 5;

    private final Terminal terminal;
    private String shown = "";
    private boolean open;
    private int rowsThen; // when the region was made

    StatusRow(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Shows a line; true where the terminal turned out to have another size, and what is on it has to be drawn again. */
    boolean show(String line) {
        boolean resized = open && rowsThen != terminal.getRows();
        if (line.equals(shown) && open && !resized) {
            return false;
        }
        shown = line;
        if (resized) {
            resized();
        } else {
            draw(open ? "" : ROOM_BELOW);
        }
        return resized;
    }

    /** The terminal has another size, and has forgotten its regions. */
    void resized() {
        if (open) {
            draw(ROOM_BELOW + "\u001B[J"); // the row as it was may stand anywhere below
        }
    }

    private void draw(String first) {
        int rows = terminal.getRows();
        if (rows < FEWEST_ROWS) {
            return;
        }
        rowsThen = rows;
        String region = first.isEmpty() ? "" : "\u001B[1;" + (rows - 1) + "r";
        AttributedString line = AttributedString.fromAnsi(shown);
        int columns = Math.max(1, terminal.getColumns());
        String text = line.columnLength() > columns
                ? line.columnSubSequence(0, columns - 1).toAnsi(terminal) + "…"
                : shown;
        write(first + SAVE + region + "\u001B[" + rows + ";1H" + text + "\u001B[m\u001B[K" + RESTORE);
        open = true;
    }

    void close() {
        if (open) {
            int rows = terminal.getRows();
            write(SAVE + "\u001B[r\u001B[" + rows + ";1H\u001B[K" + RESTORE);
            open = false;
        }
    }

    private void write(String sequences) {
        terminal.writer().print(sequences);
        terminal.flush();
    }
}

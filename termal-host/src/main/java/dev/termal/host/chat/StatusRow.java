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

    StatusRow(Terminal terminal) {
        this.terminal = terminal;
    }

    void show(String line) {
        if (line.equals(shown) && open) {
            return;
        }
        shown = line;
        draw(open ? "" : ROOM_BELOW);
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

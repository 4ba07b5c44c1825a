package dev.termal.host.cli.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/**
 * Two streams: the agent's text on standard output, all else on standard error, and the one place where a terminal that shows
 * both writes next. Everything is written out at once.
 */
public final class StreamScreen implements Screen {
    /** Characters that wait behind an open question; what is more is shown, and the question repeated. */
    static final int MAX_HELD = 256 * 1024;

    private static final String LINE_START_ERASE_BELOW = "\r\u001B[J";
    private static final String NO_WRAP = "\u001B[?7l";
    private static final String WRAP = "\u001B[?7h";

    private final Object lock = new Object();
    private final OutputStream out;
    private final OutputStream err;
    private final boolean shared;
    private final Runnable onBroken;

    private final Queue<Runnable> held = new ArrayDeque<>();
    private int heldChars;
    private boolean holding;
    private String question = "";

    private List<String> area = List.of(); // the lines below everything, which are rewritten
    private int drawn; // how many of them are on the screen
    private boolean thoughtOpen; // standard error is amid a line
    private boolean anyText;
    private int lineEnds = 2; // ends of line that the agent's text has behind it, at most 2
    private boolean broken;

    /**
     * A screen.
     *
     * @param shared whether both streams go to the same place
     * @param onBroken told once when standard output cannot be written any more; called without a lock
     */
    public StreamScreen(OutputStream out, OutputStream err, boolean shared, Runnable onBroken) {
        this.out = out;
        this.err = err;
        this.shared = shared;
        this.onBroken = onBroken;
    }

    @Override
    public void text(String piece) {
        show(piece.length(), () -> {
            endThought();
            writeText(piece);
        });
    }

    @Override
    public void newMessage() {
        show(0, () -> {
            endThought();
            if (anyText && lineEnds < 2) {
                writeText("\n".repeat(2 - lineEnds));
            }
        });
    }

    @Override
    public void note(String lines) {
        show(lines.length(), () -> {
            endThought();
            leaveText();
            writeError(lines + "\n");
            drawArea();
        });
    }

    @Override
    public void note(String lines, List<String> newArea) {
        show(lines.length(), () -> {
            endThought();
            leaveText();
            writeError(lines + "\n");
            area = List.copyOf(newArea);
            drawArea();
        });
    }

    @Override
    public void thought(String piece, Look look) {
        show(piece.length(), () -> {
            if (!thoughtOpen) {
                leaveText();
            }
            writeError(look.dim(piece));
            thoughtOpen = !piece.endsWith("\n");
        });
    }

    @Override
    public void area(List<String> lines) {
        show(0, () -> {
            endThought();
            leaveText();
            area = List.copyOf(lines);
            drawArea();
        });
    }

    @Override
    public void ask(String text) {
        synchronized (lock) {
            if (!holding) {
                eraseArea();
                endThought();
                leaveText();
                holding = true;
            }
            question = text;
            writeError(text);
        }
    }

    @Override
    public void asked() {
        synchronized (lock) {
            holding = false;
            question = "";
            writeHeld();
            drawArea();
        }
        tellBroken();
    }

    @Override
    public void finish() {
        show(0, () -> {
            area = List.of();
            endThought();
            if (anyText && lineEnds == 0) {
                writeText("\n");
            }
        });
    }

    private void show(int length, Runnable writing) {
        synchronized (lock) {
            if (holding) {
                held.add(writing);
                heldChars += length;
                if (heldChars <= MAX_HELD) {
                    return;
                }
                writeError("\n");
                writeHeld();
                writeError(question);
            } else {
                eraseArea();
                writing.run();
            }
        }
        tellBroken();
    }

    private void writeHeld() {
        for (Runnable each = held.poll(); each != null; each = held.poll()) {
            eraseArea();
            each.run();
        }
        heldChars = 0;
    }

    private boolean toldBroken; // guarded by lock

    private void tellBroken() {
        synchronized (lock) {
            if (!broken || toldBroken) {
                return;
            }
            toldBroken = true;
        }
        onBroken.run();
    }

    private void endThought() {
        if (thoughtOpen) {
            writeError("\n");
            thoughtOpen = false;
        }
    }

    /** Goes to the start of a line where the agent's text ended amid one. */
    private void leaveText() {
        if (shared && lineEnds == 0) {
            writeError("\n"); // not on standard output, which holds the agent's text and nothing else
            lineEnds = 1;
        } else if (shared) {
            lineEnds = Math.min(lineEnds, 1);
        }
    }

    private void drawArea() {
        if (area.isEmpty() || holding || drawn > 0) {
            return;
        }
        StringBuilder lines = new StringBuilder(NO_WRAP); // so a line is a line, however narrow the terminal is
        area.forEach(line -> lines.append(line).append('\n'));
        writeError(lines.append(WRAP).toString());
        drawn = area.size();
    }

    private void eraseArea() {
        if (drawn > 0) {
            writeError("\u001B[" + drawn + "A" + LINE_START_ERASE_BELOW);
            drawn = 0;
        }
    }

    private void writeText(String piece) {
        if (broken || piece.isEmpty()) {
            return;
        }
        try {
            out.write(piece.getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException cannotBeWritten) {
            broken = true;
        }
        anyText = true;
        int ends = 0;
        while (ends < 2 && ends < piece.length() && piece.charAt(piece.length() - 1 - ends) == '\n') {
            ends++;
        }
        lineEnds = ends == piece.length() ? Math.min(2, lineEnds + ends) : ends;
    }

    private void writeError(String text) {
        if (broken) {
            return; // who does not get the text is not told what became of it
        }
        try {
            err.write(text.getBytes(StandardCharsets.UTF_8));
            err.flush();
        } catch (IOException nobodyReads) {
            // whoever closed standard error does not want to know
        }
    }
}

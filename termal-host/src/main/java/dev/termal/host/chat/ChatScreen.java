package dev.termal.host.chat;

import dev.termal.host.chat.markdown.MarkdownStream;
import dev.termal.host.cli.output.Look;
import dev.termal.host.cli.output.PlainText;
import dev.termal.host.cli.output.Screen;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/**
 * The lines above the one that is typed in. They are written once and never again, and several at a time: the line below moves
 * with each write. Methods may be called from any thread.
 */
final class ChatScreen implements Screen {
    private static final long GATHER_MS = 60; // quick for an eye
    private static final int MAX_GATHERED = 1024 * 1024; // characters; then who writes waits for the terminal
    private static final long LONGEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long PAUSE_MS = 600; // after which the beginning of a line is worth a look
    private static final int MAX_FOLDED = 256 * 1024;
    private static final int FOLDED_LINE = 60;
    private static final int BEGUN = 160;

    private final Object lock = new Object();
    private final Object writing = new Object();
    private final Consumer<String> above;
    private final Consumer<List<String>> onArea;
    private final ScheduledExecutorService timer;
    private final IntSupplier width;
    private final Look look;
    private final MarkdownStream markdown;

    private final StringBuilder gathered = new StringBuilder();
    private final StringBuilder held = new StringBuilder(); // behind a question
    private boolean scheduled;
    private boolean asking;
    private boolean closed;
    private boolean anyText;
    private List<String> area = List.of(); // of others
    private String begun = ""; // the beginning of a line, shown below as long as nothing more comes
    private Future<?> pause = CompletableFuture.completedFuture(null);
    private final StringBuilder thought = new StringBuilder();
    private boolean thinking;
    private final Folds folds = new Folds();

    /**
     * A screen.
     *
     * @param above writes whole lines above the one that is typed in
     * @param onArea told the lines that stay below everything, or would if there was room
     */
    ChatScreen(
            Consumer<String> above,
            Consumer<List<String>> onArea,
            IntSupplier width,
            Look look,
            ScheduledExecutorService timer) {
        this.above = above;
        this.onArea = onArea;
        this.timer = timer;
        this.width = width;
        this.look = look;
        markdown = new MarkdownStream(width, look.colour());
    }

    @Override
    public void text(String piece) {
        synchronized (lock) {
            foldThought();
            anyText = true;
            write(markdown.append(piece));
            pause.cancel(false);
            pause = later(this::paused, PAUSE_MS);
        }
        begun("");
    }

    /** A line is written when it is whole, and until then a person may want to know how it begins. */
    private void paused() {
        String line;
        synchronized (lock) {
            line = markdown.unfinished();
        }
        begun(PlainText.line(line, BEGUN));
    }

    private void begun(String line) {
        List<String> all;
        synchronized (lock) {
            if (line.equals(begun)) {
                return;
            }
            begun = line;
            all = area();
        }
        onArea.accept(all);
    }

    private List<String> area() {
        List<String> all = new ArrayList<>(area);
        if (!begun.isEmpty()) {
            all.add(0, look.dim(begun + " …"));
        }
        return all;
    }

    @Override
    public void newMessage() {
        synchronized (lock) {
            foldThought();
            write(markdown.finish());
            if (anyText) {
                write("\n");
            }
        }
    }

    @Override
    public void note(String lines) {
        synchronized (lock) {
            foldThought();
            write(markdown.breakLine());
            write(Prose.broken(lines, width.getAsInt()) + "\n");
        }
        begun("");
    }

    @Override
    public void note(String lines, List<String> newArea) {
        note(lines);
        area(newArea);
    }

    /** What somebody has sent to the agent. */
    void sent(String text) {
        synchronized (lock) {
            String clean = PlainText.clean(text).strip();
            write("\n" + look.bold(clean.lines().collect(Collectors.joining("\n  ", "› ", ""))) + "\n\n");
            anyText = false;
        }
    }

    @Override
    public void thought(String piece, Look unused) {
        synchronized (lock) {
            if (!thinking) {
                thinking = true;
                write(markdown.breakLine());
            }
            if (thought.length() < MAX_FOLDED) {
                thought.append(piece);
            }
        }
    }

    /** Whether the agent thinks, as far as it has told. */
    boolean isThinking() {
        synchronized (lock) {
            return thinking;
        }
    }

    private void foldThought() {
        if (thinking) {
            thinking = false;
            String all = thought.toString().strip();
            thought.setLength(0);
            long words = all.isEmpty() ? 0 : all.split("\\s+").length;
            if (!all.isEmpty()) {
                folds.add(look.dim(all.indent(2).stripTrailing()));
            }
            write(look.dim("∴ " + PlainText.line(all, FOLDED_LINE) + " (" + words + (words == 1 ? " word" : " words")
                            + " of thought; Ctrl-O shows)")
                    + "\n");
            anyText = true;
        }
    }

    @Override
    public String fold(List<String> lines) {
        synchronized (lock) {
            folds.add(String.join("\n", lines));
        }
        return "Ctrl-O shows all";
    }

    /** Shows what was folded last; again, what was folded before that. */
    void unfold() {
        synchronized (lock) {
            if (thinking) {
                write(look.dim(thought.toString().strip().indent(2).stripTrailing()) + "\n");
                return;
            }
            write(markdown.breakLine());
            write(folds.next().orElseGet(() -> look.dim("nothing more is folded")) + "\n");
        }
    }

    @Override
    public void area(List<String> lines) {
        List<String> all;
        synchronized (lock) {
            area = List.copyOf(lines);
            all = area();
        }
        onArea.accept(all);
    }

    @Override
    public void ask(String text) {
        synchronized (lock) {
            if (!asking) {
                foldThought();
                write(markdown.breakLine());
                asking = true;
            }
            gather(text);
        }
    }

    @Override
    public void asked() {
        synchronized (lock) {
            asking = false;
            gather(held.toString());
            held.setLength(0);
        }
    }

    @Override
    public void finish() {
        synchronized (lock) {
            foldThought();
            write(markdown.finish());
            pause.cancel(false);
            begun = "";
        }
        area(List.of());
    }

    private void write(String lines) {
        if (asking) {
            held.append(lines);
            if (held.length() > MAX_GATHERED) {
                gather(held.toString()); // above the question's line all the same
                held.setLength(0);
            }
        } else {
            gather(lines);
        }
    }

    private void gather(String lines) {
        if (lines.isEmpty()) {
            return;
        }
        try {
            long left = LONGEST_WAIT_NANOS; // and not for ever: who writes may be a key that is being handled
            long until = System.nanoTime() + left;
            while (gathered.length() > MAX_GATHERED && !closed && left > 0) {
                TimeUnit.NANOSECONDS.timedWait(lock, left);
                left = until - System.nanoTime();
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        gathered.append(lines);
        if (!scheduled) {
            scheduled = true;
            Future<?> unused = later(this::flush, GATHER_MS);
        }
    }

    private Future<?> later(Runnable task, long ms) {
        try {
            return timer.schedule(task, ms, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException over) { // and closing writes what is left
            return CompletableFuture.completedFuture(null);
        }
    }

    /** Writes what is gathered. */
    void flush() {
        synchronized (writing) { // one after the other, in order
            String lines;
            synchronized (lock) {
                scheduled = false;
                lines = gathered.toString();
                gathered.setLength(0);
                lock.notifyAll();
            }
            if (!lines.isEmpty()) {
                above.accept(lines);
            }
        }
    }

    /** Nobody writes any more. */
    void close() {
        synchronized (lock) {
            closed = true;
            lock.notifyAll();
        }
        flush();
    }
}

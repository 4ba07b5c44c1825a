package dev.termal.host.chat;

import java.io.IOError;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jline.keymap.KeyMap;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.Reference;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.LineReaderImpl;
import org.jline.reader.impl.SimpleMaskingCallback;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jspecify.annotations.Nullable;

/**
 * The line that a person types in, and the lines below it. A question may take its place at any time: what was typed so far
 * is put aside, and comes back when it is answered. One thread reads; all else may come from any.
 */
final class ChatReader extends LineReaderImpl {
    private static final String PROMPT = "› ";
    private static final String APP = "termal";
    private static final long ESCAPE_MS = 120; // after which an Esc is the key, and not the start of another one's code
    private static final long STILL_TYPING_MS = 700; // an Enter so soon ends what was being typed, and answers nothing

    private final Runnable onEscape;
    private final Supplier<String> recalled;
    private final Runnable onUnfold;

    private final StatusRow statusRow;

    // guarded by the reader's own lock
    private List<String> below = List.of();
    private @Nullable String question;
    private boolean secret;
    private boolean asking; // the question is in the line
    private long askingSince;
    private boolean answering; // one question after the other: who does so types nothing else
    private String draft = "";
    private Typed.How how = Typed.How.SENT;
    private boolean away; // the terminal is somebody else's

    /**
     * A reader of this terminal.
     *
     * @param onEscape the Esc key
     * @param recalled what the up key puts into an empty line; empty for the history
     * @param onUnfold the key that shows what was folded
     */
    ChatReader(Terminal terminal, Runnable onEscape, Supplier<String> recalled, Runnable onUnfold) {
        super(terminal, APP, new HashMap<>(Map.of(LineReader.AMBIGUOUS_BINDING, ESCAPE_MS)));
        this.onEscape = onEscape;
        this.recalled = recalled;
        this.onUnfold = onUnfold;
        statusRow = new StatusRow(terminal);
        setVariable(LineReader.SECONDARY_PROMPT_PATTERN, "  ");
        setVariable(LineReader.BELL_STYLE, "none");
        setVariable(LineReader.HISTORY_SIZE, 1_000);
        setVariable(LineReader.HISTORY_FILE_SIZE, 1_000);
        setOpt(LineReader.Option.DISABLE_EVENT_EXPANSION);
        setOpt(LineReader.Option.ERASE_LINE_ON_FINISH); // what is sent is shown when the agent gets it
        setOpt(LineReader.Option.CASE_INSENSITIVE);
        unsetOpt(LineReader.Option.HISTORY_TIMESTAMPED);
        setParser(new PromptParser());
        bindKeys();
    }

    private void bindKeys() {
        widget(CALLBACK_INIT, this::present);
        key("termal-escape", onEscape, KeyMap.esc());
        key("termal-newline", () -> buf.write('\n'), KeyMap.alt('\r'));
        key("termal-line", () -> buf.write('\n'), KeyMap.ctrl('J'));
        key("termal-now", () -> accept(Typed.How.SENT_NOW), KeyMap.ctrl('S'));
        key("termal-edit", () -> accept(Typed.How.EDIT), KeyMap.ctrl('X') + KeyMap.ctrl('E'));
        key("termal-edit", () -> accept(Typed.How.EDIT), KeyMap.ctrl('G'));
        key("termal-unfold", onUnfold, KeyMap.ctrl('O'));
        key("termal-up", this::up, "\u001BOA");
        key("termal-up", this::up, "\u001B[A");
    }

    private void widget(String name, Runnable action) {
        getWidgets().put(name, () -> {
            action.run();
            return true;
        });
    }

    private void key(String name, Runnable action, String keys) {
        widget(name, action);
        Objects.requireNonNull(getKeyMaps().get(LineReader.MAIN)).bind(new Reference(name), keys);
    }

    private void accept(Typed.How key) {
        how = key;
        callWidget(LineReader.ACCEPT_LINE);
    }

    private void up() {
        String waiting = buf.length() == 0 && !asking ? recalled.get() : "";
        if (waiting.isEmpty()) {
            callWidget(LineReader.UP_LINE_OR_HISTORY);
        } else {
            buf.write(waiting);
        }
    }

    /** What is typed next. */
    Typed read() {
        try {
            String text = readLine(PROMPT, null, (Character) null, initialText());
            return accepted(text);
        } catch (UserInterruptException interrupted) {
            return left(Typed.How.INTERRUPTED, interrupted.getPartialLine());
        } catch (EndOfFileException | IOError end) { // the latter where the terminal is gone, or the thread interrupted
            return left(Typed.How.END, "");
        }
    }

    private String initialText() {
        lock.lock();
        try {
            String text = draft;
            draft = "";
            how = Typed.How.SENT;
            return text;
        } finally {
            lock.unlock();
        }
    }

    /** Puts this into the line that is read next. */
    void startWith(String text) {
        lock.lock();
        try {
            draft = text;
        } finally {
            lock.unlock();
        }
    }

    private Typed accepted(String text) {
        lock.lock();
        try {
            if (!asking) {
                return new Typed(text, how);
            }
            endAsking();
            long shown = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - askingSince);
            boolean stillTyping = !answering && !draft.isEmpty() && shown < STILL_TYPING_MS;
            if (how != Typed.How.SENT || stillTyping) {
                String whole = draft + text;
                draft = "";
                return new Typed(whole, Typed.How.SENT);
            }
            question = null;
            answering = true;
            return new Typed(text, Typed.How.ANSWER);
        } finally {
            lock.unlock();
        }
    }

    private Typed left(Typed.How key, String text) {
        lock.lock();
        try {
            boolean answers = asking;
            endAsking();
            if (answers && key == Typed.How.END) {
                question = null;
                return new Typed("", Typed.How.NO_ANSWER);
            }
            return new Typed(answers ? "" : text, key);
        } finally {
            lock.unlock();
        }
    }

    private void endAsking() {
        asking = false;
        maskingCallback = null;
        setVariable(LineReader.DISABLE_HISTORY, false);
    }

    /** Whether a question is, or will be, in the line. */
    boolean isAsking() {
        lock.lock();
        try {
            return question != null;
        } finally {
            lock.unlock();
        }
    }

    /** Asks in place of what is typed, which is put aside. */
    void ask(String prompt, boolean hidden) {
        lock.lock();
        try {
            question = prompt + " ";
            secret = hidden;
            if (reading) {
                present();
                redisplay();
            }
        } finally {
            lock.unlock();
        }
    }

    private void present() {
        String wanted = question;
        if (wanted == null || asking) {
            return;
        }
        draft = buf.toString();
        buf.clear();
        asking = true;
        askingSince = System.nanoTime();
        setVariable(LineReader.DISABLE_HISTORY, true);
        maskingCallback = secret ? new SimpleMaskingCallback('*') : null;
        setPrompt(wanted.replace("%", "%%"));
    }

    /** Nothing more is asked for now. */
    void asked() {
        lock.lock();
        try {
            answering = false;
        } finally {
            lock.unlock();
        }
    }

    /** Takes back what was asked. */
    void withdraw() {
        lock.lock();
        try {
            question = null;
            if (asking) {
                endAsking();
                setPrompt(PROMPT);
                buf.clear();
                buf.write(draft);
                draft = "";
                if (reading) {
                    redisplay();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Shows these lines below the one that is typed in, and this one at the bottom; colours are sequences. */
    void footer(List<String> lines, String bottom) {
        lock.lock();
        try {
            if (away) {
                return;
            }
            boolean resized = statusRow.show(bottom);
            if (resized || !lines.equals(below)) {
                below = List.copyOf(lines);
                post = null;
                if (reading) {
                    redisplay();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    protected void redisplay(boolean flush) {
        if (post == null && !below.isEmpty()) { // else it shows what can be completed
            post = () -> AttributedString.fromAnsi(String.join("\n", below));
        }
        super.redisplay(flush);
    }

    @Override
    protected void handleSignal(Terminal.Signal signal) {
        super.handleSignal(signal);
        if (signal == Terminal.Signal.WINCH) {
            lock.lock();
            try {
                // the terminal has moved the lines around, in its own way
                getTerminal().writer().print('\r');
                statusRow.resized();
                if (reading) {
                    redrawLine();
                    redisplay();
                }
            } finally {
                lock.unlock();
            }
        }
    }

    /** Has the terminal again; the footer is to be drawn anew. */
    void comeBack() {
        lock.lock();
        try {
            away = false;
        } finally {
            lock.unlock();
        }
    }

    /** Gives the terminal to somebody else, for good or until {@link #comeBack}. */
    void leave() {
        lock.lock();
        try {
            away = true;
            below = List.of();
            statusRow.close();
        } finally {
            lock.unlock();
        }
    }
}

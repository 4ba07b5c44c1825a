package dev.termal.host.cli.ask;

import dev.termal.host.cli.output.Look;
import dev.termal.host.cli.output.Screen;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One request to a person, from its first line to its answer. {@link #close} may come from any thread. */
final class Dialog {
    /** How often a person is asked again before silence counts as no. */
    static final int TRIES = 3;

    private final Screen screen;
    private final Keyboard keyboard;
    private final Echo echo;
    private final Look look;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile String settled = "";
    private boolean asked; // something, so that a person has begun to answer

    Dialog(Screen screen, Keyboard keyboard, Echo echo, Look look) {
        this.screen = screen;
        this.keyboard = keyboard;
        this.echo = echo;
        this.look = look;
    }

    Look look() {
        return look;
    }

    /** It has been settled elsewhere, in this word. */
    void close(String how) {
        settled = how;
        closed.countDown();
        keyboard.wake();
    }

    /** How it was settled; empty before. */
    String settled() {
        return settled;
    }

    boolean settledWithin(long millis) throws InterruptedException {
        return closed.await(millis, TimeUnit.MILLISECONDS);
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    void say(String lines) {
        screen.ask(lines + "\n");
    }

    /**
     * A line, stripped; empty at the end of input. What came before the prompt, as the further lines of a text that was
     * pasted, is no answer to it.
     */
    Optional<String> line(String prompt) throws AskClosed, InterruptedException {
        boolean tooEarly = keyboard.forgetTyped();
        if (tooEarly && asked) {
            say(look.yellow("  What was typed or pasted beyond the first line is left out."));
        }
        asked = true;
        screen.ask(look.bold(prompt) + " ");
        Optional<String> typed = keyboard.readLine(this::isClosed);
        if (typed.isEmpty()) {
            screen.ask("\n");
        }
        return typed.map(String::strip);
    }

    /** A line that is not shown; empty where it cannot be hidden, or at the end of input. */
    Optional<String> secret(String prompt) throws AskClosed, InterruptedException {
        if (!echo.off()) {
            say(look.yellow("This terminal cannot hide what you type, so no secret is asked for."));
            return Optional.empty();
        }
        try {
            return line(prompt);
        } finally {
            echo.on();
            screen.ask("\n");
        }
    }
}

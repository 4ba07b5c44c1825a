package dev.termal.host.cli.ask;

import dev.termal.host.cli.output.Look;
import dev.termal.host.cli.output.Screen;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** A person at a terminal that gives whole lines. */
public final class TypingPerson implements Person {
    private final Screen screen;
    private final Keyboard keyboard;
    private final Echo echo;
    private final Look look;
    private boolean asked; // something, so that the person has begun to answer

    /** Types here and looks there. */
    public TypingPerson(Screen screen, Keyboard keyboard, Echo echo, Look look) {
        this.screen = screen;
        this.keyboard = keyboard;
        this.echo = echo;
        this.look = look;
    }

    @Override
    public void tell(String lines) {
        screen.ask(lines);
    }

    @Override
    public Optional<String> line(String prompt, BooleanSupplier closed) throws AskClosed, InterruptedException {
        boolean tooEarly = keyboard.forgetTyped();
        if (tooEarly && asked) {
            // the further lines of a text that was pasted
            tell(look.yellow("  What was typed or pasted beyond the first line is left out.") + "\n");
        }
        asked = true;
        screen.ask(look.bold(prompt) + " ");
        Optional<String> typed = keyboard.readLine(closed);
        if (typed.isEmpty()) {
            screen.ask("\n");
        }
        return typed.map(String::strip);
    }

    @Override
    public Optional<String> secret(String prompt, BooleanSupplier closed) throws AskClosed, InterruptedException {
        if (!echo.off()) {
            tell(look.yellow("This terminal cannot hide what you type, so no secret is asked for.") + "\n");
            return Optional.empty();
        }
        try {
            return line(prompt, closed);
        } finally {
            echo.on();
            screen.ask("\n");
        }
    }

    @Override
    public void wake() {
        keyboard.wake();
    }

    @Override
    public void leave() {
        asked = false;
        screen.asked();
    }
}

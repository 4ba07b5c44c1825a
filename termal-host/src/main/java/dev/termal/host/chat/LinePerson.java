package dev.termal.host.chat;

import dev.termal.host.cli.ask.AskClosed;
import dev.termal.host.cli.ask.Person;
import dev.termal.host.cli.output.Look;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The person at the chat's line, who is asked in it. */
final class LinePerson implements Person {
    private final ChatScreen screen;
    private final ChatReader reader;
    private final Look look;
    private final Runnable bell;

    private final Object lock = new Object();
    private @Nullable Given answer;
    private boolean rung;
    private boolean begun;

    /** What was given; empty for no answer. */
    private record Given(Optional<String> text) {}

    /**
     * A person.
     *
     * @param bell calls a person who looks elsewhere
     */
    LinePerson(ChatScreen screen, ChatReader reader, Look look, Runnable bell) {
        this.screen = screen;
        this.reader = reader;
        this.look = look;
        this.bell = bell;
    }

    @Override
    public void tell(String lines) {
        screen.ask(begun ? lines : "\n" + lines);
        begun = true;
    }

    @Override
    public Optional<String> line(String prompt, BooleanSupplier closed) throws AskClosed, InterruptedException {
        return ask(prompt, closed, false);
    }

    @Override
    public Optional<String> secret(String prompt, BooleanSupplier closed) throws AskClosed, InterruptedException {
        return ask(prompt, closed, true);
    }

    private Optional<String> ask(String prompt, BooleanSupplier closed, boolean secret)
            throws AskClosed, InterruptedException {
        screen.flush(); // what is asked about must be in view before the question is
        synchronized (lock) {
            answer = null;
        }
        reader.ask(look.bold(prompt), secret);
        if (!rung) {
            rung = true;
            bell.run();
        }
        try {
            Optional<String> given = await(closed);
            given.ifPresent(text -> tell(look.bold(prompt) + " " + (secret ? look.dim("(not shown)") : text) + "\n"));
            return given;
        } catch (AskClosed | InterruptedException e) {
            reader.withdraw();
            throw e;
        }
    }

    private Optional<String> await(BooleanSupplier closed) throws AskClosed, InterruptedException {
        synchronized (lock) {
            while (true) {
                Given given = answer;
                if (given != null) {
                    answer = null;
                    return given.text();
                }
                if (closed.getAsBoolean()) {
                    throw new AskClosed();
                }
                lock.wait();
            }
        }
    }

    /** Gives the answer; empty for none. */
    void answer(Optional<String> text) {
        synchronized (lock) {
            answer = new Given(text.map(String::strip));
            lock.notifyAll();
        }
    }

    @Override
    public void wake() {
        synchronized (lock) {
            lock.notifyAll();
        }
    }

    @Override
    public void leave() {
        rung = false;
        begun = false;
        reader.asked();
        screen.asked();
    }
}

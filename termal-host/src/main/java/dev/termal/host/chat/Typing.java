package dev.termal.host.chat;

import dev.termal.api.AgentException;
import dev.termal.host.cli.output.Look;
import dev.termal.host.cli.output.OutcomeLines;
import dev.termal.host.cli.output.PlainText;
import dev.termal.host.event.TurnError;
import dev.termal.host.service.Outbox;
import dev.termal.host.text.Nearest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** Does what a person has typed: answers, commands, prompts, keys. For the thread that reads it, but for {@link #cancel}. */
final class Typing {
    private static final int MAX_MESSAGE = 2_000;
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final ChatSetup setup;
    private final Look look;
    private final ChatReader reader;
    private final ChatScreen screen;
    private final LinePerson person;
    private final Conversation conversation;
    private final Outbox outbox;
    private final ChatCommands commands;
    private final PromptPieces pieces;
    private final Keyboard keyboard;
    private long lastInterrupt = System.nanoTime() - AGAIN_NANOS;

    /** The terminal's keys as long as nobody reads them, and its screen. */
    interface Keyboard {
        /** From now on Ctrl-C interrupts the thread that reads. */
        void interruptsMe();

        /** From now on Ctrl-C cancels the turn. */
        void cancels();

        /** Whether the chat is to end. */
        boolean isQuitting();

        /** Another program has the terminal, as it was found. */
        void lend();

        /** Nobody else has it any more. */
        void takeBack();
    }

    Typing(
            ChatSetup setup,
            ChatReader reader,
            ChatScreen screen,
            LinePerson person,
            Conversation conversation,
            Outbox outbox,
            ChatCommands commands,
            Keyboard keyboard) {
        this.setup = setup;
        this.reader = reader;
        this.screen = screen;
        this.person = person;
        this.conversation = conversation;
        this.outbox = outbox;
        this.commands = commands;
        this.keyboard = keyboard;
        look = setup.look();
        pieces = new PromptPieces(setup.cwd(), setup.userHome(), setup.pieces());
    }

    /** Does what was typed; false where that ends the chat. */
    boolean does(Typed typed) throws InterruptedException {
        switch (typed.how()) {
            case ANSWER -> person.answer(Optional.of(typed.text()));
            case NO_ANSWER -> person.answer(Optional.empty());
            case INTERRUPTED -> {
                return interrupted(typed.text());
            }
            case EDIT -> edit(typed.text());
            case SENT, SENT_NOW -> {
                return line(typed.text(), typed.how() == Typed.How.SENT_NOW);
            }
            case END -> {
                return false;
            }
        }
        return true;
    }

    private boolean line(String text, boolean now) throws InterruptedException {
        List<String> words = Arrays.asList(text.strip().split("\\s+"));
        Optional<SlashCommand> command = text.startsWith("/") ? SlashCommand.of(words.get(0)) : Optional.empty();
        if (text.isBlank()) {
            outbox.resume();
        } else if (command.isPresent()) {
            if (command.orElseThrow() == SlashCommand.QUIT) {
                return false;
            }
            screen.note(look.dim("› " + PlainText.line(text, MAX_MESSAGE)));
            attempt(() -> commands.run(command.orElseThrow(), words.subList(1, words.size())));
        } else if (text.startsWith("/") && !isOfTheAgent(words.get(0))) {
            complain("there is no command " + words.get(0) + Nearest.hint(words.get(0), SlashCommand.all())
                    + "; /help shows all, and a blank before the slash sends it");
            reader.startWith(text);
        } else {
            send(text, now);
        }
        return true;
    }

    private boolean isOfTheAgent(String word) {
        return word.indexOf('/', 1) > 0 // a path
                || conversation.session().stream()
                        .flatMap(session -> session.state().commands().stream())
                        .anyMatch(own -> word.equals("/" + own.name()));
    }

    /** Sends a prompt. */
    void send(String text, boolean now) throws InterruptedException {
        attempt(() -> {
            try {
                Outbox.Outgoing outgoing = new Outbox.Outgoing(text, pieces.of(text));
                OptionalLong sent = now ? outbox.interruptWith(outgoing) : outbox.add(outgoing);
                if (sent.isEmpty()) {
                    throw new IllegalArgumentException("too many prompts wait already; /queue clear drops them");
                }
                pieces.notSent(text).forEach(line -> screen.note(look.warning(line)));
            } catch (IllegalArgumentException cannotBeSent) {
                reader.startWith(text); // to be mended, not to be typed again
                throw cannotBeSent;
            }
        });
    }

    private void edit(String text) throws InterruptedException {
        screen.ask(""); // what comes meanwhile waits: the terminal is the editor's
        keyboard.lend();
        reader.startWith(text);
        attempt(() -> reader.startWith(new Editor(setup.environment()).edit(text)));
        screen.asked();
        keyboard.takeBack();
    }

    private interface Action {
        void run() throws InterruptedException;
    }

    /** Tells a person what is wrong, where something is. Ctrl-C meanwhile gives it up. */
    private void attempt(Action action) throws InterruptedException {
        keyboard.interruptsMe();
        try {
            action.run();
        } catch (AgentException e) {
            TurnError error = TurnError.of(e);
            complain(error.message());
            new OutcomeLines(look).cause(error, error.message()).forEach(screen::note);
        } catch (IllegalArgumentException e) {
            complain(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            if (keyboard.isQuitting()) {
                throw e;
            }
            complain("given up");
        } finally {
            keyboard.cancels();
        }
    }

    private void complain(String message) {
        screen.note(look.red("termal: ") + PlainText.line(message, MAX_MESSAGE));
    }

    private boolean interrupted(String text) {
        if (outbox.running().isPresent()) {
            reader.startWith(text);
            cancel();
            return true;
        }
        long now = System.nanoTime();
        boolean again = text.isEmpty() && now - lastInterrupt < AGAIN_NANOS;
        lastInterrupt = text.isEmpty() ? now : lastInterrupt;
        if (text.isEmpty() && !again) {
            screen.note(look.dim("Ctrl-C again, Ctrl-D or /quit ends the chat"));
        }
        return !again;
    }

    /** Ends the turn softly, and when asked again with the agent's process. */
    void cancel() {
        int times = outbox.cancel();
        if (times == 1) {
            screen.note(look.yellow("cancelling…") + look.dim(" Esc or Ctrl-C again ends the agent at once"));
        } else if (times == 2) {
            screen.note(look.yellow("ending the agent's process"));
        }
    }
}

package dev.termal.host.chat;

import dev.termal.api.AgentException;
import dev.termal.host.Termal;
import dev.termal.host.TermalSession;
import dev.termal.host.cli.output.Look;
import dev.termal.host.cli.output.OutcomeLines;
import dev.termal.host.cli.output.PlainText;
import dev.termal.host.event.TurnError;
import dev.termal.host.event.WaitingPrompt;
import dev.termal.host.service.Outbox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jline.reader.LineReader;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.InfoCmp;

/** A chat at a terminal that can write anywhere on its screen. Run by one thread; {@link #quit} may come from any. */
public final class Chat {
    private static final int MAX_MESSAGE = 2_000;
    private static final long TICK_MS = 1_000; // the seconds of a turn in the status line
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final ChatSetup setup;
    private final Look look;
    private final Thread thread = Thread.currentThread();
    private final Terminal terminal;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread daemon = new Thread(task, "termal-chat");
        daemon.setDaemon(true);
        return daemon;
    });
    private final ChatReader reader;
    private final ChatScreen screen;
    private final LinePerson person;
    private final Conversation conversation;
    private final Outbox outbox;
    private final Footer footer;
    private final PromptPieces pieces;
    private volatile boolean quitting;
    private long lastInterrupt = System.nanoTime() - AGAIN_NANOS;

    private Chat(ChatSetup setup, Terminal terminal) {
        this.setup = setup;
        this.terminal = terminal;
        look = setup.look();
        reader = new ChatReader(terminal, this::cancel, this::takeBack, this::unfold);
        screen = new ChatScreen(reader::printAbove, this::area, terminal::getColumns, look, timer);
        person = new LinePerson(screen, reader, look, this::wanted);
        conversation = new Conversation(setup, screen, person, this::ring, this::changed);
        outbox = new Outbox(conversation, this::changed);
        footer = new Footer(look, new Facts(), terminal::getRows, reader::footer);
        pieces = new PromptPieces(setup.cwd(), setup.userHome(), setup.pieces());
    }

    /** Takes the terminal of this process; it is as it was when {@link #run} returns. */
    public static Chat at(ChatSetup setup) {
        // else JLine asks the terminal questions and loses what is typed meanwhile
        System.setProperty("org.jline.terminal.graphemeCluster", "false");
        try {
            return new Chat(
                    setup,
                    TerminalBuilder.builder()
                            .system(true)
                            .dumb(true)
                            .nativeSignals(true)
                            .encoding(StandardCharsets.UTF_8)
                            .build());
        } catch (IOException e) {
            throw new IllegalStateException("the terminal cannot be used: " + e.getMessage(), e);
        }
    }

    /**
     * What is typed between two prompts waits as it was typed for the next. As terminals are by themselves it would be shown at
     * once, wherever that is, and Enter would arrive as Ctrl-J.
     */
    private void keepTyping() {
        Attributes attributes = terminal.getAttributes();
        attributes.setInputFlag(Attributes.InputFlag.ICRNL, false);
        attributes.setLocalFlags(EnumSet.of(Attributes.LocalFlag.ICANON, Attributes.LocalFlag.ECHO), false);
        terminal.setAttributes(attributes);
    }

    /** Talks until the person ends it; fails where no session can be opened. */
    public void run() throws InterruptedException {
        try {
            keepTyping();
            terminal.handle(Terminal.Signal.INT, signal -> thread.interrupt());
            footer.update();
            screen.note(look.dim("starting the agent; Ctrl-C gives up"));
            screen.flush();
            conversation.begin();
            terminal.handle(Terminal.Signal.INT, signal -> cancel());
            talk();
        } finally {
            close();
        }
    }

    /** Ends the chat in order, as a signal wants it. */
    public void quit() {
        quitting = true;
        thread.interrupt();
    }

    private void talk() throws InterruptedException {
        ChatOffers offers = new ChatOffers(setup, conversation);
        ChatCommands commands = new ChatCommands(setup, conversation, outbox, offers, screen::note);
        reader.setCompleter(new ChatCompleter(setup::cwd, offers));
        keepHistory(setup.host().home().resolve("chat-history"));
        greet();
        Future<?> unused = timer.scheduleAtFixedRate(this::changed, TICK_MS, TICK_MS, TimeUnit.MILLISECONDS);
        if (!setup.firstPrompt().isBlank()) {
            send(setup.firstPrompt(), false);
        }
        while (!quitting) {
            Typed typed = reader.read();
            if (quitting || !handle(typed, commands)) {
                return;
            }
        }
    }

    private void greet() {
        TermalSession session = conversation.session().orElseThrow();
        setup.host().warnings().forEach(warning -> screen.note(look.warning(warning)));
        screen.note(look.bold("TermAl " + Termal.hostVersion())
                + look.dim(" · " + session.agent() + " in "
                        + PlainText.line(setup.cwd().toString(), MAX_MESSAGE)
                        + "\nEnter sends, /help shows keys and commands"));
    }

    /** What is typed is for the person alone. */
    private void keepHistory(Path file) {
        try {
            if (!Files.exists(file)) {
                Files.createDirectories(file.getParent());
                Files.createFile(file);
                if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
                }
            }
            reader.setVariable(LineReader.HISTORY_FILE, file);
        } catch (IOException noHistory) {
            screen.note(look.warning("what you type is not remembered: " + file + " cannot be written"));
        }
    }

    /** Does what was typed; false where that ends the chat. */
    private boolean handle(Typed typed, ChatCommands commands) throws InterruptedException {
        switch (typed.how()) {
            case ANSWER -> person.answer(Optional.of(typed.text()));
            case NO_ANSWER -> person.answer(Optional.empty());
            case INTERRUPTED -> {
                return interrupted(typed.text());
            }
            case EDIT -> edit(typed.text());
            case SENT, SENT_NOW -> {
                return line(typed.text(), typed.how() == Typed.How.SENT_NOW, commands);
            }
            case END -> {
                return false;
            }
        }
        return true;
    }

    private boolean line(String text, boolean now, ChatCommands commands) throws InterruptedException {
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
            complain(
                    "there is no command " + words.get(0) + "; /help shows all, and a blank before the slash sends it");
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

    private void send(String text, boolean now) throws InterruptedException {
        attempt(() -> {
            try {
                Outbox.Outgoing outgoing = new Outbox.Outgoing(text, pieces.of(text));
                OptionalLong sent = now ? outbox.interruptWith(outgoing) : outbox.add(outgoing);
                if (sent.isEmpty()) {
                    throw new IllegalArgumentException("too many prompts wait already; /queue clear drops them");
                }
            } catch (IllegalArgumentException cannotBeSent) {
                reader.startWith(text); // to be mended, not to be typed again
                throw cannotBeSent;
            }
        });
    }

    private void edit(String text) throws InterruptedException {
        screen.ask(""); // what comes meanwhile waits: the terminal is the editor's
        reader.leave();
        reader.startWith(text);
        attempt(() -> reader.startWith(new Editor(setup.environment()).edit(text)));
        screen.asked();
        footer.update();
    }

    private interface Action {
        void run() throws InterruptedException;
    }

    /** Tells a person what is wrong, where something is. Ctrl-C meanwhile gives it up. */
    private void attempt(Action action) throws InterruptedException {
        terminal.handle(Terminal.Signal.INT, signal -> thread.interrupt());
        try {
            action.run();
        } catch (AgentException e) {
            TurnError error = TurnError.of(e);
            complain(error.message());
            new OutcomeLines(look).cause(error, error.message()).forEach(screen::note);
        } catch (IllegalArgumentException e) {
            complain(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            if (quitting) {
                throw e;
            }
            complain("given up");
        } finally {
            terminal.handle(Terminal.Signal.INT, signal -> cancel());
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

    private void cancel() {
        int times = outbox.cancel();
        if (times == 1) {
            screen.note(look.yellow("cancelling…") + look.dim(" Esc or Ctrl-C again ends the agent at once"));
        } else if (times == 2) {
            screen.note(look.yellow("ending the agent's process"));
        }
    }

    private String takeBack() {
        return outbox.takeBack().map(Outbox.Outgoing::text).orElse("");
    }

    private void unfold() {
        screen.unfold();
    }

    /** The person is asked something. */
    private void wanted() {
        changed();
        ring();
    }

    private void ring() {
        if (setup.bell()) {
            terminal.puts(InfoCmp.Capability.bell);
            terminal.flush();
        }
    }

    private void area(List<String> lines) {
        footer.area(lines);
    }

    private void changed() {
        footer.update();
    }

    private void close() {
        timer.shutdownNow();
        conversation.close();
        outbox.close();
        screen.finish();
        screen.close();
        reader.leave();
        try {
            reader.getHistory().save();
        } catch (IOException notRemembered) {
            // the chat is over, and it was told when it began
        }
        try {
            terminal.close();
        } catch (IOException gone) {
            // with whoever looked at it
        }
    }

    /** What the footer asks. */
    private final class Facts implements Footer.Facts {
        @Override
        public List<String> waiting() {
            return outbox.waiting().stream().map(WaitingPrompt::text).toList();
        }

        @Override
        public boolean held() {
            return outbox.isHeld();
        }

        @Override
        public Optional<Duration> running() {
            return outbox.running();
        }

        @Override
        public boolean asking() {
            return reader.isAsking();
        }

        @Override
        public List<String> session() {
            return conversation.facts();
        }
    }
}

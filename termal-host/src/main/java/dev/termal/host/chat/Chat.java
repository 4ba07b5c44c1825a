package dev.termal.host.chat;

import dev.termal.host.Termal;
import dev.termal.host.TermalSession;
import dev.termal.host.cli.output.Look;
import dev.termal.host.cli.output.PlainText;
import dev.termal.host.event.WaitingPrompt;
import dev.termal.host.service.Outbox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jline.reader.LineReader;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** A chat at a terminal that can write anywhere on its screen. Run by one thread; {@link #quit} may come from any. */
public final class Chat {
    private static final int MAX_MESSAGE = 2_000;
    private static final Pattern SIMPLE = Pattern.compile("[\\w.-]+"); // to a shell
    private static final long TICK_MS = 1_000; // the seconds of a turn in the status line

    private final ChatSetup setup;
    private final Look look;
    private final Thread thread = Thread.currentThread();
    private final Terminal terminal;
    private final Attributes found; // as the terminal was
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
    private final ChatOffers offers;
    private final Typing typing;
    private volatile boolean quitting;

    private Chat(ChatSetup setup, Terminal terminal) {
        this.setup = setup;
        this.terminal = terminal;
        found = terminal.getAttributes();
        look = setup.look();
        reader = new ChatReader(terminal, () -> cancel(), this::takeBack, this::unfold);
        screen = new ChatScreen(reader::printAbove, this::area, terminal::getColumns, look, timer);
        person = new LinePerson(screen, reader, look, this::wanted);
        conversation = new Conversation(setup, screen, person, () -> ring("the turn has ended"), this::changed);
        outbox = new Outbox(conversation, this::changed);
        footer = new Footer(look, new Facts(), terminal::getRows, terminal::getColumns, reader::footer);
        offers = new ChatOffers(setup, conversation);
        ChatCommands commands = new ChatCommands(setup, conversation, outbox, offers, screen::note);
        typing = new Typing(setup, reader, screen, person, conversation, outbox, commands, new Keys());
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
        Attributes attributes = new Attributes(found);
        attributes.setInputFlag(Attributes.InputFlag.ICRNL, false);
        attributes.setLocalFlags(EnumSet.of(Attributes.LocalFlag.ICANON, Attributes.LocalFlag.ECHO), false);
        terminal.setAttributes(attributes);
    }

    /** Talks until the person ends it; fails where no session can be opened. */
    public void run() throws InterruptedException {
        try {
            keepTyping();
            terminal.handle(Terminal.Signal.INT, signal -> thread.interrupt());
            terminal.handle(Terminal.Signal.WINCH, signal -> changed()); // the reader has its own while it reads
            footer.update();
            screen.note(look.dim("starting the agent; Ctrl-C gives up"));
            screen.flush();
            conversation.begin();
            terminal.handle(Terminal.Signal.INT, signal -> cancel());
            talk();
            farewell();
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
        reader.setCompleter(new ChatCompleter(setup::cwd, offers));
        keepHistory(setup.host().home().resolve("chat-history"));
        greet();
        Future<?> unused = timer.scheduleAtFixedRate(this::tick, TICK_MS, TICK_MS, TimeUnit.MILLISECONDS);
        if (!setup.firstPrompt().isBlank()) {
            typing.send(setup.firstPrompt(), false);
        }
        while (!quitting) {
            Typed typed = reader.read();
            if (quitting || !typing.does(typed)) {
                return;
            }
        }
    }

    private void farewell() {
        conversation
                .kept()
                .map(kept -> SIMPLE.matcher(kept.label()).matches()
                        ? kept.label()
                        : kept.key().value())
                .ifPresent(name -> screen.note(look.dim("termal chat -s " + name + " goes on with it")));
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

    private void cancel() {
        typing.cancel();
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
        ring("your answer is wanted");
    }

    private void ring(String why) {
        setup.bell().ring(terminal, setup.environment(), why);
    }

    private void area(List<String> lines) {
        footer.area(lines);
    }

    private void changed() {
        footer.update();
    }

    private void tick() {
        conversation.tick();
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

    private final class Keys implements Typing.Keyboard {
        @Override
        public void interruptsMe() {
            terminal.handle(Terminal.Signal.INT, signal -> thread.interrupt());
        }

        @Override
        public void cancels() {
            terminal.handle(Terminal.Signal.INT, signal -> cancel());
        }

        @Override
        public boolean isQuitting() {
            return quitting;
        }

        @Override
        public void lend() {
            reader.leave();
            terminal.setAttributes(found);
        }

        @Override
        public void takeBack() {
            keepTyping();
            reader.comeBack();
            footer.update();
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

package dev.termal.host.chat;

import dev.termal.host.AgentStatus;
import dev.termal.host.StoredSessions;
import dev.termal.host.TermalSession;
import dev.termal.host.cli.output.Look;
import dev.termal.host.document.SessionExport;
import dev.termal.host.event.StoredSession;
import dev.termal.host.service.Outbox;
import dev.termal.host.text.IoReason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** Does what is about conversations as a whole: begins one with whom and how, goes on with another, writes one out. */
final class ConversationCommands {
    private final ChatSetup setup;
    private final Conversation conversation;
    private final Outbox outbox;
    private final ChatOffers offers;
    private final Look look;
    private final ChoiceLines lines;
    private final Consumer<String> say;

    ConversationCommands(
            ChatSetup setup, Conversation conversation, Outbox outbox, ChatOffers offers, Consumer<String> say) {
        this.setup = setup;
        this.conversation = conversation;
        this.outbox = outbox;
        this.offers = offers;
        this.say = say;
        look = setup.look();
        lines = new ChoiceLines(look);
    }

    private TermalSession session() {
        return conversation.required();
    }

    void begin() throws InterruptedException {
        renew(conversation.wishes());
        say.accept(look.dim("a new conversation"));
    }

    void agent(List<String> words) throws InterruptedException {
        if (words.isEmpty()) {
            List<String> all = new ArrayList<>();
            for (AgentStatus agent : setup.host().agents()) {
                boolean current = conversation
                        .session()
                        .filter(open -> open.agent().equals(agent.id()))
                        .isPresent();
                all.add(lines.choice(
                        agent.id().value(), agent.name(), agent.readiness().word(), current));
            }
            say.accept(String.join("\n", all));
            return;
        }
        renew(conversation.wishes().withAgent(words.get(0)));
        say.accept(look.dim("agent " + session().agent() + ", a new conversation"));
    }

    void engine(List<String> words) throws InterruptedException {
        if (words.isEmpty()) {
            TermalSession now = session();
            List<String> engines = setup.host().agents().stream()
                    .filter(agent -> agent.id().equals(now.agent()))
                    .flatMap(agent -> agent.engines().stream())
                    .map(Object::toString)
                    .toList();
            say.accept(String.join(
                    "\n",
                    engines.stream()
                            .map(engine -> lines.choice(
                                    engine, "", "", engine.equals(now.engine().value())))
                            .toList()));
            return;
        }
        renew(conversation.wishes().withEngine(words.get(0)));
        say.accept(look.dim("engine " + session().engine() + ", a new conversation"));
    }

    private void renew(Wishes wishes) throws InterruptedException {
        outbox.requireIdle();
        conversation.renew(wishes);
    }

    void sessions() {
        List<StoredSession> kept = offers.kept();
        say.accept(
                kept.isEmpty()
                        ? look.dim("no conversation of this folder is kept")
                        : String.join(
                                "\n",
                                kept.stream()
                                        .map(each -> lines.choice(
                                                each.label(),
                                                each.agent().value(),
                                                each.title(),
                                                each.key().equals(session().key())))
                                        .toList()));
    }

    void resume(List<String> words) throws InterruptedException {
        if (words.isEmpty()) {
            sessions();
            return;
        }
        outbox.requireIdle();
        StoredSession wanted = setup.host().sessions().find(String.join(" ", words), Optional.empty());
        conversation.goOn(wanted);
        say.accept(look.dim("goes on with " + ChoiceLines.line(wanted.label() + ": " + wanted.title())));
    }

    void export(List<String> words) throws InterruptedException {
        String name = words.isEmpty() ? "termal-chat.md" : String.join(" ", words);
        StoredSessions kept = setup.host().sessions();
        StoredSession session = kept.find(session().key().value(), Optional.empty());
        try {
            Path file = setup.cwd().resolve(name);
            try (Writer out = Files.newBufferedWriter(file, StandardOpenOption.CREATE_NEW)) {
                new SessionExport(kept, session).markdown(text -> write(out, text));
            }
            say.accept("written: " + ChoiceLines.line(file.toString()));
        } catch (IOException | UncheckedIOException | InvalidPathException e) {
            throw new IllegalArgumentException(
                    "cannot write " + ChoiceLines.line(name) + " (" + reason(e) + "); give another name: /export FILE",
                    e);
        }
    }

    private static void write(Writer out, String text) {
        try {
            out.write(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String reason(Exception failure) {
        if (failure instanceof UncheckedIOException wrapped) {
            return IoReason.of(Objects.requireNonNull(wrapped.getCause()));
        }
        return failure instanceof IOException io ? IoReason.of(io) : "that is no name for a file";
    }
}

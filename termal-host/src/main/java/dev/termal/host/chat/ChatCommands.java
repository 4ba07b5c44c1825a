package dev.termal.host.chat;

import dev.termal.api.PermissionPolicy;
import dev.termal.api.SessionId;
import dev.termal.api.SessionState;
import dev.termal.host.AgentStatus;
import dev.termal.host.DoctorSpec;
import dev.termal.host.TermalSession;
import dev.termal.host.cli.output.Look;
import dev.termal.host.cli.output.PlainText;
import dev.termal.host.event.StoredSession;
import dev.termal.host.event.WaitingPrompt;
import dev.termal.host.service.Outbox;
import dev.termal.host.text.Words;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Does what slash commands say, on the thread that reads them. */
final class ChatCommands {
    private static final int WIDTH = 160;

    private final ChatSetup setup;
    private final Conversation conversation;
    private final Outbox outbox;
    private final ChatOffers offers;
    private final Look look;
    private final Consumer<String> say;

    /**
     * Commands.
     *
     * @param say shows lines, without the last one's end
     */
    ChatCommands(ChatSetup setup, Conversation conversation, Outbox outbox, ChatOffers offers, Consumer<String> say) {
        this.setup = setup;
        this.conversation = conversation;
        this.outbox = outbox;
        this.offers = offers;
        this.say = say;
        look = setup.look();
    }

    void run(SlashCommand command, List<String> words) throws InterruptedException {
        switch (command) {
            case HELP -> say.accept(ChatHelp.text(look, offers.ofTheAgent().toList()));
            case STATUS -> status();
            case MODEL -> choose(SessionState.Category.MODEL, "model", words, this::withModel);
            case MODE -> mode(words);
            case EFFORT -> choose(SessionState.Category.THOUGHT_LEVEL, "effort", words, this::withEffort);
            case OPTION -> option(words);
            case PERMISSIONS -> permissions(words);
            case AGENT -> agent(words);
            case ENGINE -> engine(words);
            case NEW -> {
                renew(conversation.wishes());
                say.accept(look.dim("a new conversation"));
            }
            case SESSIONS -> sessions();
            case RESUME -> resume(words);
            case QUEUE -> queue(words);
            case EXPORT -> export(words);
            case AUTH -> auth();
            case DOCTOR ->
                say.accept(setup.doctor()
                        .apply(setup.host().doctor(new DoctorSpec(setup.cwd(), Optional.empty(), false)))
                        .stripTrailing());
            case QUIT -> throw new IllegalStateException("is for who reads commands");
        }
    }

    private TermalSession session() {
        return conversation.session().orElseThrow(() -> new IllegalArgumentException("there is no session yet"));
    }

    private static String line(String text) {
        return PlainText.line(text, WIDTH);
    }

    private void status() {
        TermalSession session = session();
        List<String> lines = new ArrayList<>();
        fact(lines, "agent", session.agent() + " by " + session.engine());
        fact(lines, "session", session.agentSession().map(SessionId::value).orElse("not told yet"));
        conversation.plan().ifPresent(plan -> {
            fact(lines, "folder", plan.cwd().toString());
            fact(lines, "permissions", Words.of(plan.request().permissions()));
        });
        SessionFacts.model(session.state()).ifPresent(model -> fact(lines, "model", model));
        session.state().mode().ifPresent(mode -> fact(lines, "mode", mode));
        session.state().title().ifPresent(title -> fact(lines, "title", title));
        fact(lines, "now", String.join(" · ", conversation.facts()));
        say.accept(String.join("\n", lines));
    }

    private void fact(List<String> lines, String name, String value) {
        lines.add(look.dim(String.format(Locale.ROOT, "%-12s", name)) + line(value));
    }

    private Wishes withModel(String value) {
        return conversation.wishes().withModel(value);
    }

    private Wishes withEffort(String value) {
        return conversation.wishes().withEffort(value);
    }

    private interface Wish {
        Wishes with(String value);
    }

    /** Shows an option's values, or sets it; an agent without that option is started again with it. */
    private void choose(SessionState.Category category, String name, List<String> words, Wish wish)
            throws InterruptedException {
        Optional<SessionState.Option> option = offers.state().option(category);
        if (words.isEmpty()) {
            say.accept(option.map(this::values)
                    .orElse("this agent does not tell its choices; give one: /" + name + " NAME"));
            return;
        }
        String value = String.join(" ", words);
        if (option.isPresent()) {
            session().setOption(option.orElseThrow().id(), offered(option.orElseThrow(), value));
            conversation.remember(unused -> wish.with(value));
        } else {
            restart(wish.with(value));
        }
        say.accept(look.dim(name + " " + line(value)));
    }

    private static String offered(SessionState.Option option, String value) {
        if (option.type() == SessionState.Type.BOOLEAN) {
            if (!value.equals("true") && !value.equals("false")) {
                throw new IllegalArgumentException(option.id() + " is true or false, not " + line(value));
            }
            return value;
        }
        return option.choices().stream()
                .filter(choice -> choice.value().equals(value) || choice.name().equalsIgnoreCase(value))
                .map(SessionState.Choice::value)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + line(value) + "' is not one of "
                        + line(String.join(
                                ", ",
                                option.choices().stream()
                                        .map(SessionState.Choice::value)
                                        .toList()))));
    }

    private String values(SessionState.Option option) {
        List<String> lines = new ArrayList<>();
        lines.add(look.bold(line(option.name())));
        if (option.type() == SessionState.Type.BOOLEAN) {
            lines.add("  " + option.value() + look.dim("  true or false"));
        }
        option.choices()
                .forEach(choice -> lines.add(choice(
                        choice.value(),
                        choice.name(),
                        choice.description(),
                        choice.value().equals(option.value()))));
        return String.join("\n", lines);
    }

    private String choice(String value, String name, String description, boolean current) {
        String more = Stream.of(name.equals(value) ? "" : name, description)
                .filter(text -> !text.isBlank())
                .map(ChatCommands::line)
                .reduce((a, b) -> a + ": " + b)
                .orElse("");
        return (current ? look.green("• ") : "  ") + line(value) + (more.isEmpty() ? "" : look.dim("  " + more));
    }

    private void mode(List<String> words) throws InterruptedException {
        SessionState state = offers.state();
        if (words.isEmpty()) {
            say.accept(
                    state.modes().isEmpty()
                            ? "this agent has no modes"
                            : String.join(
                                    "\n",
                                    state.modes().stream()
                                            .map(mode -> choice(
                                                    mode.id(),
                                                    mode.name(),
                                                    mode.description(),
                                                    state.mode().equals(Optional.of(mode.id()))))
                                            .toList()));
            return;
        }
        String wanted = words.get(0);
        if (!state.modes().isEmpty()
                && state.modes().stream().noneMatch(mode -> mode.id().equals(wanted))) {
            throw new IllegalArgumentException("'" + line(wanted) + "' is not one of "
                    + line(String.join(
                            ", ",
                            state.modes().stream().map(SessionState.Mode::id).toList())));
        }
        session().setMode(wanted);
        conversation.remember(wishes -> wishes.withMode(wanted));
        say.accept(look.dim("mode " + line(wanted)));
    }

    private void option(List<String> words) throws InterruptedException {
        List<SessionState.Option> options = offers.state().options();
        if (words.size() < 2) {
            List<SessionState.Option> shown = options.stream()
                    .filter(option -> words.isEmpty() || option.id().equals(words.get(0)))
                    .toList();
            say.accept(
                    shown.isEmpty()
                            ? "this agent has no such option"
                            : String.join(
                                    "\n",
                                    shown.stream()
                                            .map(o -> look.dim(line(o.id()) + " ") + values(o))
                                            .toList()));
            return;
        }
        SessionState.Option option = offers.state()
                .option(words.get(0))
                .orElseThrow(() -> new IllegalArgumentException("there is no option '" + line(words.get(0)) + "'"));
        String value = String.join(" ", words.subList(1, words.size()));
        session().setOption(option.id(), offered(option, value));
        say.accept(look.dim(line(option.id() + " " + value)));
    }

    private void permissions(List<String> words) throws InterruptedException {
        if (words.isEmpty()) {
            PermissionPolicy now = conversation
                    .plan()
                    .map(plan -> plan.request().permissions())
                    .orElse(PermissionPolicy.ASK);
            say.accept(String.join(
                    "\n",
                    Arrays.stream(PermissionPolicy.values())
                            .map(policy -> choice(Words.of(policy), "", ChatOffers.meaning(policy), policy == now))
                            .toList()));
            return;
        }
        PermissionPolicy policy = Arrays.stream(PermissionPolicy.values())
                .filter(each -> Words.of(each).equals(words.get(0)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "'" + line(words.get(0)) + "' is not one of ask, auto, read-only, deny"));
        restart(conversation.wishes().withPermissions(policy));
        say.accept(look.dim("permissions " + Words.of(policy) + ": " + ChatOffers.meaning(policy)));
    }

    private void agent(List<String> words) throws InterruptedException {
        if (words.isEmpty()) {
            List<String> lines = new ArrayList<>();
            for (AgentStatus agent : setup.host().agents()) {
                boolean current = conversation
                        .session()
                        .filter(open -> open.agent().equals(agent.id()))
                        .isPresent();
                lines.add(choice(
                        agent.id().value(), agent.name(), agent.readiness().word(), current));
            }
            say.accept(String.join("\n", lines));
            return;
        }
        renew(conversation.wishes().withAgent(words.get(0)));
        say.accept(look.dim("agent " + session().agent() + ", a new conversation"));
    }

    private void engine(List<String> words) throws InterruptedException {
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
                            .map(engine -> choice(
                                    engine, "", "", engine.equals(now.engine().value())))
                            .toList()));
            return;
        }
        renew(conversation.wishes().withEngine(words.get(0)));
        say.accept(look.dim("engine " + session().engine() + ", a new conversation"));
    }

    /** What runs belongs to the session that would be closed. */
    private void requireIdle() {
        if (outbox.isBusy()) {
            throw new IllegalArgumentException("the agent is working: wait for it, or cancel with Esc");
        }
    }

    /** Starts the agent anew with other wishes, in the same conversation. */
    private void restart(Wishes wishes) throws InterruptedException {
        requireIdle();
        conversation.reopen(wishes, session().key().value());
    }

    private void renew(Wishes wishes) throws InterruptedException {
        requireIdle();
        conversation.renew(wishes);
    }

    private void sessions() {
        List<StoredSession> kept = offers.kept();
        say.accept(
                kept.isEmpty()
                        ? look.dim("no conversation of this folder is kept")
                        : String.join(
                                "\n",
                                kept.stream()
                                        .map(each -> choice(
                                                each.label(),
                                                each.agent().value(),
                                                each.title(),
                                                each.key().equals(session().key())))
                                        .toList()));
    }

    private void resume(List<String> words) throws InterruptedException {
        if (words.isEmpty()) {
            sessions();
            return;
        }
        requireIdle();
        StoredSession wanted = setup.host().sessions().find(String.join(" ", words), Optional.empty());
        conversation.reopen(
                Wishes.NONE.withAgent(wanted.agent().value()), wanted.key().value());
        say.accept(look.dim("goes on with " + line(wanted.label() + ": " + wanted.title())));
    }

    private void queue(List<String> words) {
        if (words.equals(List.of("clear"))) {
            say.accept(look.dim(outbox.clear() + " taken out"));
            return;
        }
        List<String> waiting =
                outbox.waiting().stream().map(WaitingPrompt::text).toList();
        say.accept(
                waiting.isEmpty()
                        ? look.dim("nothing waits")
                        : String.join(
                                "\n",
                                waiting.stream().map(text -> "  " + line(text)).toList()));
    }

    private void export(List<String> words) {
        String name = words.isEmpty() ? "termal-chat.md" : String.join(" ", words);
        try {
            Path file = setup.cwd().resolve(name);
            Files.writeString(file, conversation.transcript(), StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
            say.accept("written: " + line(file.toString()));
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException(
                    "cannot write " + line(name) + " (" + e.getClass().getSimpleName()
                            + "); give another name: /export FILE",
                    e);
        }
    }

    private void auth() throws InterruptedException {
        List<String> lines = new ArrayList<>();
        setup.host()
                .signIns()
                .forEach(each -> lines.add("  "
                        + line(each.agent() + "  "
                                + each.status()
                                        .state()
                                        .name()
                                        .toLowerCase(Locale.ROOT)
                                        .replace('_', ' ') + "  "
                                + each.status().hint())));
        lines.add(look.dim("  'termal auth login -a AGENT' signs in"));
        say.accept(String.join("\n", lines));
    }
}

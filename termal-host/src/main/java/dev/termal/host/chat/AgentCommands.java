package dev.termal.host.chat;

import dev.termal.api.PermissionPolicy;
import dev.termal.api.SessionState;
import dev.termal.host.TermalSession;
import dev.termal.host.cli.output.Look;
import dev.termal.host.service.Outbox;
import dev.termal.host.text.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** Does what changes how the agent works in the conversation that there is: model, mode, effort, options, permissions. */
final class AgentCommands {
    private final Conversation conversation;
    private final Outbox outbox;
    private final ChatOffers offers;
    private final Look look;
    private final ChoiceLines lines;
    private final Consumer<String> say;

    AgentCommands(Conversation conversation, Outbox outbox, ChatOffers offers, Look look, Consumer<String> say) {
        this.conversation = conversation;
        this.outbox = outbox;
        this.offers = offers;
        this.look = look;
        this.say = say;
        lines = new ChoiceLines(look);
    }

    private TermalSession session() {
        return conversation.required();
    }

    void model(List<String> words) throws InterruptedException {
        choose(SessionState.Category.MODEL, words, value -> session().setModel(value), Wishes::withModel);
    }

    void effort(List<String> words) throws InterruptedException {
        choose(SessionState.Category.THOUGHT_LEVEL, words, value -> session().setEffort(value), Wishes::withEffort);
    }

    private interface Setter {
        void set(String value) throws InterruptedException;
    }

    /** Shows an option's values, or sets it; an agent without that option is told otherwise. */
    private void choose(
            SessionState.Category category,
            List<String> words,
            Setter otherwise,
            BiFunction<Wishes, String, Wishes> wish)
            throws InterruptedException {
        String name = category == SessionState.Category.MODEL ? "model" : "effort";
        Optional<SessionState.Option> option = offers.state().option(category);
        if (words.isEmpty()) {
            say.accept(option.map(this::values)
                    .orElse("this agent does not tell its choices; give one: /" + name + " NAME"));
            return;
        }
        String value = String.join(" ", words);
        if (option.isPresent()) {
            session().setOption(option.orElseThrow().id(), offered(option.orElseThrow(), value));
        } else {
            otherwise.set(value);
        }
        conversation.remember(wishes -> wish.apply(wishes, value));
        say.accept(look.dim(name + " " + ChoiceLines.line(value)));
    }

    private static String offered(SessionState.Option option, String value) {
        if (option.type() == SessionState.Type.BOOLEAN) {
            if (!value.equals("true") && !value.equals("false")) {
                throw new IllegalArgumentException(option.id() + " is true or false, not " + ChoiceLines.line(value));
            }
            return value;
        }
        return option.choices().stream()
                .filter(choice -> choice.value().equals(value) || choice.name().equalsIgnoreCase(value))
                .map(SessionState.Choice::value)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + ChoiceLines.line(value) + "' is not one of "
                        + ChoiceLines.line(String.join(
                                ", ",
                                option.choices().stream()
                                        .map(SessionState.Choice::value)
                                        .toList()))));
    }

    private String values(SessionState.Option option) {
        List<String> all = new ArrayList<>();
        all.add(look.bold(ChoiceLines.line(option.name())));
        if (option.type() == SessionState.Type.BOOLEAN) {
            all.add("  " + option.value() + look.dim("  true or false"));
        }
        option.choices()
                .forEach(choice -> all.add(lines.choice(
                        choice.value(),
                        choice.name(),
                        choice.description(),
                        choice.value().equals(option.value()))));
        return String.join("\n", all);
    }

    void mode(List<String> words) throws InterruptedException {
        SessionState state = offers.state();
        if (words.isEmpty()) {
            say.accept(
                    state.modes().isEmpty()
                            ? "this agent has no modes"
                            : String.join(
                                    "\n",
                                    state.modes().stream()
                                            .map(mode -> lines.choice(
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
            throw new IllegalArgumentException("'" + ChoiceLines.line(wanted) + "' is not one of "
                    + ChoiceLines.line(String.join(
                            ", ",
                            state.modes().stream().map(SessionState.Mode::id).toList())));
        }
        session().setMode(wanted);
        conversation.remember(wishes -> wishes.withMode(wanted));
        say.accept(look.dim("mode " + ChoiceLines.line(wanted)));
    }

    void option(List<String> words) throws InterruptedException {
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
                                            .map(o -> look.dim(ChoiceLines.line(o.id()) + " ") + values(o))
                                            .toList()));
            return;
        }
        SessionState.Option option = offers.state()
                .option(words.get(0))
                .orElseThrow(() ->
                        new IllegalArgumentException("there is no option '" + ChoiceLines.line(words.get(0)) + "'"));
        String value = String.join(" ", words.subList(1, words.size()));
        session().setOption(option.id(), offered(option, value));
        say.accept(look.dim(ChoiceLines.line(option.id() + " " + value)));
    }

    void permissions(List<String> words) throws InterruptedException {
        if (words.isEmpty()) {
            PermissionPolicy now = conversation
                    .plan()
                    .map(plan -> plan.request().permissions())
                    .orElse(PermissionPolicy.ASK);
            say.accept(String.join(
                    "\n",
                    Arrays.stream(PermissionPolicy.values())
                            .map(policy ->
                                    lines.choice(Words.of(policy), "", ChatOffers.meaning(policy), policy == now))
                            .toList()));
            return;
        }
        PermissionPolicy policy = Arrays.stream(PermissionPolicy.values())
                .filter(each -> Words.of(each).equals(words.get(0)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "'" + ChoiceLines.line(words.get(0)) + "' is not one of ask, auto, read-only, deny"));
        outbox.requireIdle();
        conversation.reopen(conversation.wishes().withPermissions(policy));
        say.accept(look.dim("permissions " + Words.of(policy) + ": " + ChatOffers.meaning(policy)));
    }
}

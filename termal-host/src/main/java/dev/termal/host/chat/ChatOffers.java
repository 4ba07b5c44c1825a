package dev.termal.host.chat;

import dev.termal.api.AgentException;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.SessionState;
import dev.termal.host.SessionPlan;
import dev.termal.host.TermalSession;
import dev.termal.host.chat.ChatCompleter.Choice;
import dev.termal.host.cli.output.PlainText;
import dev.termal.host.event.StoredSession;
import dev.termal.host.text.Words;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What commands can be given just now: the chat's and the agent's, and what each can take. */
final class ChatOffers implements ChatCompleter.Source {
    private static final int WIDTH = 160;
    private static final int MAX_SESSIONS = 20;

    private final ChatSetup setup;
    private final Conversation conversation;

    ChatOffers(ChatSetup setup, Conversation conversation) {
        this.setup = setup;
        this.conversation = conversation;
    }

    /** What the agent has told of the session; nothing before there is one. */
    SessionState state() {
        return conversation.session().map(TermalSession::state).orElse(SessionState.EMPTY);
    }

    /** Less those that the chat has itself. */
    Stream<SessionState.Command> ofTheAgent() {
        return state().commands().stream()
                .filter(own -> SlashCommand.of("/" + own.name()).isEmpty());
    }

    List<StoredSession> kept() {
        Path here = conversation.plan().map(SessionPlan::cwd).orElse(setup.cwd());
        return setup.host().sessions().list(Optional.of(here), Optional.empty(), MAX_SESSIONS);
    }

    static String meaning(PermissionPolicy policy) {
        return switch (policy) {
            case ASK -> "you decide";
            case AUTO -> "all is allowed";
            case READ_ONLY -> "reading, searching and thinking are allowed";
            case DENY -> "nothing is allowed";
        };
    }

    private static String line(String text) {
        return PlainText.line(text, WIDTH);
    }

    @Override
    public List<Choice> commands() {
        return Stream.concat(
                        Arrays.stream(SlashCommand.values()).map(each -> new Choice(each.typed(), each.text())),
                        ofTheAgent().map(own -> new Choice("/" + line(own.name()), line(own.description()))))
                .toList();
    }

    @Override
    public List<Choice> arguments(String typed, List<String> words) {
        Optional<SlashCommand> command = SlashCommand.of(typed);
        if (command.isEmpty()) {
            return List.of();
        }
        SessionState state = state();
        return switch (command.orElseThrow()) {
            case MODEL -> choices(state.option(SessionState.Category.MODEL));
            case EFFORT -> choices(state.option(SessionState.Category.THOUGHT_LEVEL));
            case MODE ->
                state.modes().stream()
                        .map(mode -> new Choice(mode.id(), line(mode.description())))
                        .toList();
            case OPTION ->
                words.isEmpty()
                        ? state.options().stream()
                                .map(option -> new Choice(option.id(), line(option.name())))
                                .toList()
                        : choices(state.option(words.get(0)));
            case PERMISSIONS ->
                Arrays.stream(PermissionPolicy.values())
                        .map(policy -> new Choice(Words.of(policy), meaning(policy)))
                        .toList();
            case AGENT -> agents();
            case ENGINE ->
                setup.host().engines().stream()
                        .map(engine -> new Choice(engine.id().value(), engine.name()))
                        .toList();
            case RESUME ->
                kept().stream()
                        .map(each -> new Choice(each.label(), line(each.title())))
                        .toList();
            case QUEUE -> List.of(new Choice("clear", ""));
            default -> List.of();
        };
    }

    private List<Choice> agents() {
        try {
            return setup.host().agents().stream()
                    .map(agent ->
                            new Choice(agent.id().value(), agent.readiness().word()))
                    .toList();
        } catch (AgentException e) {
            return List.of();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private static List<Choice> choices(Optional<SessionState.Option> option) {
        return option.stream()
                .flatMap(each -> each.type() == SessionState.Type.BOOLEAN
                        ? Stream.of(new Choice("true", ""), new Choice("false", ""))
                        : each.choices().stream().map(choice -> new Choice(choice.value(), line(choice.name()))))
                .toList();
    }
}

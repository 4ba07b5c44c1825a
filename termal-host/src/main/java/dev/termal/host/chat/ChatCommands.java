package dev.termal.host.chat;

import dev.termal.host.DoctorSpec;
import dev.termal.host.TermalSession;
import dev.termal.host.cli.output.Look;
import dev.termal.host.event.StoredSession;
import dev.termal.host.event.WaitingPrompt;
import dev.termal.host.service.Outbox;
import dev.termal.host.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** Does what slash commands say, on the thread that reads them. */
final class ChatCommands {
    private final ChatSetup setup;
    private final Conversation conversation;
    private final Outbox outbox;
    private final ChatOffers offers;
    private final AgentCommands agent;
    private final ConversationCommands conversations;
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
        agent = new AgentCommands(conversation, outbox, offers, look, say);
        conversations = new ConversationCommands(setup, conversation, outbox, offers, say);
    }

    void run(SlashCommand command, List<String> words) throws InterruptedException {
        switch (command) {
            case HELP -> say.accept(ChatHelp.text(look, offers.ofTheAgent().toList()));
            case STATUS -> status();
            case MODEL -> agent.model(words);
            case MODE -> agent.mode(words);
            case EFFORT -> agent.effort(words);
            case OPTION -> agent.option(words);
            case PERMISSIONS -> agent.permissions(words);
            case AGENT -> conversations.agent(words);
            case ENGINE -> conversations.engine(words);
            case NEW -> conversations.begin();
            case SESSIONS -> conversations.sessions();
            case RESUME -> conversations.resume(words);
            case EXPORT -> conversations.export(words);
            case QUEUE -> queue(words);
            case AUTH -> auth();
            case DOCTOR ->
                say.accept(setup.doctor()
                        .apply(setup.host().doctor(new DoctorSpec(setup.cwd(), Optional.empty(), false)))
                        .stripTrailing());
            case QUIT -> throw new IllegalStateException("is for who reads commands");
        }
    }

    private void status() {
        TermalSession session = conversation.required();
        List<String> lines = new ArrayList<>();
        fact(lines, "agent", session.agent() + " by " + session.engine());
        fact(
                lines,
                "session",
                conversation
                        .kept()
                        .flatMap(StoredSession::name)
                        .map(name -> name + ", " + session.key().value())
                        .orElse(session.key().value()));
        session.agentSession().ifPresent(id -> fact(lines, "the agent's", id.value()));
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
        lines.add(look.dim(String.format(Locale.ROOT, "%-12s", name)) + ChoiceLines.line(value));
    }

    private void queue(List<String> words) {
        if (words.equals(List.of("clear"))) {
            say.accept(look.dim(outbox.clear() + " taken out"));
            return;
        }
        if (!words.isEmpty()) {
            throw new IllegalArgumentException(
                    "/queue takes 'clear' or nothing, not '" + String.join(" ", words) + "'");
        }
        List<String> waiting =
                outbox.waiting().stream().map(WaitingPrompt::text).toList();
        say.accept(
                waiting.isEmpty()
                        ? look.dim("nothing waits")
                        : String.join(
                                "\n",
                                waiting.stream()
                                        .map(text -> "  " + ChoiceLines.line(text))
                                        .toList()));
    }

    private void auth() throws InterruptedException {
        say.accept(setup.signIns().apply(setup.host().signIns()).stripTrailing());
        say.accept(look.dim("'termal auth login -a AGENT' signs in"));
    }
}

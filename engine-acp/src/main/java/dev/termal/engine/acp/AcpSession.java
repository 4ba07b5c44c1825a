package dev.termal.engine.acp;

import dev.termal.api.AgentEvent.Notice;
import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
import dev.termal.api.ContentBlock;
import dev.termal.api.ErrorCode;
import dev.termal.api.Fact;
import dev.termal.api.Prompt;
import dev.termal.api.SessionHandler;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.SessionState;
import dev.termal.api.StopReason;
import dev.termal.api.TurnResult;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One session. When its process has ended, or when what is wished needs another launch, the next prompt launches a new one and
 * continues the conversation there.
 */
final class AcpSession implements AgentSession {
    private final AcpConnection connection;
    private final Turns turns = new Turns();
    private final Replay replay;
    private final SessionInbox inbox;
    private final Conversation conversation;

    private final Object lock = new Object();
    private SessionRequest request; // what is wished; guarded by lock
    private SessionRequest applied; // what the agent was told of it; guarded by lock
    private @Nullable SessionRequest owed; // what a new process was not told yet, if there is one; guarded by lock

    AcpSession(AcpConnection connection, AgentLink link, SessionRequest request, SessionHandler handler) {
        this.connection = connection;
        this.request = request;
        this.applied = request;
        replay = new Replay(connection.options().replayQuiet());
        inbox = new SessionInbox(
                link,
                handler,
                connection.client(),
                turns,
                replay,
                connection.context().log());
        conversation = new Conversation(connection, link, request, inbox, replay);
    }

    void open() throws InterruptedException {
        SessionRequest wished = wished();
        conversation.open(wished);
        wishes().apply(wished, failure -> {
            throw failure;
        });
    }

    private SessionRequest wished() {
        synchronized (lock) {
            return request;
        }
    }

    private SessionWishes wishes() {
        return new SessionWishes(connection, conversation.link(), conversation.idOnWire(), inbox);
    }

    // Turns.

    @Override
    public TurnResult prompt(Prompt prompt) throws InterruptedException {
        Turn turn = turns.begin();
        try {
            prepare();
            if (!turn.prepared()) {
                return TurnResult.of(StopReason.CANCELLED);
            }
            boolean command = state().isCommand(prompt);
            Prompt whole = command ? prompt : withText(prompt);
            ArrayNode blocks = ContentMapper.write(whole, connection.capabilities());
            return connection.signIn().during(conversation.link(), () -> run(turn, blocks, command));
        } catch (InterruptedException e) {
            if (turn.isPreparationCancelled()) {
                return TurnResult.of(StopReason.CANCELLED);
            }
            throw e;
        } finally {
            turns.end(turn);
        }
    }

    /** Makes the session what it shall be, in a new process where the old one has ended or does not fit. */
    private void prepare() throws InterruptedException {
        SessionRequest target;
        SessionRequest changes;
        SessionRequest lasting;
        boolean changed;
        synchronized (lock) {
            target = request;
            changed = !target.equals(applied);
            changes = owed == null
                    ? SessionWishes.changes(applied, target)
                    : SessionWishes.merged(owed, SessionWishes.changes(applied, target));
            lasting = owed == null ? withCurrentMode(applied, target) : changes;
        }
        AgentLink before = conversation.link();
        try {
            conversation.prepare(target, changed);
        } finally {
            if (!conversation.link().equals(before)) {
                changes = lasting;
                owe(lasting); // for a cancel may end this at any step
            }
        }
        wishes().apply(changes, failure -> inbox.notice(Notice.Level.WARNING, String.valueOf(failure.getMessage())));
        synchronized (lock) {
            applied = target;
            owed = null;
        }
    }

    private void owe(SessionRequest wishes) {
        synchronized (lock) {
            owed = wishes;
        }
    }

    /** An agent may have left the mode that was wished for by itself; a new process shall not go back to it. */
    private SessionRequest withCurrentMode(SessionRequest before, SessionRequest target) {
        Optional<String> current = state().mode();
        return target.mode().equals(before.mode()) && target.mode().isPresent() && current.isPresent()
                ? target.toBuilder().mode(current.get()).build()
                : target;
    }

    private TurnResult run(Turn turn, ArrayNode prompt, boolean command) throws InterruptedException {
        if (turn.isCancelled()) {
            return TurnResult.of(StopReason.CANCELLED); // while signing in for a second try
        }
        AgentLink link = conversation.link();
        ObjectNode params = Json.object().put("sessionId", conversation.idOnWire());
        params.set("prompt", prompt);
        link.dispatch(() -> {
            replay.end();
            inbox.calls().beginTurn();
        });
        AgentLink.Sent<TurnResult> sent =
                link.send("session/prompt", params, (result, failure) -> end(turn, result, failure));
        conversation.said(command);
        connection.lifecycle().note(Lifecycle.Event.PROMPT, "");
        if (turn.sent(sent.call())) {
            stop(turn);
        }
        return await(sent.answer());
    }

    /**
     * A fresh conversation begins with the text for it, where its launch did not carry that. A command goes alone, since it is none
     * behind a text; the text goes with the next prompt then.
     */
    private Prompt withText(Prompt prompt) {
        SessionRequest wished = wished();
        if (!conversation.awaitsText()
                || wished.systemPrompt().isEmpty()
                || connection.launchPlan().carries(wished, LaunchPlan.Part.SYSTEM_PROMPT)) {
            return prompt;
        }
        List<ContentBlock> blocks = new ArrayList<>();
        blocks.add(ContentBlock.text(wished.systemPrompt().get()));
        blocks.addAll(prompt.blocks());
        return new Prompt(blocks);
    }

    private TurnResult await(CompletableFuture<TurnResult> answer) throws InterruptedException {
        try {
            return answer.get();
        } catch (InterruptedException e) {
            cancel();
            answer.handle((result, failure) -> true).join(); // within the bounds of cancelling
            throw e;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        }
    }

    /** The agent has answered the prompt, or never will; on the dispatching thread, behind all of the turn's updates. */
    private TurnResult end(Turn turn, JsonNode result, @Nullable AgentException failure) {
        StopReason reason = Json.constant(
                StopReason.values(), Json.text(result, "stopReason").orElse(""), StopReason.OTHER);
        boolean stopped = turn.isCancelled() || (failure == null && reason == StopReason.CANCELLED);
        inbox.deliverAll(stopped ? inbox.calls().cancelOpen() : inbox.calls().failOpen());
        if (failure == null || failure.code() != ErrorCode.AUTH_REQUIRED) {
            turn.end(); // else it may be tried once more
        }
        if (turns.isClosed()) {
            throw new AgentException(ErrorCode.CLOSED, "the session was closed");
        }
        if (turn.isCancelled()) {
            return new TurnResult(StopReason.CANCELLED, UsageMapper.turn(result), Optional.empty());
        }
        if (failure != null) {
            throw failure;
        }
        connection.signIn().proven();
        return new TurnResult(reason, UsageMapper.turn(result), turn.followUp());
    }

    @Override
    public void cancel() {
        turns.current().filter(Turn::cancel).ifPresent(this::stop);
    }

    private void stop(Turn turn) {
        AgentLink link = conversation.link();
        link.dispatch(() -> {
            if (!turn.ended().isDone()) {
                inbox.deliverAll(inbox.calls().cancelOpen());
            }
        });
        Thread thread = connection
                .context()
                .threads()
                .newThread(new Cancellation(
                        turn,
                        link,
                        inbox.requests(),
                        conversation.idOnWire(),
                        connection.options(),
                        connection.context(),
                        connection.lifecycle()));
        thread.setName("termal-cancel-" + connection.name());
        thread.start();
    }

    // State and wishes.

    @Override
    public Optional<SessionId> id() {
        return conversation.id();
    }

    @Override
    public SessionState state() {
        return inbox.facts().state();
    }

    @Override
    public void setMode(String modeId) throws InterruptedException {
        boolean isSet = conversation.link().isAlive();
        if (isSet) {
            wishes().setMode(modeId);
        }
        remember(isSet, wished -> wished.mode(modeId));
    }

    @Override
    public void setOption(String optionId, String value) throws InterruptedException {
        SessionState.Category category =
                state().option(optionId).map(SessionState.Option::category).orElse(SessionState.Category.OTHER);
        boolean isSet = conversation.link().isAlive();
        if (isSet) {
            wishes().setOption(optionId, value);
        }
        remember(isSet, wished -> {
            switch (category) {
                case MODEL -> wished.model(value);
                case MODE -> wished.mode(value);
                case THOUGHT_LEVEL -> wished.effort(value);
                case OTHER -> wished.option(optionId, value);
            }
        });
    }

    /** Keeps a wish for every process to come. */
    private void remember(boolean isSet, Consumer<SessionRequest.Builder> change) {
        synchronized (lock) {
            request = changed(request, change);
            if (isSet) {
                applied = changed(applied, change);
                owed = owed == null ? null : changed(owed, change);
            }
        }
    }

    private static SessionRequest changed(SessionRequest before, Consumer<SessionRequest.Builder> change) {
        SessionRequest.Builder after = before.toBuilder();
        change.accept(after);
        return after.build();
    }

    @Override
    public void apply(SessionRequest target) {
        SessionRequest before = wished();
        if (conversation.link().isAlive()) {
            wishes().refuseImpossible(SessionWishes.changes(before, SessionWishes.merged(before, target)));
        }
        synchronized (lock) {
            request = SessionWishes.merged(request, target);
        }
    }

    /** What is known of a connection's sessions. */
    static List<Fact> facts(List<AcpSession> sessions) {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact(
                "sessionsBound", "Sessions open", new Fact.Value.Numeric(BigDecimal.valueOf(sessions.size()))));
        boolean runs =
                sessions.stream().anyMatch(session -> session.turns.current().isPresent());
        boolean dead = sessions.stream()
                .anyMatch(session -> !session.conversation.link().isAlive());
        facts.add(Fact.of("state", "State", runs ? "running" : sessions.isEmpty() ? "idle" : dead ? "dead" : "ready"));
        sessions.stream()
                .flatMap(session -> session.id().stream())
                .reduce((earlier, later) -> later)
                .ifPresent(id -> facts.add(Fact.of("conversationId", "The agent's session", id.value())));
        List<Fact.Value> commands = sessions.stream()
                .flatMap(session -> session.state().commands().stream())
                .<Fact.Value>map(command -> new Fact.Value.Text(command.name()))
                .distinct()
                .toList();
        if (!commands.isEmpty()) {
            facts.add(new Fact("commands", "Commands", new Fact.Value.Items(commands)));
        }
        return facts;
    }

    @Override
    public boolean isOpen() {
        return !turns.isClosed() && conversation.canGoOn();
    }

    /** Leaves the process where the session could not be opened. */
    void abandon() {
        conversation.link().router().detach(inbox);
    }

    @Override
    public void close() {
        if (turns.close()) {
            inbox.requests().cancelAll();
            connection.forget(this, conversation);
        }
    }
}

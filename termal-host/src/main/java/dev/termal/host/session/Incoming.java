package dev.termal.host.session;

import dev.termal.api.AgentEvent;
import dev.termal.api.Answer;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionRequest;
import dev.termal.api.Question;
import dev.termal.api.SessionHandler;
import dev.termal.api.SessionId;
import dev.termal.api.ToolCall;
import dev.termal.api.spi.ConnectRequest;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** What comes from the agent of a session, made fit to be shown and kept: its events into the stream, its requests to the desks. */
final class Incoming implements SessionHandler {
    private final EntryLog log;
    private final SessionStream stream;
    private final TurnDeadline deadline;
    private final Desks desks;
    private final Consumer<SessionId> bound;
    private final Predicate<ToolCall> lent;
    private final SameCalls calls;
    private final CommandNews commands;
    private final Optional<ResendFilter> resends;
    private final WholeCharacters characters = new WholeCharacters();
    private final EditDiffs edits;

    /**
     * For one session.
     *
     * @param bound told the agent's own id
     * @param lent whether a call is one of a tool of the host
     */
    Incoming(
            ConnectRequest connect,
            EntryLog log,
            SessionStream stream,
            TurnDeadline deadline,
            Desks desks,
            Consumer<SessionId> bound,
            Predicate<ToolCall> lent,
            SameCalls calls,
            CommandNews commands) {
        this.log = log;
        this.stream = stream;
        this.deadline = deadline;
        this.desks = desks;
        this.bound = bound;
        this.lent = lent;
        this.calls = calls;
        this.commands = commands;
        edits = new EditDiffs(connect.session().cwd(), connect.environment());
        resends = HostOwnedOptions.resendsCumulatively(connect.options())
                ? Optional.of(new ResendFilter())
                : Optional.empty();
    }

    @Override
    public void onEvent(AgentEvent event) {
        if (event instanceof AgentEvent.SessionBound told) {
            bound.accept(told.id());
        }
        commands.heard(event);
        waitForReaders();
        Optional<AgentEvent> fresh =
                resends.isPresent() ? resends.get().apply(event, stream.turn()) : Optional.of(event);
        fresh.flatMap(characters::apply).map(edits::shown).map(this::once).ifPresent(stream::said);
        deadline.touch(stream.callOpen());
    }

    private AgentEvent once(AgentEvent event) {
        return event instanceof AgentEvent.ToolCallUpdate update
                ? new AgentEvent.ToolCallUpdate(calls.ofAgent(update.call()))
                : event;
    }

    /** The agent is not to blame for the time that a reader takes. */
    private void waitForReaders() {
        if (log.hasRoom()) {
            return;
        }
        deadline.hold();
        try {
            log.awaitRoom();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the engine is closing; what it still delivers is kept
        } finally {
            deadline.release();
        }
    }

    @Override
    public CompletionStage<PermissionDecision> onPermissionRequest(PermissionRequest request) {
        // What the host lends it decides about when it is called, by the same rules, and a person need not be asked
        // twice.
        return lent.test(request.toolCall())
                ? desks.permissions().pass(request)
                : desks.permissions().request(request);
    }

    @Override
    public CompletionStage<Answer> onQuestion(Question question) {
        return desks.questions().ask(question);
    }
}

package dev.termal.engine.streamjson;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Which of the agent's conversations a session goes on with, and by which wishes. Thread-safe. */
final class Conversation {
    // all guarded by this
    private SessionRequest wanted;
    private Optional<SessionId> told = Optional.empty();
    private boolean replaced; // other wishes came while a turn ran: what its process still tells is not about them
    private boolean textOwed; // it began with a command, which nothing may stand before
    private boolean unnamed; // the agent has spoken, but told no id by which it could go on

    Conversation(SessionRequest request) {
        wanted = request;
    }

    synchronized SessionRequest wanted() {
        return wanted;
    }

    /** The agent's id, as it told it, else as it was asked for. */
    synchronized Optional<SessionId> id() {
        return told.or(wanted::resume);
    }

    /** Takes other wishes; those without an id begin a fresh conversation. */
    synchronized void replace(SessionRequest request) {
        if (!request.resume().equals(told)) {
            told = Optional.empty();
            unnamed = false;
            textOwed = false;
        }
        wanted = request;
        replaced = true;
    }

    /** Changes a wish within the same conversation. */
    synchronized void change(UnaryOperator<SessionRequest.Builder> change) {
        wanted = change.apply(wanted.toBuilder()).build();
    }

    /** A turn begins, by the wishes of now. */
    synchronized void beginTurn() {
        replaced = false;
    }

    /**
     * The text to put before a prompt: once, where the conversation is fresh. A command goes alone, since it is none behind a text; the
     * text goes with the next prompt then.
     */
    synchronized Optional<String> textBefore(boolean command) {
        boolean awaited = textOwed || (wanted.resume().isEmpty() && !unnamed);
        textOwed = awaited && command;
        return awaited && !command ? wanted.systemPrompt() : Optional.empty();
    }

    /**
     * What a process is to be launched with.
     *
     * @throws AgentException {@link ErrorCode#SESSION_NOT_FOUND} where it could only begin another conversation
     */
    synchronized SessionRequest toLaunch() {
        if (unnamed && wanted.resume().isEmpty()) {
            throw new AgentException(
                    ErrorCode.SESSION_NOT_FOUND,
                    "the agent never told the id of its session, so the conversation cannot be continued; start a new one");
        }
        return wanted;
    }

    /** The agent has told the id; from now on it is wanted. Says whether it is news. */
    synchronized boolean bound(SessionId id) {
        if (replaced) {
            return true;
        }
        boolean news = !told.equals(Optional.of(id));
        told = Optional.of(id);
        unnamed = false;
        wanted = wanted.toBuilder().resume(id).build();
        return news;
    }

    /** The agent has said or done something. */
    synchronized void spoke(AgentEvent event) {
        boolean counts = event instanceof AgentEvent.MessageChunk
                || event instanceof AgentEvent.ThoughtChunk
                || event instanceof AgentEvent.ToolCallUpdate
                || event instanceof AgentEvent.PlanUpdate;
        unnamed |= counts && !replaced && wanted.resume().isEmpty();
    }
}

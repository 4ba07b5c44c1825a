package dev.termal.api;

import java.util.Optional;

/**
 * One conversation with an agent.
 *
 * <p>Implemented by engines. One turn runs at a time: a second {@link #prompt} waits for the caller to be done with the
 * first or is refused; the host serialises. A session whose process has ended can be prompted again: the engine launches a
 * new one and continues the conversation.
 */
public interface AgentSession extends AutoCloseable {
    /** The agent's id; empty until the agent has told it (event {@link AgentEvent.SessionBound}). */
    Optional<SessionId> id();

    /** The slow-moving facts as last told. */
    SessionState state();

    /**
     * Runs one turn and returns after the handler has seen the turn's last event. Interrupting the caller cancels the
     * turn.
     *
     * @throws AgentException where the turn did not end normally; whether the session goes on is said by {@link #isOpen()}
     */
    TurnResult prompt(Prompt prompt) throws InterruptedException;

    /**
     * Ends the running turn early: open permission requests and questions are answered as cancelled, then the agent is
     * asked to stop. From any thread, returns at once; where no turn runs it does nothing.
     */
    void cancel();

    /** Changes the agent's mode. */
    default void setMode(String modeId) throws InterruptedException {
        throw new AgentException(ErrorCode.UNSUPPORTED, "this agent has no modes");
    }

    /** Changes one option; a value that is not among the choices is refused with a message that lists them. */
    default void setOption(String optionId, String value) throws InterruptedException {
        throw new AgentException(ErrorCode.UNSUPPORTED, "this agent has no options");
    }

    /**
     * Takes new wishes, effective with the next prompt: what the protocol can set is set, for the rest the agent is
     * launched anew and its conversation continued.
     *
     * @throws AgentException for a wish that is known to be none that this agent can carry out; then all stays as it was
     */
    void apply(SessionRequest request) throws InterruptedException;

    /** Whether a prompt could be sent without opening the session anew. */
    boolean isOpen();

    /** Ends the session at the agent and, where no other session needs it, the agent's process. */
    @Override
    void close();
}

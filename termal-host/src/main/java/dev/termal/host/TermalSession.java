package dev.termal.host;

import dev.termal.api.AgentId;
import dev.termal.api.Answer;
import dev.termal.api.Capabilities;
import dev.termal.api.Diagnostics;
import dev.termal.api.EngineId;
import dev.termal.api.PermissionDecision;
import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.api.SessionState;
import dev.termal.host.event.Remember;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.TurnReport;
import dev.termal.host.event.WaitingPrompt;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One conversation with one agent, as a caller of the host sees it.
 *
 * <p>All that happens is in its stream of numbered entries; a turn is a bracket in it. Methods may be called from any
 * thread, from an entry's reader too, but for {@link #prompt}.
 */
public interface TermalSession extends AutoCloseable {
    /** The host's name for it. */
    SessionKey key();

    /** Whom it talks to. */
    AgentId agent();

    /** By which engine. */
    EngineId engine();

    /** The agent's own id, once told. */
    Optional<SessionId> agentSession();

    /** What the agent can do here. */
    Capabilities capabilities();

    /** The slow-moving facts as last told. */
    SessionState state();

    /** The number of the last entry from before it was opened here: 0 for a new session. */
    long openedAt();

    /**
     * Reads the stream: first what is there after a number, then what comes, one entry at a time, in order, without gap or
     * repeat. What is older than memory reaches comes from where it is kept: there pieces of one message are one entry, which
     * has the number of the last. A reader must not block for long; while it does, the agent waits.
     *
     * @param afterSeq the last entry already known; 0 for all
     * @return stops reading when closed
     */
    Reading read(long afterSeq, Consumer<SessionEntry> reader);

    /**
     * Runs one turn to its end and reports it, whatever happened: failures of the agent are in the report. Turns of one
     * session run one after another; a second caller waits. When this returns, all readers have seen the turn's last entry.
     */
    TurnReport prompt(Prompt prompt) throws InterruptedException;

    /** The same for a prompt of one text. */
    default TurnReport prompt(String text) throws InterruptedException {
        return prompt(Prompt.of(text));
    }

    /** The prompts that wait for those before them, the next first. */
    List<WaitingPrompt> waiting();

    /** Takes a prompt out of those that wait, which then fails with {@code CANCELLED}; false where it does not wait. */
    boolean cancelWaiting(long id);

    /** Asks the agent to end the running turn; ends its process where it does not within bounds. Returns at once. */
    void cancel();

    /** Ends the agent's process at once; the running turn is reported as cancelled. */
    void kill();

    /**
     * Answers a permission request.
     *
     * @return false where it is not open (any more)
     * @throws IllegalArgumentException for an option that was not offered
     */
    boolean answerPermission(String id, PermissionDecision decision);

    /**
     * Answers a permission request, and has the answer kept for requests like it; those that wait are settled with it. The
     * agent's own "always" is not needed for that and means something else: choose the option for this once.
     *
     * @return false where it is not open (any more); then nothing is kept
     * @throws IllegalArgumentException for an option that was not offered or is neither a yes nor a no, and where there is
     *     nothing {@linkplain #rememberable to remember}; it stays open then
     * @throws dev.termal.api.AgentException of code {@code CONFIGURATION} where it cannot be kept; it is answered all the same
     */
    boolean answerPermission(String id, PermissionDecision decision, Remember remember);

    /** What would be kept of an answer to an open permission request, in words; empty where nothing can be. */
    Optional<String> rememberable(String id);

    /**
     * Answers a question.
     *
     * @return false where it is not open (any more)
     * @throws IllegalArgumentException for values that do not fit the fields; the message names the field
     */
    boolean answerQuestion(String id, Answer answer);

    /** What is known of the connection to the agent: the process, what it has done so far, and what was not understood. */
    Diagnostics diagnostics();

    /**
     * Changes the agent's mode.
     *
     * @throws dev.termal.api.AgentException for a mode that it has not, with those that it has
     */
    void setMode(String modeId) throws InterruptedException;

    /**
     * Has another model answer from the next prompt on, in the same conversation: the agent is told where it can be, else it is
     * started anew. Where only the agent knows whether it has that model, a notice says so, and a turn fails that asks for one
     * which it has not.
     *
     * @throws dev.termal.api.AgentException of code {@code CONFIGURATION} for a model that it is known not to have, with the
     *     choices, and of code {@code UNSUPPORTED} for an agent without a choice; then all stays as it was
     */
    void setModel(String model) throws InterruptedException;

    /** Changes how much the model thinks; as {@link #setModel}. */
    void setEffort(String effort) throws InterruptedException;

    /**
     * Changes an option.
     *
     * @throws dev.termal.api.AgentException for an option or a value that the agent has not, with the choices
     */
    void setOption(String optionId, String value) throws InterruptedException;

    /** Closes the session and ends its agent, within bounds. */
    @Override
    void close();

    /** Somebody reading a stream. */
    interface Reading extends AutoCloseable {
        /** Stops; no entry is delivered after this returns, unless called by the reader itself. */
        @Override
        void close();
    }
}

package dev.termal.host.mcp;

import dev.termal.api.Answer;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionRequest;
import dev.termal.api.Question;
import dev.termal.api.ToolCall;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The session whose agent calls tools of the host. Implemented by sessions; from any thread.
 *
 * <p>{@link #isInTurn} and {@link #hold}, and what that gives, are called with a lock held: they must neither block nor call back.
 */
public interface Borrower {
    /** The host's key of the session. */
    String session();

    /** The folders that the session may see; the first is its working folder. */
    List<Path> folders();

    /** Whether a turn runs. */
    boolean isInTurn();

    /** Whether a call needs no permission to be asked for. */
    boolean mayRunUnasked(ToolCall call);

    /** Asks for a permission, as for a tool of the agent's own. */
    CompletionStage<PermissionDecision> permission(PermissionRequest request);

    /** Asks the person something. */
    CompletionStage<Answer> ask(Question question);

    /** Shows how far a call is. */
    void show(ToolCall call);

    /** Tells the person something. */
    void tell(String text);

    /**
     * The turn's deadlines wait for a call, for so long at most.
     *
     * @return to be run when they need not any more
     */
    Runnable hold(Duration atMost);

    /** Gives the agent a prompt of the host's as soon as no turn runs. Returns at once. */
    void prompt(String text);
}

package dev.termal.api;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The host's side of one session: receives what the agent says, answers what it asks.
 *
 * <p>Implemented by the host and by tests; called by engines. Calls come one at a time, in the agent's order, never on the
 * thread that reads the agent's output. A handler must not call blocking methods of its own connection. A stage that is
 * cancelled by the engine (the turn ended, the agent withdrew the question) needs no answer any more.
 */
public interface SessionHandler {
    /** Takes one event. Must not throw; what it throws is logged and the event counts as delivered. */
    void onEvent(AgentEvent event);

    /** Decides now or later whether the agent may do something. */
    CompletionStage<PermissionDecision> onPermissionRequest(PermissionRequest request);

    /** Answers a question now or later. Declines unless implemented. */
    default CompletionStage<Answer> onQuestion(Question question) {
        return CompletableFuture.completedFuture(new Answer.Declined("questions are not supported here"));
    }

    /** Reads a file for the agent. Refuses unless implemented. */
    default CompletionStage<String> onReadFile(ClientRequest.ReadFile request) {
        return refused("files");
    }

    /** Writes a file for the agent. Refuses unless implemented. */
    default CompletionStage<Void> onWriteFile(ClientRequest.WriteFile request) {
        return refused("files");
    }

    /** Starts a command for the agent and gives the terminal's id. Refuses unless implemented. */
    default CompletionStage<String> onCreateTerminal(ClientRequest.CreateTerminal request) {
        return refused("terminals");
    }

    /** What a terminal has printed so far. Refuses unless implemented. */
    default CompletionStage<ClientRequest.TerminalOutput> onTerminalOutput(String terminalId) {
        return refused("terminals");
    }

    /** Completes when a terminal's command has ended. Refuses unless implemented. */
    default CompletionStage<ClientRequest.TerminalExit> onTerminalExit(String terminalId) {
        return refused("terminals");
    }

    /** Ends a terminal's command; its id stays valid. Refuses unless implemented. */
    default CompletionStage<Void> onKillTerminal(String terminalId) {
        return refused("terminals");
    }

    /** Frees a terminal; its command is ended if it still runs. Refuses unless implemented. */
    default CompletionStage<Void> onReleaseTerminal(String terminalId) {
        return refused("terminals");
    }

    private static <T> CompletionStage<T> refused(String what) {
        return CompletableFuture.failedFuture(
                new AgentException(ErrorCode.UNSUPPORTED, "this host offers no " + what + " to agents"));
    }
}

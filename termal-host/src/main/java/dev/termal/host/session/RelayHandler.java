package dev.termal.host.session;

import dev.termal.api.AgentEvent;
import dev.termal.api.Answer;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionRequest;
import dev.termal.api.Question;
import dev.termal.api.SessionHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Stands between one connection and the session until the connection is replaced: what a replaced agent still says is no
 * part of the conversation, and what it still asks is answered as cancelled.
 */
final class RelayHandler implements SessionHandler {
    private final SessionHandler session;
    private volatile boolean retired;

    RelayHandler(SessionHandler session) {
        this.session = session;
    }

    void retire() {
        retired = true;
    }

    @Override
    public void onEvent(AgentEvent event) {
        if (!retired) {
            session.onEvent(event);
        }
    }

    @Override
    public CompletionStage<PermissionDecision> onPermissionRequest(PermissionRequest request) {
        return retired
                ? CompletableFuture.completedFuture(PermissionDecision.cancelled())
                : session.onPermissionRequest(request);
    }

    @Override
    public CompletionStage<Answer> onQuestion(Question question) {
        return retired ? CompletableFuture.completedFuture(new Answer.Cancelled()) : session.onQuestion(question);
    }
}

package dev.termal.host.session;

import dev.termal.api.AgentEvent;
import dev.termal.api.Answer;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionRequest;
import dev.termal.api.Question;
import dev.termal.api.SessionRequest;
import dev.termal.api.ToolCall;
import dev.termal.host.mcp.Borrower;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** A session towards the tools that its agent borrows: their calls are events, and ask at its desks as the agent itself does. */
final class ToolBorrower implements Borrower {
    private final LiveSession session;
    private final List<Path> folders = new ArrayList<>();
    private final SessionStream stream;
    private final Desks desks;
    private final SameCalls calls;

    ToolBorrower(LiveSession session, SessionRequest request, SessionStream stream, Desks desks, SameCalls calls) {
        this.session = session;
        this.stream = stream;
        this.desks = desks;
        this.calls = calls;
        folders.add(request.cwd());
        folders.addAll(request.additionalDirectories());
    }

    @Override
    public String session() {
        return session.key().value();
    }

    @Override
    public List<Path> folders() {
        return List.copyOf(folders);
    }

    @Override
    public boolean isInTurn() {
        return stream.isInTurn();
    }

    @Override
    public boolean mayRunUnasked(ToolCall call) {
        return desks.permissions().needsNoRequest(call);
    }

    @Override
    public CompletionStage<PermissionDecision> permission(PermissionRequest request) {
        return desks.permissions().request(new PermissionRequest(calls.ofHost(request.toolCall()), request.options()));
    }

    @Override
    public CompletionStage<Answer> ask(Question question) {
        return desks.questions().ask(question);
    }

    @Override
    public void show(ToolCall call) {
        stream.said(new AgentEvent.ToolCallUpdate(calls.ofHost(call)));
        session.signOfLife();
    }

    @Override
    public void tell(String text) {
        stream.notice(AgentEvent.Notice.Level.INFO, text);
    }

    @Override
    public Runnable hold(Duration atMost) {
        Hold hold = session.hold(atMost, () -> {});
        return hold::release;
    }

    @Override
    public void prompt(String text) {
        session.promptLate(text);
    }
}

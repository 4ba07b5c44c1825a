package dev.termal.host.mcp;

import dev.termal.api.Answer;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionRequest;
import dev.termal.api.Question;
import dev.termal.api.ToolCall;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A session that is in a turn, asks nobody, and notes what it is told. */
final class FakeBorrower implements Borrower {
    final List<ToolCall> shown = new CopyOnWriteArrayList<>();
    final List<String> told = new CopyOnWriteArrayList<>();
    final List<String> prompts = new CopyOnWriteArrayList<>();
    final List<PermissionRequest> requests = new CopyOnWriteArrayList<>();
    final AtomicInteger holds = new AtomicInteger();
    volatile boolean inTurn = true;
    volatile boolean unasked = true;
    volatile CompletableFuture<PermissionDecision> decision = new CompletableFuture<>();
    private final String session;
    private final Path folder;

    FakeBorrower(String session, Path folder) {
        this.session = session;
        this.folder = folder;
    }

    FakeBorrower() {
        this("session", Path.of("").toAbsolutePath());
    }

    List<ToolCall.Status> statuses() {
        List<ToolCall.Status> statuses = new ArrayList<>();
        shown.forEach(call -> statuses.add(call.status()));
        return statuses;
    }

    @Override
    public String session() {
        return session;
    }

    @Override
    public List<Path> folders() {
        return List.of(folder);
    }

    @Override
    public boolean isInTurn() {
        return inTurn;
    }

    @Override
    public boolean mayRunUnasked(ToolCall call) {
        return unasked;
    }

    @Override
    public CompletionStage<PermissionDecision> permission(PermissionRequest request) {
        requests.add(request);
        return decision;
    }

    @Override
    public CompletionStage<Answer> ask(Question question) {
        return CompletableFuture.completedFuture(new Answer.Declined("nobody"));
    }

    @Override
    public void show(ToolCall call) {
        shown.add(call);
    }

    @Override
    public void tell(String text) {
        told.add(text);
    }

    @Override
    public Runnable hold(Duration atMost) {
        holds.incrementAndGet();
        return holds::decrementAndGet;
    }

    @Override
    public void prompt(String text) {
        prompts.add(text);
    }
}

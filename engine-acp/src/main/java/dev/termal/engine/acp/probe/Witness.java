package dev.termal.engine.acp.probe;

import dev.termal.api.AgentEvent;
import dev.termal.api.Answer;
import dev.termal.api.ClientRequest;
import dev.termal.api.ContentBlock;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionRequest;
import dev.termal.api.Question;
import dev.termal.api.SessionHandler;
import dev.termal.api.ToolCall;
import dev.termal.api.Usage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Sees what happens in a probe's session, and allows what it asks for, once. Thread-safe. */
final class Witness implements SessionHandler {
    private final StringBuilder text = new StringBuilder(); // guarded by this, as all below
    private final Map<String, ToolCall> calls = new LinkedHashMap<>();
    private CompletableFuture<Void> spoke = new CompletableFuture<>();
    private Optional<Usage> usage = Optional.empty();
    private int permissions;
    private int fileRequests;

    /** Forgets all. */
    synchronized void begin() {
        text.setLength(0);
        calls.clear();
        spoke = new CompletableFuture<>();
        usage = Optional.empty();
        permissions = 0;
        fileRequests = 0;
    }

    @Override
    public synchronized void onEvent(AgentEvent event) {
        if (event instanceof AgentEvent.MessageChunk chunk && chunk.role() == AgentEvent.Role.AGENT) {
            if (chunk.delta() instanceof ContentBlock.Text piece) {
                text.append(piece.text());
            }
            spoke.complete(null);
        } else if (event instanceof AgentEvent.ThoughtChunk) {
            spoke.complete(null);
        } else if (event instanceof AgentEvent.ToolCallUpdate update) {
            calls.put(update.call().id(), update.call());
            spoke.complete(null);
        } else if (event instanceof AgentEvent.UsageUpdate update) {
            usage = Optional.of(update.usage());
        }
    }

    @Override
    public synchronized CompletionStage<PermissionDecision> onPermissionRequest(PermissionRequest request) {
        permissions++;
        return CompletableFuture.completedFuture(request.firstOf(PermissionOption.Kind.ALLOW_ONCE)
                .map(PermissionDecision::select)
                .orElseGet(PermissionDecision::cancelled));
    }

    @Override
    public CompletionStage<Answer> onQuestion(Question question) {
        return CompletableFuture.completedFuture(new Answer.Cancelled());
    }

    @Override
    public CompletionStage<Void> onWriteFile(ClientRequest.WriteFile request) {
        synchronized (this) {
            fileRequests++;
        }
        return SessionHandler.super.onWriteFile(request);
    }

    synchronized String text() {
        return text.toString();
    }

    synchronized Map<String, ToolCall> calls() {
        return Map.copyOf(calls);
    }

    /** Completes when the agent has said or done anything. */
    synchronized CompletableFuture<Void> spoke() {
        return spoke;
    }

    synchronized Optional<Usage> usage() {
        return usage;
    }

    synchronized int permissions() {
        return permissions;
    }

    synchronized int fileRequests() {
        return fileRequests;
    }
}

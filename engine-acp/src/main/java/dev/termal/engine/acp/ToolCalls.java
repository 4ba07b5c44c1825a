package dev.termal.engine.acp;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.Notice;
import dev.termal.api.ToolCall;
import dev.termal.api.ToolCall.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The tool calls of one session, folded from partial updates into whole states. For the dispatching thread only.
 *
 * <p>A call that was ended from this side, by a refusal or a cancel, stays so until the next turn: agents tell such ends as
 * failures, or as completed with a text that says otherwise. Calls are kept until the turn after theirs, for updates that
 * come late, and never more than {@value #KEPT}.
 */
final class ToolCalls {
    private static final int KEPT = 512;

    private final Map<String, ToolCall> calls = new LinkedHashMap<>();
    private final Map<String, Status> endedHere = new HashMap<>();
    private final Set<String> ofTurnBefore = new HashSet<>();

    /**
     * Folds one wire form of a call. An unknown id makes a call: agents ask for permission, or tell an end, before they
     * announce.
     *
     * @return the whole state; empty where the message names no call
     */
    Optional<ToolCall> fold(JsonNode node) {
        return Json.word(node, "toolCallId").map(id -> {
            ToolCall before = calls.getOrDefault(id, ToolCall.builder(id).build());
            ToolCall call = withStatus(ToolCallReader.fold(before, node), endedHere.get(id));
            keep(call);
            return call;
        });
    }

    /** The call as last known. */
    Optional<ToolCall> get(String id) {
        return Optional.ofNullable(calls.get(id));
    }

    /**
     * It will not run; an event where that ends it.
     *
     * @param as rejected where its permission was refused, cancelled where nobody decided
     */
    List<AgentEvent> end(String id, Status as) {
        endedHere.put(id, as);
        return get(id).filter(call -> !call.status().isFinal()).stream()
                .map(call -> closed(call, as))
                .toList();
    }

    /** Permission for it was granted, perhaps after an earlier refusal. */
    void permit(String id) {
        endedHere.remove(id);
    }

    /** A turn begins: calls from before the turn that just ended are forgotten. */
    void beginTurn() {
        calls.keySet().removeAll(ofTurnBefore);
        endedHere.clear();
        ofTurnBefore.clear();
        ofTurnBefore.addAll(calls.keySet());
    }

    /** Forgets all, as when another conversation begins or history was told. */
    void clear() {
        calls.clear();
        endedHere.clear();
        ofTurnBefore.clear();
    }

    /** Ends what is open when its turn is cancelled, and says so once. */
    List<AgentEvent> cancelOpen() {
        List<ToolCall> open = open();
        open.forEach(call -> endedHere.put(call.id(), Status.CANCELLED));
        return close(open, Status.CANCELLED);
    }

    /** Ends what the agent left open when its turn was over, and says so once: nobody knows whether it worked. */
    List<AgentEvent> failOpen() {
        return close(open(), Status.FAILED);
    }

    private List<ToolCall> open() {
        return calls.values().stream().filter(call -> !call.status().isFinal()).toList();
    }

    private List<AgentEvent> close(List<ToolCall> open, Status status) {
        List<AgentEvent> events = new ArrayList<>();
        open.forEach(call -> events.add(closed(call, status)));
        if (!open.isEmpty()) {
            events.add(notice(open, status));
        }
        return events;
    }

    private AgentEvent closed(ToolCall call, Status status) {
        ToolCall closed = withStatus(call, status);
        keep(closed);
        return new AgentEvent.ToolCallUpdate(closed);
    }

    private static Notice notice(List<ToolCall> open, Status status) {
        String names = open.stream().limit(3).map(ToolCall::title).collect(Collectors.joining(", "))
                + (open.size() > 3 ? ", ..." : "");
        String what = open.size() == 1 ? "a tool call" : open.size() + " tool calls";
        return status == Status.CANCELLED
                ? new Notice(Notice.Level.INFO, "the turn was cancelled with " + what + " open: " + names)
                : new Notice(Notice.Level.WARNING, "the agent did not say how " + what + " ended: " + names);
    }

    private static ToolCall withStatus(ToolCall call, @Nullable Status status) {
        return status == null || status == call.status()
                ? call
                : call.toBuilder().status(status).build();
    }

    private void keep(ToolCall call) {
        ofTurnBefore.remove(call.id());
        calls.put(call.id(), call);
        if (calls.size() > KEPT) {
            // The eldest that has ended; if none has, the eldest.
            calls.remove(calls.values().stream()
                    .filter(old -> old.status().isFinal())
                    .findFirst()
                    .orElseGet(() -> calls.values().iterator().next())
                    .id());
        }
    }
}

package dev.termal.host.session;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.Notice.Level;
import dev.termal.api.Answer;
import dev.termal.api.ContentBlock;
import dev.termal.api.ErrorCode;
import dev.termal.api.PermissionOption.Kind;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.PermissionRequest;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import dev.termal.api.ToolCall.Status;
import dev.termal.api.Usage;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.EntryBody.Decider;
import dev.termal.host.permission.PermissionDesk;
import dev.termal.host.text.Beginning;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a turn's entries add up to. It sees entries alone, so a report is a function of the stream. Not thread-safe; guarded
 * by its stream's lock.
 */
final class TurnTally {
    private static final Set<ToolCall.Kind> CHANGING = EnumSet.of(
            ToolCall.Kind.EDIT, ToolCall.Kind.DELETE, ToolCall.Kind.MOVE, ToolCall.Kind.EXECUTE, ToolCall.Kind.FETCH);

    private final PermissionPolicy policy;
    private final Set<String> grantedIds;
    private final TurnText text = new TurnText();
    private final Map<String, Call> calls = new LinkedHashMap<>();
    private final Set<Call> openCalls = new HashSet<>();
    private final Map<String, PermissionRequest> requests = new HashMap<>();
    private Usage usage = Usage.NONE;
    private boolean gaveOtherContent;
    private boolean gavePlan;
    private boolean acted;
    private int completed;
    private int denied;
    private int unanswered;
    private int unapproved;

    /** What is known of one tool call. */
    private static final class Call {
        private ToolCall last;
        private boolean announced; // not only asked about
        private boolean began;
        private boolean asked;
        private boolean granted;
        private boolean refused;
        private boolean counted;

        Call(ToolCall first) {
            last = first;
        }

        boolean isOpen() {
            return !last.status().isFinal() && !refused && (announced || granted);
        }
    }

    /**
     * A tally of nothing.
     *
     * @param grantedIds the calls that were granted in turns before, since a call may outlive its turn; added to
     */
    TurnTally(PermissionPolicy policy, Set<String> grantedIds) {
        this.policy = policy;
        this.grantedIds = grantedIds;
    }

    /** Takes one entry of the turn; gives what the person should be told about it. */
    Optional<EntryBody.HostNotice> accept(EntryBody body) {
        if (body instanceof EntryBody.Said said) {
            return accept(said.event());
        } else if (body instanceof EntryBody.PermissionRequested requested) {
            acted = true;
            requests.put(requested.id(), requested.request());
            call(requested.request().toolCall()).asked = true;
        } else if (body instanceof EntryBody.PermissionAnswered answered) {
            Optional.ofNullable(requests.remove(answered.id())).ifPresent(request -> answered(request, answered));
        } else if (body instanceof EntryBody.QuestionAnswered answered) {
            acted = true;
            boolean byNobody = answered.by() == Decider.POLICY || answered.by() == Decider.TURN_END;
            unanswered += byNobody && !(answered.answer() instanceof Answer.Accepted) ? 1 : 0;
        }
        return Optional.empty();
    }

    private Optional<EntryBody.HostNotice> accept(AgentEvent event) {
        acted |= event instanceof AgentEvent.MessageChunk
                || event instanceof AgentEvent.ThoughtChunk
                || event instanceof AgentEvent.PlanUpdate
                || event instanceof AgentEvent.ToolCallUpdate;
        if (event instanceof AgentEvent.MessageChunk chunk && chunk.role() == AgentEvent.Role.AGENT) {
            if (chunk.delta() instanceof ContentBlock.Text piece) {
                text.append(piece.text(), chunk.messageId());
            } else {
                gaveOtherContent = true;
            }
        } else if (event instanceof AgentEvent.MessageChunk || event instanceof AgentEvent.ThoughtChunk) {
            text.interrupt();
        } else if (event instanceof AgentEvent.PlanUpdate plan) {
            text.interrupt();
            gavePlan |= !plan.entries().isEmpty();
        } else if (event instanceof AgentEvent.UsageUpdate update) {
            usage = usage.overlaidBy(update.usage());
        } else if (event instanceof AgentEvent.ToolCallUpdate update) {
            text.interrupt();
            return accept(update.call());
        }
        return Optional.empty();
    }

    private Optional<EntryBody.HostNotice> accept(ToolCall update) {
        Call call = call(update);
        boolean done = update.status() == Status.COMPLETED && call.last.status() != Status.COMPLETED;
        if (done && update.sameAs().isEmpty() && !call.refused) {
            completed++;
        }
        if (update.status() == Status.REJECTED && call.last.status() != Status.REJECTED && !call.asked) {
            denied++; // refused by an agent that cannot ask
        }
        call.announced = true;
        call.began |= update.status() == Status.IN_PROGRESS || update.status() == Status.COMPLETED;
        call.last = update.status().isFinal() ? withoutContent(update) : update;
        noteWhetherOpen(call);
        return update.status().isFinal() ? noticeIfUnapproved(call) : Optional.empty();
    }

    /** What has ended is kept for its facts alone. */
    private static ToolCall withoutContent(ToolCall call) {
        return ToolCall.builder(call.id())
                .title(call.title())
                .kind(call.kind())
                .status(call.status())
                .build();
    }

    private void noteWhetherOpen(Call call) {
        if (call.isOpen()) {
            openCalls.add(call);
        } else {
            openCalls.remove(call);
        }
    }

    private Call call(ToolCall toolCall) {
        return calls.computeIfAbsent(
                toolCall.id(),
                id -> new Call(toolCall.toBuilder().status(Status.PENDING).build()));
    }

    /**
     * A change counts as unapproved where it was done although nobody granted it. Agents may call a tool "in progress" while
     * they still ask about it, so a call that was asked about counts only once it has completed.
     */
    private Optional<EntryBody.HostNotice> noticeIfUnapproved(Call call) {
        boolean ran = call.last.status() == Status.COMPLETED
                || (call.began && !call.asked && call.last.status() != Status.REJECTED);
        if (policy == PermissionPolicy.AUTO
                || !CHANGING.contains(call.last.kind())
                || grantedIds.contains(call.last.id())
                || call.counted
                || !ran) {
            return Optional.empty();
        }
        call.counted = true;
        unapproved++;
        return Optional.of(new EntryBody.HostNotice(
                Level.WARNING, "the agent did this without a permission: " + Beginning.ofTitle(call.last.title())));
    }

    private void answered(PermissionRequest request, EntryBody.PermissionAnswered answer) {
        Call call = call(request.toolCall());
        boolean rejected = answer.option()
                .map(option -> option.kind() == Kind.REJECT_ONCE || option.kind() == Kind.REJECT_ALWAYS)
                .orElse(true);
        if (answer.by() == Decider.TURN_END) {
            return; // nobody decided
        }
        call.granted |= !rejected;
        call.refused = rejected;
        request.toolCall().sameAs().map(calls::get).ifPresent(first -> first.refused = rejected);
        noteWhetherOpen(call);
        if (!rejected) {
            grantedIds.add(call.last.id());
            return;
        }
        if (PermissionDesk.isQuestion(request) && answer.by() == Decider.POLICY) {
            unanswered++;
        } else {
            denied++;
        }
    }

    /** Whether the agent has said, planned, done or asked anything. */
    boolean acted() {
        return acted;
    }

    /** Whether a tool call is announced or permitted and has not ended. */
    boolean callOpen() {
        return !openCalls.isEmpty();
    }

    /**
     * The calls that the agent has left open, with the status that ends them: rejected where they were refused, else
     * cancelled.
     */
    List<ToolCall> leftOpen() {
        return calls.values().stream()
                .filter(call -> !call.last.status().isFinal())
                .map(call -> call.last.toBuilder()
                        .status(call.refused ? Status.REJECTED : Status.CANCELLED)
                        .build())
                .toList();
    }

    OutcomeRule.Facts facts(Optional<Ending> ending, Optional<ErrorCode> error, Optional<StopReason> stopReason) {
        return new OutcomeRule.Facts(
                ending,
                error,
                stopReason,
                denied,
                !text.isBlank() || gaveOtherContent,
                gavePlan,
                completed,
                unanswered,
                unapproved);
    }

    String text() {
        return text.toString();
    }

    Usage usage() {
        return usage;
    }
}

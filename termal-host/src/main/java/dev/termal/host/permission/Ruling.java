package dev.termal.host.permission;

import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionOption.Kind;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.PermissionRequest;
import dev.termal.api.ToolCall;
import dev.termal.host.event.EntryBody.Decider;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What policy and rules say to a request. Decided by the kind of the options and of the tool, never by an id or a name.
 *
 * @param verdict what shall happen
 * @param option the option to choose; for {@link Verdict#REJECT} empty where nothing that rejects once is offered
 * @param by who says so
 */
record Ruling(Verdict verdict, Optional<PermissionOption> option, Decider by) {
    /** What shall happen. */
    enum Verdict {
        /** The policy allows it. */
        ALLOW,
        /** The policy rejects it. */
        REJECT,
        /** Only a person may decide; where nobody is there, it is rejected. */
        PERSON
    }

    private static final Set<ToolCall.Kind> HARMLESS =
            EnumSet.of(ToolCall.Kind.READ, ToolCall.Kind.SEARCH, ToolCall.Kind.THINK);

    /**
     * What policy and rules together say. A rule that allows counts where the policy is to ask; one that asks or denies, under
     * each policy that is not stricter anyway.
     */
    static Ruling of(PermissionPolicy policy, PermissionRequest request, Optional<RuleDecision> rule) {
        Ruling byPolicy = of(policy, request);
        if (rule.isEmpty() || isQuestion(request) || byPolicy.verdict == Verdict.REJECT) {
            return byPolicy;
        }
        return switch (rule.get()) {
            case ALLOW -> policy == PermissionPolicy.ASK ? allow(request).byRule() : byPolicy;
            case ASK -> person(request).byRule();
            case DENY -> reject(request).byRule();
        };
    }

    private Ruling byRule() {
        return new Ruling(verdict, option, Decider.RULE);
    }

    static Ruling of(PermissionPolicy policy, PermissionRequest request) {
        if (isQuestion(request)) {
            return person(request);
        }
        return switch (policy) {
            case ASK -> person(request);
            case AUTO -> allow(request);
            case READ_ONLY -> isHarmless(request.toolCall().kind()) ? allow(request) : reject(request);
            case DENY -> reject(request);
        };
    }

    static boolean isHarmless(ToolCall.Kind kind) {
        return HARMLESS.contains(kind);
    }

    /**
     * Whether the request is a question in disguise: it is about no known kind of tool and its options are choices, not a
     * yes and a no. Such a one is never answered by a policy, for any of its options may be the wrong answer.
     */
    static boolean isQuestion(PermissionRequest request) {
        if (request.toolCall().kind() != ToolCall.Kind.OTHER
                || request.options().size() < 2) {
            return false;
        }
        long yes = request.options().stream()
                .filter(option -> option.kind() == Kind.ALLOW_ONCE)
                .count();
        boolean canReject =
                request.firstOf(Kind.REJECT_ONCE, Kind.REJECT_ALWAYS).isPresent();
        return yes > 1 || !canReject;
    }

    /** An "always" is the agent's own memory, which outlives this session: only a person may choose it. */
    private static Ruling allow(PermissionRequest request) {
        Optional<PermissionOption> once = request.firstOf(Kind.ALLOW_ONCE);
        return once.isPresent() ? new Ruling(Verdict.ALLOW, once, Decider.POLICY) : person(request);
    }

    private static Ruling reject(PermissionRequest request) {
        return new Ruling(Verdict.REJECT, request.firstOf(Kind.REJECT_ONCE), Decider.POLICY);
    }

    /** Carries what to answer where no person is there. */
    private static Ruling person(PermissionRequest request) {
        return new Ruling(Verdict.PERSON, request.firstOf(Kind.REJECT_ONCE), Decider.POLICY);
    }
}

package dev.termal.host.session;

import dev.termal.api.ErrorCode;
import dev.termal.api.StopReason;
import dev.termal.host.event.Outcome;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What became of a turn: a function of its facts and of nothing else.
 *
 * <p>Where several hold, the first of these counts: cancelled; overall or idle deadline; sign-in wanted; session lost or
 * agent not found; other errors; refusals; a limit or the agent's own refusal; nothing given; done.
 */
final class OutcomeRule {
    /** The exit code of a command whose permissions or questions did not come out as wanted. */
    static final int EXIT_DENIED = Outcome.DENIED.exitCode();

    /** What ranks below a refusal; only these are lifted by strict mode, so that 3, 4, 6 and 130 keep their meaning. */
    private static final Set<Outcome> BELOW_DENIED =
            EnumSet.of(Outcome.LIMIT, Outcome.REFUSED, Outcome.EMPTY, Outcome.DONE);

    private OutcomeRule() {}

    /**
     * What is known when a turn is over.
     *
     * @param ending who ended it early
     * @param error how the engine failed
     * @param stopReason how the agent ended it
     * @param refusals requests that the policy or a person refused, and tool calls that the agent refused by itself
     * @param gaveText whether the agent said something
     * @param gavePlan whether the agent made a plan
     * @param completedCalls tool calls that ended well
     * @param unanswered questions that nobody answered
     * @param unapproved changes that nobody granted
     */
    record Facts(
            Optional<Ending> ending,
            Optional<ErrorCode> error,
            Optional<StopReason> stopReason,
            int refusals,
            boolean gaveText,
            boolean gavePlan,
            int completedCalls,
            int unanswered,
            int unapproved) {}

    static Outcome outcome(Facts facts) {
        if (facts.ending().isPresent()) {
            return switch (facts.ending().get()) {
                case CANCELLED -> Outcome.CANCELLED;
                case TIMEOUT -> Outcome.TIMEOUT;
                case STALLED -> Outcome.STALLED;
            };
        }
        Outcome own = ownOutcome(facts);
        if (facts.refusals() > 0 && BELOW_DENIED.contains(own)) {
            return facts.completedCalls() > 0 ? Outcome.PARTLY_DENIED : Outcome.DENIED;
        }
        return own;
    }

    /** What the agent alone made of the turn. */
    private static Outcome ownOutcome(Facts facts) {
        if (facts.error().isPresent()) {
            return Outcome.of(facts.error().get());
        }
        if (facts.stopReason().isEmpty()) {
            return Outcome.CRASHED; // it stopped without its end of turn
        }
        return switch (facts.stopReason().get()) {
            case CANCELLED -> Outcome.CANCELLED;
            case MAX_TOKENS, MAX_TURN_REQUESTS -> Outcome.LIMIT;
            case REFUSAL -> Outcome.REFUSED;
            case END_TURN, OTHER ->
                facts.gaveText() || facts.gavePlan() || facts.completedCalls() > 0 ? Outcome.DONE : Outcome.EMPTY;
        };
    }

    /** The exit code; in strict mode unanswered questions and unapproved changes count as refusals. */
    static int exitCode(Outcome outcome, Facts facts, boolean strict) {
        boolean openEnds = facts.unanswered() > 0 || facts.unapproved() > 0;
        return strict && openEnds && BELOW_DENIED.contains(outcome) ? EXIT_DENIED : outcome.exitCode();
    }
}

package dev.termal.host.session;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.StopReason;
import dev.termal.api.TurnResult;
import dev.termal.api.Usage;
import dev.termal.host.config.Durations;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.TurnError;
import dev.termal.host.event.TurnReport;
import java.time.Duration;
import java.util.Optional;

/**
 * How a turn ended, as the host and the engine know it; with its tally it makes the report. Pure.
 *
 * @param greeted whether the agent has shaken hands, so that it is one that speaks its protocol
 * @param ending who ended it early
 * @param result what the engine returned
 * @param failure how the engine failed, where it returned nothing
 */
record TurnVerdict(
        boolean greeted, Optional<Ending> ending, Optional<TurnResult> result, Optional<AgentException> failure) {
    /** What an engine threw, as a failure of the agent; of an engine that was interrupted, what it had waited for. */
    static AgentException failureOf(Throwable thrown) {
        if (thrown instanceof AgentException failure) {
            return failure;
        } else if (thrown instanceof InterruptedException) {
            return thrown.getCause() instanceof AgentException waitedFor
                    ? waitedFor
                    : new AgentException(ErrorCode.CANCELLED, "the turn was interrupted", thrown);
        } else {
            return new AgentException(
                    ErrorCode.AGENT_ERROR, "the engine failed; the log says where: " + thrown, thrown);
        }
    }

    TurnReport report(TurnTally tally, TurnRules rules, Duration duration) {
        Optional<StopReason> stopReason = result.map(TurnResult::stopReason);
        OutcomeRule.Facts facts = tally.facts(ending, failure.map(AgentException::code), stopReason);
        Outcome outcome = OutcomeRule.outcome(facts);
        Usage usage = tally.usage().overlaidBy(result.flatMap(TurnResult::usage).orElse(Usage.NONE));
        return new TurnReport(
                outcome,
                OutcomeRule.exitCode(outcome, facts, rules.strict()),
                stopReason,
                tally.text(),
                usage.equals(Usage.NONE) ? Optional.empty() : Optional.of(usage),
                facts.refusals(),
                facts.unanswered(),
                facts.unapproved(),
                duration,
                error(rules));
    }

    /** A deadline is an error of its own, with what the agent left behind; a cancelled turn has none. */
    private Optional<TurnError> error(TurnRules rules) {
        return failure(rules, "the turn took longer than its deadline of ").map(TurnError::of);
    }

    /** Why a session has no agent; empty where it has. */
    Optional<AgentException> whyNotReached(TurnRules rules) {
        return failure(rules, "the agent was not ready within the deadline of ");
    }

    private Optional<AgentException> failure(TurnRules rules, String tooLong) {
        if (ending.isEmpty()) {
            return failure;
        }
        return switch (ending.get()) {
            case CANCELLED -> Optional.empty();
            case TIMEOUT ->
                Optional.of(deadlineError(
                        tooLong + rules.timeout().map(Durations::format).orElse(""),
                        greeted ? "; a longer timeout lets it go on" : slowOrNone("timeout")));
            case STALLED ->
                Optional.of(deadlineError(
                        "nothing was heard of the agent for " + Durations.format(rules.idleTimeout()) + " ("
                                + Durations.format(rules.idleWithOpenCall()) + " while a tool runs)",
                        greeted ? "; a longer idle timeout lets it go on" : slowOrNone("idle timeout")));
        };
    }

    private static String slowOrNone(String which) {
        return "; check its command and arguments, or give an agent that is slow to start a longer " + which;
    }

    private AgentException deadlineError(String message, String advice) {
        String waitedFor = failure.filter(e -> e.code() == ErrorCode.TIMEOUT)
                .map(e -> ": " + e.getMessage())
                .orElse("");
        AgentException.Detail detail = failure.map(AgentException::detail).orElse(AgentException.Detail.NONE);
        return new AgentException(ErrorCode.TIMEOUT, message + waitedFor + advice, detail);
    }
}

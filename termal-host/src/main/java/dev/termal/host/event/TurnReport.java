package dev.termal.host.event;

import dev.termal.api.StopReason;
import dev.termal.api.Usage;
import java.time.Duration;
import java.util.Optional;

/**
 * How a turn came out.
 *
 * @param outcome the verdict
 * @param exitCode the exit code of a command that ran this turn; differs from the outcome's only in strict mode
 * @param stopReason the agent's own reason, where it gave one
 * @param text all text of the agent's messages in this turn, messages apart by a blank line
 * @param usage what the turn used, as far as told
 * @param denied permission requests that were refused
 * @param unanswered questions that nobody answered
 * @param unapproved changes that ran although nobody granted them and the policy wants them granted
 * @param duration from start to end
 * @param error what went wrong, where something did
 */
public record TurnReport(
        Outcome outcome,
        int exitCode,
        Optional<StopReason> stopReason,
        String text,
        Optional<Usage> usage,
        int denied,
        int unanswered,
        int unapproved,
        Duration duration,
        Optional<TurnError> error) {}

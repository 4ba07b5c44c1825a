package dev.termal.api;

import java.util.Optional;

/**
 * How a turn ended that the agent itself ended.
 *
 * @param stopReason why
 * @param usage what the turn used, where the agent told it
 * @param followUp what shall happen next within the same turn
 */
public record TurnResult(StopReason stopReason, Optional<Usage> usage, Optional<FollowUp> followUp) {
    /** An end with nothing else known. */
    public static TurnResult of(StopReason reason) {
        return new TurnResult(reason, Optional.empty(), Optional.empty());
    }
}

package dev.termal.api;

/** Why a turn that ran to its end ended. */
public enum StopReason {
    /** The agent was done. */
    END_TURN,
    /** The model's token limit. */
    MAX_TOKENS,
    /** The agent's limit of requests to the model in one turn. */
    MAX_TURN_REQUESTS,
    /** The agent refused. */
    REFUSAL,
    /** The turn was cancelled. */
    CANCELLED,
    /** A word that this version does not know. */
    OTHER
}

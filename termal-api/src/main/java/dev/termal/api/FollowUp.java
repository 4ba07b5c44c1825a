package dev.termal.api;

import java.util.Optional;

/**
 * What shall happen right after a turn, within the same bracket: a change of mode, a further prompt, or both in this order.
 *
 * <p>Named by a vendor handler of a binding (such as a plan accepted, which the agent then wants to be told to carry out);
 * run by the host, at most three in a chain.
 */
public record FollowUp(Optional<String> mode, Optional<Prompt> prompt) {
    /** Refuses an empty one with an {@link IllegalArgumentException}. */
    public FollowUp {
        if (mode.isEmpty() && prompt.isEmpty()) {
            throw new IllegalArgumentException("follow-up without mode and prompt");
        }
    }
}

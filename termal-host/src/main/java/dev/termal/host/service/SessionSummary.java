package dev.termal.host.service;

import dev.termal.api.Usage;
import dev.termal.host.event.StoredSession;
import java.util.Optional;

/**
 * What is to be known of a session at a glance.
 *
 * @param session as it is kept, or would be
 * @param preview the beginning of what the agent said last, on one line; may be empty
 * @param model which answers, or is wished for
 * @param mode how it works, or shall work
 * @param usage what was told last
 * @param owner who has it open; empty where nobody has
 * @param waiting how many prompts wait
 */
public record SessionSummary(
        StoredSession session,
        State state,
        String preview,
        Optional<String> model,
        Optional<String> mode,
        Optional<Usage> usage,
        Optional<Owner> owner,
        int waiting) {
    /** What a person wants to know first. */
    public enum State {
        /** Nothing goes on, and there is nothing to be looked at. */
        IDLE,
        /** A turn runs. */
        WORKING,
        /** A turn runs, and the agent waits for an answer. */
        ASKING,
        /** The last turn went wrong. */
        ERROR,
        /** The last turn has ended well. */
        DONE
    }

    /**
     * Who has a session open.
     *
     * @param here whether this process
     * @param who in words for people
     */
    public record Owner(boolean here, String who) {
        /** This process. */
        public static final Owner HERE = new Owner(true, "this process");
    }

    /** The same, where it is this process that opens it. */
    SessionSummary ownedHere() {
        return new SessionSummary(
                session, state, preview, model, mode, usage, owner.map(someone -> Owner.HERE), waiting);
    }
}

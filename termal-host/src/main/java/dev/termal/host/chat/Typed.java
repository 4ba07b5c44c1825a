package dev.termal.host.chat;

/**
 * What a person has typed.
 *
 * @param text as it was typed
 * @param how by which key
 */
record Typed(String text, How how) {
    /** By which key. */
    enum How {
        /** To be sent, when the agent has time. */
        SENT,
        /** To be sent at once, whatever the agent is doing. */
        SENT_NOW,
        /** As an answer to what is asked. */
        ANSWER,
        /** There is no answer to what is asked. */
        NO_ANSWER,
        /** To go on with it in an editor. */
        EDIT,
        /** Ctrl-C: it is not wanted. */
        INTERRUPTED,
        /** The end of input. */
        END
    }
}

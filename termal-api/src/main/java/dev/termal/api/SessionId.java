package dev.termal.api;

/**
 * The agent's own name for a session, in the agent's own words. The host has a key of its own for the same session.
 *
 * @param value any text that is not blank
 */
public record SessionId(String value) {
    /** Refuses blank text with an {@link IllegalArgumentException}. */
    public SessionId {
        Checks.text("session id", value);
    }

    @Override
    public String toString() {
        return value;
    }
}

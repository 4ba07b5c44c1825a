package dev.termal.host.event;

import java.util.UUID;

/**
 * The host's own name for a session; the agent's name for it is a {@link dev.termal.api.SessionId}.
 *
 * @param value opaque text
 */
public record SessionKey(String value) {
    /** Refuses blank text with an {@link IllegalArgumentException}. */
    public SessionKey {
        if (value.isBlank()) {
            throw new IllegalArgumentException("session key is blank");
        }
    }

    /** A key that no other session has. */
    public static SessionKey random() {
        return new SessionKey(UUID.randomUUID().toString());
    }

    @Override
    public String toString() {
        return value;
    }
}

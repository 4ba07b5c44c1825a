package dev.termal.host.event;

import java.time.Duration;
import java.util.Optional;

/**
 * How long, and where, the host keeps a person's answer to a permission request for others like it.
 *
 * @param lifetime from now on; empty for as long as the scope
 */
public record Remember(Scope scope, Optional<Duration> lifetime) {
    /** Where an answer counts. */
    public enum Scope {
        /** In this session, as long as the host runs. */
        SESSION,
        /** In the session's folder and those below, until it is revoked. */
        FOLDER,
        /** Everywhere, until it is revoked. */
        ALWAYS
    }

    /** Refuses a lifetime that is not positive with an {@link IllegalArgumentException}. */
    public Remember {
        lifetime.filter(time -> time.isZero() || time.isNegative()).ifPresent(time -> {
            throw new IllegalArgumentException("a lifetime must be positive, not " + time);
        });
    }

    /** For as long as the scope. */
    public static Remember in(Scope scope) {
        return new Remember(scope, Optional.empty());
    }
}

package dev.termal.host.hook;

import java.time.Duration;
import java.util.List;

/**
 * A command that is run when something happens.
 *
 * @param command program and arguments
 * @param timeout after which it is ended with all that it has started
 * @param minDuration turns that took less are not told
 */
public record Hook(List<String> command, Duration timeout, Duration minDuration) {
    /** The longest that one may take. */
    public static final Duration LONGEST = Duration.ofMinutes(5);

    /** Copies its list. */
    public Hook {
        command = List.copyOf(command);
    }
}

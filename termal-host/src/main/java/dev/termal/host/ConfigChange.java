package dev.termal.host;

import java.util.List;
import java.util.Optional;

/**
 * What a change of the config file changed.
 *
 * @param path where, with dots
 * @param before as JSON; empty where it was not there; masked where it may be secret
 * @param after the same
 * @param warnings what is to be said of the new value, a line each
 */
public record ConfigChange(String path, Optional<String> before, Optional<String> after, List<String> warnings) {
    /** Copies its list. */
    public ConfigChange {
        warnings = List.copyOf(warnings);
    }
}

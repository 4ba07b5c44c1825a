package dev.termal.api.spi;

import dev.termal.api.RawJson;
import java.nio.file.Path;

/**
 * A change to a JSON file that an agent shares with others, carried out by the host: other keys are kept, the file gets mode
 * 0600, a file that is no JSON is refused and left alone.
 *
 * @param file absolute; made where it does not exist
 * @param pointer a JSON pointer (RFC 6901) to the value that is set
 */
public record JsonEdit(Path file, String pointer, RawJson value, Lifetime lifetime) {
    /** How long the change stands. */
    public enum Lifetime {
        /** Until the process has ended; what a dead host left behind is swept. */
        REMOVE_AT_EXIT,
        /** For good. */
        KEEP
    }
}

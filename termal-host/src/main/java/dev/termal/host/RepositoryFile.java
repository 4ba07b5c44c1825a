package dev.termal.host;

import java.nio.file.Path;

/**
 * The config file that a repository brings along.
 *
 * @param text its content as it was read; not checked
 * @param sha256 of the content, in hex
 */
public record RepositoryFile(Path path, String text, String sha256, Trust trust) {
    /** Whether it counts. */
    public enum Trust {
        /** It does, as it is now. */
        TRUSTED,
        /** It did, with another content. */
        CHANGED,
        /** It never did. */
        UNKNOWN
    }
}

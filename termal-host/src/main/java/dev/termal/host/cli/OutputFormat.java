package dev.termal.host.cli;

import java.util.Locale;

/** How a command prints. */
enum OutputFormat {
    /** For people. */
    TEXT,
    /** For programs. */
    JSON,
    /** Only the last word. */
    QUIET;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

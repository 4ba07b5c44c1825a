package dev.termal.host.process;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** What kind of machine this is. */
final class Platform {
    private static final String NAME = name(System.getProperty("os.name", ""));
    // Groups are only of use where their members can be listed.
    private static final Optional<Path> SETSID =
            ProcFs.available() ? SearchPath.in(System.getenv()).find("setsid") : Optional.empty();

    private Platform() {}

    /** The operating system: {@code linux}, {@code macos}, {@code windows}, or its own name in lower case. */
    static String name() {
        return NAME;
    }

    static boolean isWindows() {
        return NAME.equals("windows");
    }

    /** The program that starts another in a session and group of its own. */
    static Optional<Path> setsid() {
        return SETSID;
    }

    static String name(String osName) {
        String lower = osName.toLowerCase(Locale.ROOT);
        if (lower.startsWith("windows")) {
            return "windows";
        }
        return lower.startsWith("mac") || lower.startsWith("darwin") ? "macos" : lower;
    }
}

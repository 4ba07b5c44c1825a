package dev.termal.api.spi;

import java.util.Map;
import java.util.Optional;

/**
 * How a process ended.
 *
 * @param code the exit code; 128 and the signal's number where a signal ended it, as shells report it
 */
public record ProcessExit(int code) {
    // Only signals that end processes in practice: some programs exit with larger numbers of their own above 128.
    private static final Map<Integer, String> SIGNALS = Map.of(
            1, "SIGHUP",
            2, "SIGINT",
            3, "SIGQUIT",
            4, "SIGILL",
            6, "SIGABRT",
            9, "SIGKILL",
            11, "SIGSEGV",
            13, "SIGPIPE",
            15, "SIGTERM");

    /** The signal that ended it, by the exit code's look. */
    public Optional<String> signal() {
        return Optional.ofNullable(SIGNALS.get(code - 128));
    }

    /** For messages: "exit code 3" or "exit code 137 (SIGKILL)". */
    public String describe() {
        return "exit code " + code + signal().map(name -> " (" + name + ")").orElse("");
    }
}

package dev.termal.host.cli;

/** The command line, or a file that it names, is wrong: exit code 2. The message is one line and says what to do. */
final class UsageError extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    UsageError(String message) {
        super(message);
    }

    UsageError(String message, Throwable cause) {
        super(message, cause);
    }
}

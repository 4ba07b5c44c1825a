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

    /** Refuses a number that an option does not take. */
    static void unlessWithin(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new UsageError(option + " takes a number from " + least + " to " + most);
        }
    }
}

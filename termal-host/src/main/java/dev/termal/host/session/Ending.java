package dev.termal.host.session;

/** Who ended a turn before the agent did. The earlier here wins over the later. */
enum Ending {
    /** A person or a program. */
    CANCELLED,
    /** The overall deadline. */
    TIMEOUT,
    /** The idle deadline. */
    STALLED;

    boolean beats(Ending other) {
        return compareTo(other) < 0;
    }
}

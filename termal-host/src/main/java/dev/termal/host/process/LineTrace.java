package dev.termal.host.process;

/** Sees each line that passes between the host and an agent; called from the threads that send and receive. */
@FunctionalInterface
public interface LineTrace {
    /** Which way a line goes. */
    enum Direction {
        /** From the host. */
        TO_AGENT,
        /** To the host. */
        FROM_AGENT
    }

    /** Sees nothing. */
    LineTrace NONE = (direction, line) -> {};

    /** Called before a line is written, and when one is received. */
    void line(Direction direction, String line);
}

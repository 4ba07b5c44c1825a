package dev.termal.host.cli;

/** How much a command takes in. Base64 makes three bytes four, and a line to an agent holds 16 MiB. */
final class Bounds {
    /** Bytes of one file, or of standard input. */
    static final int MAX_PIECE = 10 * 1024 * 1024;

    /** Characters of a whole prompt as it is sent. */
    static final int MAX_PROMPT = 15 * 1024 * 1024;

    /** How long a prompt given as an argument waits for the first byte of a standard input that is no terminal. */
    static final int STDIN_SILENCE_MS = 3_000;

    /** How long a turn that was told to die may take before the process is halted. */
    static final int KILL_GRACE_MS = 5_000;

    /** How long an agent's start may take before a person is told that it is waited for. */
    static final int SLOW_START_MS = 1_000;

    private Bounds() {}
}

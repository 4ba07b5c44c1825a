package dev.termal.host.cli;

import dev.termal.api.ErrorCode;
import dev.termal.host.event.Outcome;

/** The exit codes of commands; those of turns are in {@link Outcome}. */
final class ExitCode {
    static final int OK = 0;
    static final int FAILED = 1;
    static final int USAGE = 2;

    /** Something could not be written to standard output. */
    static final int UNWRITTEN = 7;

    static final int INTERRUPTED = 130;

    /** As of a program that SIGPIPE ends, which is how most end whose output nobody reads any more. */
    static final int NOBODY_READS = 141;

    private ExitCode() {}

    /** For a failure before any turn. */
    static int of(ErrorCode code) {
        return code == ErrorCode.CONFIGURATION ? USAGE : Outcome.of(code).exitCode();
    }
}

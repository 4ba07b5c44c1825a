package dev.termal.host.event;

import dev.termal.api.ErrorCode;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What became of a turn, for programs to rely on. */
public enum Outcome {
    /** It ended normally and gave text, a plan or a completed tool call. */
    DONE(0),
    /** Something was refused, and some tool call completed. */
    PARTLY_DENIED(5),
    /** Something was refused, and no tool call completed. */
    DENIED(5),
    /** It ended normally and gave nothing. */
    EMPTY(1),
    /** The agent refused. */
    REFUSED(1),
    /** A limit of tokens or turns; the text so far is kept. */
    LIMIT(1),
    /** The agent answered with an error. */
    AGENT_ERROR(1),
    /** The agent broke its protocol. */
    PROTOCOL_ERROR(1),
    /** The agent's process died, or ended without its end of turn. */
    CRASHED(1),
    /** The host itself ended before the turn did; told when its session is opened again. */
    INTERRUPTED(1),
    /** The overall deadline. */
    TIMEOUT(3),
    /** The idle deadline. */
    STALLED(3),
    /** The session to continue is unknown. */
    SESSION_LOST(4),
    /** The agent or its executable was not found, or could not be started. */
    NOT_FOUND(4),
    /** The agent wants a sign-in. */
    AUTH_REQUIRED(6),
    /** A person or program cancelled it. */
    CANCELLED(130);

    private final int exitCode;

    Outcome(int exitCode) {
        this.exitCode = exitCode;
    }

    /** What a failure of this kind makes of a turn. */
    public static Outcome of(ErrorCode code) {
        return switch (code) {
            case EXECUTABLE_NOT_FOUND, LAUNCH_FAILED -> NOT_FOUND;
            case SESSION_NOT_FOUND -> SESSION_LOST;
            case AUTH_REQUIRED -> AUTH_REQUIRED;
            case AGENT_EXITED -> CRASHED;
            case PROTOCOL -> PROTOCOL_ERROR;
            case LIMIT -> LIMIT;
            case TIMEOUT -> TIMEOUT;
            case CANCELLED, CLOSED -> CANCELLED;
            case CONFIGURATION, UNSUPPORTED, AGENT_ERROR -> AGENT_ERROR;
        };
    }

    /** The one of a word; empty for one that this version does not know. */
    public static Optional<Outcome> ofWord(String word) {
        return Arrays.stream(values())
                .filter(outcome -> outcome.word().equals(word))
                .findFirst();
    }

    /** The exit code of a command whose turn came out so. */
    public int exitCode() {
        return exitCode;
    }

    /** The word for it in JSON, such as {@code partly_denied}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}

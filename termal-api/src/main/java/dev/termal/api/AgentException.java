package dev.termal.api;

import java.util.Objects;
import java.util.Optional;

/**
 * The one exception of engines, profiles and handles.
 *
 * <p>The message is ours, one line, and says what was wrong and what to do; the peer's own words ride along in
 * {@link #detail()}.
 */
public final class AgentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final transient Detail detail;

    /**
     * What the peer itself said.
     *
     * @param peerCode its error code
     * @param peerMessage its message; may be empty
     * @param peerData its further data
     * @param stderrTail the end of its error output; may be empty
     */
    public record Detail(
            Optional<Integer> peerCode, String peerMessage, Optional<RawJson> peerData, String stderrTail) {
        /** Nothing said. */
        public static final Detail NONE = new Detail(Optional.empty(), "", Optional.empty(), "");

        /** Error output alone. */
        public static Detail stderr(String tail) {
            return new Detail(Optional.empty(), "", Optional.empty(), tail);
        }
    }

    /** A failure without a cause or the peer's words. */
    public AgentException(ErrorCode code, String message) {
        this(code, message, Detail.NONE);
    }

    /** A failure with the peer's words. */
    public AgentException(ErrorCode code, String message, Detail detail) {
        super(message);
        this.code = Objects.requireNonNull(code, "code");
        this.detail = Objects.requireNonNull(detail, "detail");
    }

    /** A failure with a cause. */
    public AgentException(ErrorCode code, String message, Throwable cause) {
        this(code, message, Detail.NONE, cause);
    }

    /** A failure with the peer's words and a cause. */
    public AgentException(ErrorCode code, String message, Detail detail, Throwable cause) {
        super(message, cause);
        this.code = Objects.requireNonNull(code, "code");
        this.detail = Objects.requireNonNull(detail, "detail");
    }

    /** What kind of failure it is. */
    public ErrorCode code() {
        return code;
    }

    /** What the peer said. */
    public Detail detail() {
        return detail == null ? Detail.NONE : detail; // null only after deserialization
    }
}

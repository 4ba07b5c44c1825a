package dev.termal.host.service;

/** Why a wish about a session cannot be met, though nothing has failed: what is in the way is told in words for people. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What is in the way. */
    public enum Kind {
        /** There is no such thing. */
        NOT_FOUND,
        /** Something else goes on, or another process has it. */
        BUSY,
        /** It was there and is over. */
        OVER,
        /** There are too many already. */
        TOO_MANY,
        /** The host stops. */
        STOPPING
    }

    private final Kind kind;

    /** A refusal. */
    public Refusal(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** What is in the way. */
    public Kind kind() {
        return kind;
    }
}

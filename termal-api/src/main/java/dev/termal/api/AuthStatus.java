package dev.termal.api;

import java.util.List;

/**
 * Whether an agent is signed in.
 *
 * @param methods the ways there are
 * @param hint what a person should do or know; may be empty
 */
public record AuthStatus(State state, List<AuthMethod> methods, String hint) {
    /** What is known. */
    public enum State {
        /** Credentials are there; whether they are valid shows in use. */
        SIGNED_IN,
        /** Nothing will work without signing in. */
        SIGN_IN_REQUIRED,
        /** Not to be told without trying. */
        UNKNOWN
    }

    /** Copies its list. */
    public AuthStatus {
        methods = List.copyOf(methods);
    }

    /** Signed in, with a word on how. */
    public static AuthStatus signedIn(String hint) {
        return new AuthStatus(State.SIGNED_IN, List.of(), hint);
    }

    /** Not signed in, with what to do. */
    public static AuthStatus required(String hint) {
        return new AuthStatus(State.SIGN_IN_REQUIRED, List.of(), hint);
    }

    /** Not known, with what is known. */
    public static AuthStatus unknown(String hint) {
        return new AuthStatus(State.UNKNOWN, List.of(), hint);
    }
}

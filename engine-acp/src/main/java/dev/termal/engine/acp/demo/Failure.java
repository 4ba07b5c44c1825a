package dev.termal.engine.acp.demo;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The ways in which the demo agent can fail. */
enum Failure {
    /** Exits with code 3 in the middle of its words. */
    CRASH,
    /** Never answers, not even when cancelled. */
    HANG,
    /** Prints lines that are no protocol, and goes on. */
    NOISE,
    /** Wants a sign-in. */
    AUTH,
    /** Forgets the session: it cannot be loaded or resumed any more. */
    LOST,
    /** Stops at a limit of tokens, after some text. */
    LIMIT,
    /** Ends normally without a word. */
    EMPTY,
    /** Answers with an error. */
    ERROR;

    static Optional<Failure> named(String name) {
        return Arrays.stream(values())
                .filter(failure -> failure.spelled().equals(name))
                .findFirst();
    }

    static String names(String separator) {
        return Arrays.stream(values()).map(Failure::spelled).collect(Collectors.joining(separator));
    }

    private String spelled() {
        return name().toLowerCase(Locale.ROOT);
    }
}

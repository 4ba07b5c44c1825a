package dev.termal.testkit;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One step of a script.
 *
 * @param args what the verb needs, in text, so that a script can be written to a file
 * @param code for {@link Verb#CALL} alone, which cannot be written to a file
 */
record Step(Verb verb, List<String> args, Optional<Responder> code) {
    enum Verb {
        /** Name, then patterns: the next line must match. */
        EXPECT,
        /** Name, then patterns: reads on until a line matches. */
        SKIP_TO,
        EXPECT_END,
        /** A line with placeholders. */
        SEND,
        VERBATIM,
        /** Pieces in base64, each flushed. */
        BYTES,
        /** Count, then a line with placeholders. */
        REPEAT,
        /** Length. */
        LONG_LINE,
        STDERR,
        /** Gate. */
        STALL,
        CLOSE_OUTPUT,
        CLOSE_INPUT,
        STOP_READING,
        /** Code. */
        EXIT,
        /** Signal. */
        KILL,
        IGNORE_TERMINATE,
        /** Kin. */
        SPAWN,
        /** Pattern, then lines with placeholders: a standing rule, no step. */
        ON,
        CALL
    }

    Step {
        args = List.copyOf(args);
    }

    static Step of(Verb verb, String... args) {
        return new Step(verb, List.of(args), Optional.empty());
    }

    static Step of(Verb verb, List<String> args) {
        return new Step(verb, args, Optional.empty());
    }

    String arg() {
        return args.get(0);
    }

    /** All from the second argument on. */
    List<String> rest() {
        return args.subList(1, args.size());
    }

    /** For failures. */
    String describe() {
        return verb.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " " + String.join(" ", args);
    }
}

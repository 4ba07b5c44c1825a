package dev.termal.engine.acp.demo;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A word in a prompt that makes the demo agent do something. */
enum Word {
    PLAN("", "shows a plan and works through it"),
    TOOL("", "reads the folder and says what is in it"),
    DIFF("", "asks to change a file of its own, and does if it may"),
    PERMISSION("", "asks before it acts, and heeds the answer"),
    QUESTION("", "asks a question with a form, and repeats the answer"),
    IMAGE("", "draws an image"),
    SLOW("<ms>", "waits this many milliseconds"),
    CHUNKS("<n>", "says this many pieces of text, each with its number"),
    FAIL("<" + Failure.names("|") + ">", "fails that way");

    /** The most that {@link #SLOW} waits and {@link #CHUNKS} says. */
    private static final int MOST = 1_000_000;

    private final String argument;
    private final String text;

    Word(String argument, String text) {
        this.argument = argument;
        this.text = text;
    }

    static Optional<Word> named(String name) {
        return Arrays.stream(values())
                .filter(word -> word.spelled().equals(name))
                .findFirst();
    }

    String spelled() {
        return name().toLowerCase(Locale.ROOT);
    }

    String text() {
        return text;
    }

    boolean takesArgument() {
        return !argument.isEmpty();
    }

    /** What is wrong with this argument; empty where nothing is. */
    Optional<String> complaint(String value) {
        boolean good = switch (this) {
            case SLOW, CHUNKS -> value.matches("\\d{1,7}") && Integer.parseInt(value) <= MOST;
            case FAIL -> Failure.named(value).isPresent();
            default -> true;
        };
        String want = this == FAIL ? "one of " + Failure.names(", ") : "a number up to " + MOST;
        return good ? Optional.empty() : Optional.of(spelled() + ": wants " + want + ", not \"" + value + "\".");
    }

    /** All words with their arguments and what they do, a line each. */
    static String help() {
        return Arrays.stream(values())
                .map(word ->
                        "  " + word.spelled() + (word.takesArgument() ? ":" + word.argument : "") + "  " + word.text)
                .collect(Collectors.joining("\n"));
    }
}

package dev.termal.engine.streamjson;

import java.util.Optional;

/** Lines that mean nothing to a dialect: counted, and the first of them kept to be shown. For one thread. */
final class Noise {
    private static final int SHOWN_CHARS = 200;

    private final int limit;
    private Optional<String> first = Optional.empty();
    private int inARow;
    private boolean understood;

    /** Noise that is too much from so many lines in a row on, as long as nothing was understood. */
    Noise(int limit) {
        this.limit = limit;
    }

    /** A line that was understood. */
    void understood() {
        understood = true;
        inARow = 0;
    }

    /** A line that was not. */
    void heard(String line) {
        inARow++;
        if (first.isEmpty() && !line.isBlank()) {
            first = Optional.of(Words.oneLine(line, SHOWN_CHARS));
        }
    }

    /** Whether it is an agent of another language. */
    boolean isTooMuch() {
        return !understood && inARow >= limit;
    }

    /** The first line, for a message, where nothing was ever understood; else nothing. */
    String shown() {
        return understood ? "" : first.map(line -> "; it printed: " + line).orElse("");
    }
}

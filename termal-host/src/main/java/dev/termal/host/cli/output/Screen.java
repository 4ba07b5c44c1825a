package dev.termal.host.cli.output;

import java.util.List;

/**
 * Where a turn is shown. While a question to the person is open, all but the question waits, up to a bound. Methods may be
 * called from any thread. Texts must be clean already ({@link PlainText}), but for the agent's own where a screen cleans it.
 */
public interface Screen {
    /** A piece of the agent's text. */
    void text(String piece);

    /** Sets a further message apart from the one before by a blank line. */
    void newMessage();

    /** One or more whole lines, without the last line's end. */
    void note(String lines);

    /** Whole lines, and at once other lines that stay below everything. */
    void note(String lines, List<String> newArea);

    /**
     * Keeps what the lines that come next leave out, for who wants to see it.
     *
     * @param lines all of them, in order
     * @return how to see them, to be shown where lines were left out; empty where a screen keeps nothing
     */
    default String fold(List<String> lines) {
        return "";
    }

    /** A piece of a thought. */
    void thought(String piece, Look look);

    /** Replaces the lines that stay below everything; only for a terminal that can rewrite. */
    void area(List<String> lines);

    /** Begins or goes on with a question: its text is shown, everything else waits. */
    void ask(String text);

    /** Ends a question; what waited is shown. */
    void asked();

    /** Ends what is amid a line. */
    void finish();
}

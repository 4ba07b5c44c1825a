package dev.termal.host.plugin;

import dev.termal.host.text.Beginning;

/** Words for people. */
final class Text {
    private static final int LONGEST = 300;

    private Text() {}

    /** What a failure says, and its deepest cause, in one line of bounded length. */
    static String oneLine(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null && deepest.getCause() != deepest) {
            deepest = deepest.getCause();
        }
        String text = deepest == failure ? say(failure) : say(failure) + ": " + say(deepest);
        return Beginning.of(text, LONGEST);
    }

    private static String say(Throwable failure) {
        String kind = failure.getClass().getSimpleName();
        return failure.getMessage() == null ? kind : kind + ": " + failure.getMessage();
    }
}

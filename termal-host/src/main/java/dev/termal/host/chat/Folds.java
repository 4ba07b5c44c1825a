package dev.termal.host.chat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** What was folded, the latest last, within bounds. Guarded by its screen. */
final class Folds {
    private static final int MOST = 20;
    private static final int MAX_CHARS = 256 * 1024; // of one

    private final Deque<String> folded = new ArrayDeque<>();
    private int shown; // how many of them, from the latest on

    /** Keeps one more; what is looked at begins with it again. */
    void add(String text) {
        folded.addLast(text.length() > MAX_CHARS ? text.substring(0, MAX_CHARS) + "\n…" : text);
        if (folded.size() > MOST) {
            folded.removeFirst();
        }
        shown = 0;
    }

    /** The latest that has not been shown since the last one was added; empty where all have been. */
    Optional<String> next() {
        Optional<String> next =
                folded.stream().skip(Math.max(0, folded.size() - 1L - shown)).findFirst();
        if (shown >= folded.size()) {
            shown = 0;
            return Optional.empty();
        }
        shown++;
        return next;
    }
}

package dev.termal.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What went to and fro between a host and the processes of a scripted agent, and what went wrong. Thread-safe. */
final class Conversation {
    private static final int SHOWN = 60;
    private static final int SHOWN_WIDTH = 400;

    private final BlockingQueue<String> untaken = new LinkedBlockingQueue<>();
    private final List<String> hostLines = new ArrayList<>(); // guarded by this, as the next two
    private final List<String> transcript = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    synchronized void hostWrote(String line) {
        hostLines.add(line);
        note("> " + line);
        untaken.add(line);
    }

    synchronized void note(String entry) {
        transcript.add(entry.length() <= SHOWN_WIDTH ? entry : entry.substring(0, SHOWN_WIDTH) + "…");
        if (transcript.size() > 2 * SHOWN) {
            transcript.subList(0, SHOWN).clear();
        }
    }

    synchronized void failed(String why) {
        failures.add(why);
        note("! " + why);
    }

    synchronized List<String> hostLines() {
        return List.copyOf(hostLines);
    }

    String takeHostLine() throws InterruptedException {
        return Optional.ofNullable(untaken.poll(HangGuard.SECONDS, TimeUnit.SECONDS))
                .orElseThrow(() -> new AssertionError("the host wrote nothing more\n" + describe()));
    }

    /** Throws an {@link AssertionError} with all that failed. */
    synchronized void check() {
        if (!failures.isEmpty()) {
            throw new AssertionError(String.join("\n", failures) + "\n" + describe());
        }
    }

    /** The last entries, for failures. */
    synchronized String describe() {
        List<String> tail = transcript.subList(Math.max(0, transcript.size() - SHOWN), transcript.size());
        return "Conversation (> host, < agent):\n  " + String.join("\n  ", tail);
    }
}

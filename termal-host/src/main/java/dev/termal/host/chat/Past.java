package dev.termal.host.chat;

import dev.termal.host.StoredSessions;
import dev.termal.host.cli.output.Look;
import dev.termal.host.cli.output.TextPrinter;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import java.util.ArrayList;
import java.util.List;

/** What was said in a session before it was opened here: its last turns, as they were shown then. */
final class Past {
    private static final int TURNS = 10;
    private static final int ENTRIES = 1_000; // messages are kept in large pieces

    private final StoredSessions sessions;
    private final Look look;
    private final ChatScreen screen;

    Past(StoredSessions sessions, Look look, ChatScreen screen) {
        this.sessions = sessions;
        this.look = look;
        this.screen = screen;
    }

    /**
     * Shows it.
     *
     * @param until the last entry of the past
     * @param printer one that prints nothing else
     */
    void show(SessionKey session, long until, TextPrinter printer) {
        List<SessionEntry> shown =
                new ArrayList<>(sessions.last(session, ENTRIES).entries());
        shown.removeIf(entry -> entry.seq() > until);
        int last = shown.isEmpty() ? 0 : shown.get(shown.size() - 1).turn();
        shown.removeIf(entry -> entry.turn() <= last - TURNS || entry.turn() == 0);
        if (shown.isEmpty()) {
            return;
        }
        int first = shown.get(0).turn();
        screen.note(look.dim(
                first > 1
                        ? "what was said before, from turn " + first + " on; /export writes all of it"
                        : "what was said before"));
        for (SessionEntry entry : shown) {
            if (entry.body() instanceof EntryBody.TurnStarted started) {
                screen.sent(PromptLines.of(started.prompt()));
            }
            printer.entry(entry);
        }
        screen.note(look.dim("and now"));
    }
}

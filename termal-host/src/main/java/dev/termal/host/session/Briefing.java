package dev.termal.host.session;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentSession;
import dev.termal.api.Prompt;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.prompt.Digest;
import dev.termal.host.prompt.PromptAssembly;
import dev.termal.host.store.SessionJournal;
import java.util.List;
import java.util.Optional;

/** Puts a person's prompt in order for the agent and tells it, where that is wished, what it has missed in the session. */
final class Briefing {
    /** So many of the newest entries are looked at: more than the text for an agent can hold, mostly. */
    private static final int ENTRIES = 2_000;

    private final int digestChars;
    private final SessionJournal journal;
    private final SessionStream stream;

    Briefing(int digestChars, SessionJournal journal, SessionStream stream) {
        this.digestChars = digestChars;
        this.journal = journal;
        this.stream = stream;
    }

    /** The prompt to send, in the turn that runs. */
    Prompt of(Prompt asked, AgentLink link, AgentSession session) {
        if (PromptAssembly.isCommand(asked, session.state())) {
            return asked;
        }
        int turn = stream.turn();
        Optional<String> missed = missed(link.informedUpTo(), turn);
        missed.ifPresent(text -> stream.notice(
                AgentEvent.Notice.Level.INFO,
                "the agent was not part of what was said last in this session, so it is told: " + text.length()
                        + " characters"));
        link.informed();
        return PromptAssembly.of(asked, missed, turn, link.capabilities());
    }

    private Optional<String> missed(long informedUpTo, int turn) {
        if (digestChars == 0 || informedUpTo == Long.MAX_VALUE) {
            return Optional.empty();
        }
        List<SessionEntry> before = journal.last(informedUpTo, ENTRIES).stream()
                .filter(entry -> entry.turn() < turn)
                .toList();
        return Digest.of(before, digestChars);
    }
}

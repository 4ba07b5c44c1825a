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

/** Puts a person's prompt in order for the agent and tells it once which skills there are, and what it has missed in the session. */
final class Briefing {
    /** So many of the newest entries are looked at: more than the text for an agent can hold, mostly. */
    private static final int ENTRIES = 2_000;

    private final int digestChars;
    private final SessionJournal journal;
    private final SessionStream stream;
    private final CommandNews commands;

    Briefing(int digestChars, SessionJournal journal, SessionStream stream, CommandNews commands) {
        this.digestChars = digestChars;
        this.journal = journal;
        this.stream = stream;
        this.commands = commands;
    }

    /** The prompt to send, in the turn that runs. */
    Prompt of(Prompt asked, AgentLink link, AgentSession session) throws InterruptedException {
        commands.await(asked, session);
        if (session.state().isCommand(asked)) {
            return asked; // what is to be told goes with the next one
        }
        int turn = stream.turn();
        Optional<String> skills = link.inWords();
        skills.ifPresent(text -> notice("the agent is told which skills there are: " + text.length() + " characters"));
        Optional<String> missed = missed(link.informedUpTo(), turn);
        missed.ifPresent(text -> notice("the agent was not part of what was said last in this session, so it is told: "
                + text.length() + " characters"));
        link.informed();
        return PromptAssembly.of(asked, skills, missed, turn, link.capabilities());
    }

    private void notice(String text) {
        stream.notice(AgentEvent.Notice.Level.INFO, text);
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

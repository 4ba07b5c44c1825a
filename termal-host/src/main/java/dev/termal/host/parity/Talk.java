package dev.termal.host.parity;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.MessageChunk;
import dev.termal.host.TermalSession;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.TurnReport;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/** A session, and what was seen in it. */
final class Talk implements AutoCloseable {
    private final TermalSession session;
    private final List<SessionEntry> entries = new CopyOnWriteArrayList<>();
    private final AtomicBoolean cancelAtFirstWord = new AtomicBoolean();

    Talk(TermalSession session) {
        this.session = session;
        session.read(0, this::entry);
    }

    private void entry(SessionEntry entry) {
        entries.add(entry);
        boolean speaks = entry.body() instanceof EntryBody.Said said
                && ((said.event() instanceof MessageChunk chunk && chunk.role() == AgentEvent.Role.AGENT)
                        || said.event() instanceof AgentEvent.ThoughtChunk);
        if (speaks && cancelAtFirstWord.compareAndSet(true, false)) {
            session.cancel();
        }
    }

    TermalSession session() {
        return session;
    }

    TurnReport ask(String text) throws InterruptedException {
        return session.prompt(text);
    }

    TurnReport askAndCancel(String text) throws InterruptedException {
        cancelAtFirstWord.set(true);
        try {
            return ask(text);
        } finally {
            cancelAtFirstWord.set(false);
        }
    }

    /** How much was seen so far. */
    int seen() {
        return entries.size();
    }

    /** What was seen since then. */
    List<SessionEntry> since(int seen) {
        List<SessionEntry> all = List.copyOf(entries);
        return all.subList(seen, all.size());
    }

    /** The pieces of the agent's messages since then, in order. */
    List<String> pieces(int seen) {
        return since(seen).stream()
                .map(SessionEntry::agentText)
                .flatMap(Optional::stream)
                .toList();
    }

    @Override
    public void close() {
        session.close();
    }
}

package dev.termal.host.document;

import dev.termal.host.StoredSessions;
import dev.termal.host.event.EntryPage;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.StoredSession;
import dev.termal.host.json.EntryJson;
import dev.termal.host.json.Fields;
import dev.termal.host.json.Json;
import java.util.Optional;
import java.util.function.Consumer;

/** All of a session, as far as it is kept, as text. Reads in pages, so that a session of any size fits. */
public final class SessionExport {
    private static final int PAGE = 500;

    private final StoredSessions sessions;
    private final StoredSession session;

    /** For this session. */
    public SessionExport(StoredSessions sessions, StoredSession session) {
        this.sessions = sessions;
        this.session = session;
    }

    /** For people. */
    public void markdown(Consumer<String> out) {
        SessionMarkdown markdown = new SessionMarkdown(out);
        markdown.begin(session);
        each(markdown::accept);
        markdown.end();
    }

    /** For programs, an object a line. */
    public void json(Consumer<String> out) {
        EntryJson json = new EntryJson(session.key(), session.agent(), session.engine());
        out.accept(Json.line(json.opened(
                        Optional.ofNullable(session.agentSessions().get(session.engine()))
                                .map(Object::toString),
                        new Fields().put("cwd", session.cwd().toString()).node()))
                + "\n");
        each(entry -> json.of(entry).ifPresent(line -> out.accept(Json.line(line) + "\n")));
    }

    private void each(Consumer<SessionEntry> taker) {
        long seen = 0;
        EntryPage page;
        do {
            page = sessions.after(session.key(), seen, PAGE);
            for (SessionEntry entry : page.entries()) {
                taker.accept(entry);
                seen = entry.seq();
            }
        } while (page.more());
    }
}

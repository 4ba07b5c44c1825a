package dev.termal.host.web.api;

import dev.termal.host.event.SessionKey;
import dev.termal.host.json.Fields;
import dev.termal.host.json.Json;
import dev.termal.host.service.SessionListener;
import dev.termal.host.service.SessionService;
import dev.termal.host.service.SessionSummary;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;

/** Changes of all sessions as events for one client, who goes on where it was. */
final class SessionEvents implements SessionListener {
    private final EventSink sink;
    private final SummaryJson summaries;
    private final ToldSessions told;

    /** For a client that has seen an event of this id last. */
    SessionEvents(EventSink sink, SummaryJson summaries, Optional<String> lastEventId) {
        this.sink = sink;
        this.summaries = summaries;
        told = new ToldSessions(lastEventId);
    }

    /** Only the last of these events has an id: a client that is cut off within them is told again what it lacked. */
    @Override
    public void listed(long number, List<SessionSummary> sessions) {
        for (SessionSummary session : sessions) {
            String json = Json.line(summaries.of(session));
            if (told.isNews(session.session().key(), json)) {
                sink.event("session", "", json);
            }
        }
        told.listed();
        Fields data = new Fields()
                .list(
                        "keys",
                        sessions,
                        session -> JsonNodeFactory.instance.stringNode(
                                session.session().key().value()))
                .put("more", sessions.size() >= SessionService.LISTED);
        sink.event("listed", told.id(number), Json.line(data.node()));
    }

    @Override
    public void changed(long number, SessionSummary session) {
        String json = Json.line(summaries.of(session));
        if (told.isNews(session.session().key(), json)) {
            sink.event("session", told.id(number), json);
        }
    }

    @Override
    public void removed(long number, SessionKey key) {
        told.removed(key);
        sink.event("removed", told.id(number), Json.line(SummaryJson.removed(key)));
    }
}

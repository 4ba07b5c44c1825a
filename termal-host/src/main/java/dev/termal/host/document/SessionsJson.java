package dev.termal.host.document;

import dev.termal.api.SessionInfo;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.SearchHit;
import dev.termal.host.event.StoredSession;
import dev.termal.host.event.StoredTurn;
import dev.termal.host.event.WaitingPrompt;
import dev.termal.host.json.EntryJson;
import dev.termal.host.json.Fields;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Sessions that are kept, as JSON documents. */
public final class SessionsJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private SessionsJson() {}

    /** Sessions, in their order. */
    public static ArrayNode list(List<StoredSession> sessions) {
        ArrayNode array = NODES.arrayNode();
        sessions.forEach(session -> array.add(session(session).node()));
        return array;
    }

    private static Fields session(StoredSession session) {
        Fields agentSessions = new Fields();
        session.agentSessions().forEach((engine, id) -> agentSessions.put(engine.value(), id.value()));
        Fields options = new Fields();
        session.wishes().options().forEach(options::put);
        return new Fields()
                .put("key", session.key().value())
                .putNullable("name", session.name().map(NODES::stringNode))
                .put("agent", session.agent().value())
                .put("engine", session.engine().value())
                .put("cwd", session.cwd().toString())
                .put("title", session.title())
                .put("state", session.state())
                .putText("holder", session.holder())
                .put("lastOutcome", session.lastOutcome().map(Outcome::word))
                .put("created", session.created().toString())
                .put("updated", session.updated().toString())
                .put("turns", session.turns())
                .put("lastSeq", session.lastSeq())
                .put("model", session.wishes().model())
                .put("mode", session.wishes().mode())
                .put("effort", session.wishes().effort())
                .put("options", options.node())
                .put("agentSessions", agentSessions.node());
    }

    /** One session with its turns and all that they used. */
    public static ObjectNode whole(StoredSession session, List<StoredTurn> turns, List<WaitingPrompt> waiting) {
        return session(session)
                .put("usage", EntryJson.usage(StoredTurn.total(turns)))
                .list("history", turns, SessionsJson::turn)
                .list("waiting", waiting, SessionsJson::waiting)
                .node();
    }

    private static ObjectNode turn(StoredTurn turn) {
        Fields fields = new Fields()
                .put("turn", turn.turn())
                .put("prompt", turn.prompt())
                .put("started", turn.started().toString())
                .putNullable("ended", turn.ended().map(Instant::toString).map(NODES::stringNode))
                .putNullable("outcome", turn.outcome().map(outcome -> NODES.stringNode(outcome.word())));
        turn.usage().ifPresent(usage -> fields.put("usage", EntryJson.usage(usage)));
        return fields.node();
    }

    /** What waits, session by session. */
    public static ArrayNode queues(Map<StoredSession, List<WaitingPrompt>> queues) {
        ArrayNode array = NODES.arrayNode();
        queues.forEach((session, waiting) -> array.add(new Fields()
                .put("session", session.key().value())
                .putNullable("name", session.name().map(NODES::stringNode))
                .put("agent", session.agent().value())
                .putText("holder", session.holder())
                .list("waiting", waiting, SessionsJson::waiting)
                .node()));
        return array;
    }

    private static ObjectNode waiting(WaitingPrompt prompt) {
        return new Fields()
                .put("id", prompt.id())
                .put("who", prompt.who())
                .putText("text", prompt.text())
                .put("since", prompt.since().toString())
                .node();
    }

    /** Places where words were found. */
    public static ArrayNode hits(List<SearchHit> hits) {
        ArrayNode array = NODES.arrayNode();
        hits.forEach(hit -> array.add(new Fields()
                .put("session", hit.session().key().value())
                .putNullable("name", hit.session().name().map(NODES::stringNode))
                .put("agent", hit.session().agent().value())
                .put("seq", hit.seq())
                .put("turn", hit.turn())
                .put("time", hit.time().toString())
                .put("excerpt", hit.excerpt())
                .node()));
        return array;
    }

    /** Sessions that an agent keeps by itself. */
    public static ArrayNode ofAgent(List<SessionInfo> sessions) {
        ArrayNode array = NODES.arrayNode();
        sessions.forEach(session -> array.add(new Fields()
                .put("id", session.id().value())
                .put("cwd", session.cwd().toString())
                .put("title", session.title())
                .put("updated", session.updatedAt().map(Instant::toString))
                .node()));
        return array;
    }
}

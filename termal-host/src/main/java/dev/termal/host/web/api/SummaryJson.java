package dev.termal.host.web.api;

import dev.termal.host.AgentStatus;
import dev.termal.host.Termal;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession;
import dev.termal.host.json.EntryJson;
import dev.termal.host.json.Fields;
import dev.termal.host.service.SessionSummary;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Summaries of sessions as JSON. Thread-safe. */
final class SummaryJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Termal host;
    private final Map<String, String> badges = new ConcurrentHashMap<>(); // to look agents up is slow

    SummaryJson(Termal host) {
        this.host = host;
    }

    ObjectNode of(SessionSummary summary) {
        return fields(summary).node();
    }

    Fields fields(SessionSummary summary) {
        StoredSession session = summary.session();
        return new Fields()
                .put("key", session.key().value())
                .putNullable("name", session.name().map(NODES::stringNode))
                .put("title", session.title())
                .put("agent", session.agent().value())
                .put("engine", session.engine().value())
                .put("badge", badge(session.agent().value()))
                .put("cwd", session.cwd().toString())
                .put("created", session.created().toString())
                .put("updated", session.updated().toString())
                .put("turns", session.turns())
                .put("lastSeq", session.lastSeq())
                .put("state", summary.state())
                .put("preview", summary.preview())
                .putNullable("mode", summary.mode().map(NODES::stringNode))
                .putNullable("model", summary.model().map(NODES::stringNode))
                .putNullable("usage", summary.usage().map(EntryJson::usage))
                .putNullable("owner", summary.owner().map(SummaryJson::owner))
                .put("waiting", summary.waiting());
    }

    private static ObjectNode owner(SessionSummary.Owner owner) {
        return new Fields().put("here", owner.here()).put("who", owner.who()).node();
    }

    private String badge(String agent) {
        String known = badges.get(agent);
        if (known != null) {
            return known;
        }
        badges.put(
                agent,
                agent.substring(0, Math.min(2, agent.length())).toUpperCase(Locale.ROOT)); // of one no more there
        try {
            for (AgentStatus each : host.agents()) {
                badges.put(each.id().value(), each.badge());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException cannotTell) {
            LoggerFactory.getLogger(SummaryJson.class).debug("agents cannot be listed", cannotTell);
        }
        return badges.getOrDefault(agent, "?");
    }

    static ObjectNode removed(SessionKey key) {
        return new Fields().put("key", key.value()).node();
    }
}

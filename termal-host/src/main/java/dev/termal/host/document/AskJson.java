package dev.termal.host.document;

import dev.termal.api.SessionId;
import dev.termal.host.TermalSession;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.TurnReport;
import dev.termal.host.json.FactsJson;
import dev.termal.host.json.Fields;
import tools.jackson.databind.node.ObjectNode;

/** An answer, how it came about and how to go on, as one JSON document. */
public final class AskJson {
    private AskJson() {}

    /** The answer of a turn. */
    public static ObjectNode of(TermalSession session, TurnReport report) {
        Fields fields = new Fields()
                .put("agent", session.agent().value())
                .put("engine", session.engine().value())
                .put("session", session.agentSession().map(SessionId::value))
                .put("mode", session.state().mode())
                .put("outcome", report.outcome())
                .put("exitCode", report.exitCode())
                .put("aborted", report.outcome() == Outcome.CANCELLED)
                .put("timedOut", report.outcome() == Outcome.TIMEOUT || report.outcome() == Outcome.STALLED)
                .put("durationMs", report.duration().toMillis())
                .put("text", report.text());
        report.usage().ifPresent(usage -> fields.put("usage", FactsJson.usage(usage)));
        report.error().ifPresent(error -> fields.put("error", error.message()));
        return fields.node();
    }
}

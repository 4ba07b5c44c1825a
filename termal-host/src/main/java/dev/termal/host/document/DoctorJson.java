package dev.termal.host.document;

import dev.termal.api.Diagnostics;
import dev.termal.host.DoctorReport;
import dev.termal.host.Leftover;
import dev.termal.host.SessionSnapshot;
import dev.termal.host.json.FactJson;
import dev.termal.host.json.Fields;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What an examination found, as one JSON document. */
public final class DoctorJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private DoctorJson() {}

    /** A report. */
    public static ObjectNode of(DoctorReport report) {
        return new Fields()
                .put("outcome", report.worst())
                .put("host", diagnostics(report.host()).node())
                .list(
                        "agents",
                        report.agents(),
                        agent -> new Fields()
                                .put("id", agent.id().value())
                                .put("name", agent.name())
                                .put("outcome", agent.diagnostics().worst())
                                .all(diagnostics(agent.diagnostics()).node())
                                .node())
                .list("sessions", report.sessions(), DoctorJson::session)
                .node();
    }

    private static ObjectNode session(SessionSnapshot session) {
        return new Fields()
                .put("session", session.key().value())
                .put("agent", session.agent().value())
                .put("engine", session.engine().value())
                .put("cwd", session.cwd().toString())
                .put("pid", session.pid())
                .put("owner", session.owner())
                .put("taken", session.taken().toString())
                .put("ageMs", session.age().toMillis())
                .list("facts", session.diagnostics().facts(), FactJson::of)
                .node();
    }

    /** What was ended, and what would not end. */
    public static ObjectNode reaped(List<Leftover> ended, List<Leftover> left) {
        return new Fields()
                .list("ended", ended, DoctorJson::leftover)
                .list("left", left, DoctorJson::leftover)
                .node();
    }

    private static ObjectNode leftover(Leftover each) {
        ArrayNode processes = NODES.arrayNode();
        each.processes().forEach(processes::add);
        return new Fields()
                .put("agent", each.agent().value())
                .put("pid", each.pid())
                .put("processes", processes)
                .node();
    }

    private static Fields diagnostics(Diagnostics diagnostics) {
        return new Fields()
                .list("checks", diagnostics.checks(), DoctorJson::check)
                .list("facts", diagnostics.facts(), FactJson::of);
    }

    private static ObjectNode check(Diagnostics.Check check) {
        return new Fields()
                .put("name", check.name())
                .put("outcome", check.outcome())
                .put("detail", check.detail())
                .putText("hint", check.hint())
                .node();
    }
}

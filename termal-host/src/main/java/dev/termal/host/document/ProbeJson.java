package dev.termal.host.document;

import dev.termal.host.ProbeReport;
import dev.termal.host.json.Fields;
import dev.termal.host.json.VerdictsJson;
import tools.jackson.databind.node.ObjectNode;

/** How an agent came through its probes, as one JSON document. */
public final class ProbeJson {
    private ProbeJson() {}

    /** A report, and where it is kept. */
    public static ObjectNode of(ProbeReport report) {
        return new Fields()
                .put("file", report.file().toString())
                .all(VerdictsJson.of(
                        report.agent().value(),
                        report.engine().value(),
                        report.build(),
                        report.time().toString(),
                        report.verdicts(),
                        report.reliedOn()))
                .node();
    }
}

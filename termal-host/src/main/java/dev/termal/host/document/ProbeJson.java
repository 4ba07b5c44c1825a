package dev.termal.host.document;

import dev.termal.api.spi.Verdict;
import dev.termal.host.ProbeReport;
import dev.termal.host.json.Fields;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** How an agent came through its probes, as one JSON document. */
public final class ProbeJson {
    private ProbeJson() {}

    /** A report, with the lines that were captured. */
    public static ObjectNode of(ProbeReport report) {
        return new Fields()
                .put("agent", report.agent().value())
                .put("engine", report.engine().value())
                .put("build", report.build())
                .put("time", report.time().toString())
                .put("file", report.file().toString())
                .list("verdicts", report.verdicts(), verdict -> verdict(verdict, report))
                .node();
    }

    private static ObjectNode verdict(Verdict verdict, ProbeReport report) {
        ArrayNode captured = JsonNodeFactory.instance.arrayNode();
        verdict.captured().forEach(captured::add);
        return new Fields()
                .put("id", verdict.id())
                .put("title", verdict.title())
                .put("result", verdict.result())
                .put("reliedOn", report.reliedOn().contains(verdict.id()))
                .put("evidence", verdict.evidence())
                .list("measured", verdict.measured(), DoctorJson::fact)
                .put("captured", captured)
                .node();
    }
}

package dev.termal.host.json;

import dev.termal.api.spi.Verdict;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** How probes came out, as JSON. */
public final class VerdictsJson {
    private VerdictsJson() {}

    /** An agent's verdicts, with the lines that were captured. */
    public static ObjectNode of(
            String agent, String engine, String build, String time, List<Verdict> verdicts, Set<String> reliedOn) {
        return new Fields()
                .put("agent", agent)
                .put("engine", engine)
                .put("build", build)
                .put("time", time)
                .list("verdicts", verdicts, verdict -> verdict(verdict, reliedOn))
                .node();
    }

    private static ObjectNode verdict(Verdict verdict, Set<String> reliedOn) {
        return new Fields()
                .put("id", verdict.id())
                .put("title", verdict.title())
                .put("result", verdict.result())
                .put("reliedOn", reliedOn.contains(verdict.id()))
                .put("evidence", verdict.evidence())
                .list("measured", verdict.measured(), FactJson::of)
                .texts("captured", verdict.captured())
                .node();
    }
}

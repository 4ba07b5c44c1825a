package dev.termal.host;

import dev.termal.api.AgentId;
import dev.termal.api.Diagnostics;
import dev.termal.api.Diagnostics.Outcome;
import java.util.List;
import java.util.stream.Stream;

/**
 * What an examination found.
 *
 * @param host of the host itself
 * @param agents of the agents, in the order of their names
 */
public record DoctorReport(Diagnostics host, List<AgentReport> agents) {
    /** What was found of one agent. */
    public record AgentReport(AgentId id, String name, Diagnostics diagnostics) {}

    /** Copies its list. */
    public DoctorReport {
        agents = List.copyOf(agents);
    }

    /** The worst outcome of all checks. */
    public Outcome worst() {
        return Stream.concat(Stream.of(host), agents.stream().map(AgentReport::diagnostics))
                .map(Diagnostics::worst)
                .max(Enum::compareTo)
                .orElse(Outcome.OK);
    }
}

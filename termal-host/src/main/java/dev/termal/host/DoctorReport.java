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
 * @param sessions what other processes last kept of the sessions that they have open, the newest first
 */
public record DoctorReport(Diagnostics host, List<AgentReport> agents, List<SessionSnapshot> sessions) {
    /** What was found of one agent. */
    public record AgentReport(AgentId id, String name, Diagnostics diagnostics) {}

    /** Copies its lists. */
    public DoctorReport {
        agents = List.copyOf(agents);
        sessions = List.copyOf(sessions);
    }

    /** One without sessions. */
    public DoctorReport(Diagnostics host, List<AgentReport> agents) {
        this(host, agents, List.of());
    }

    /** The worst outcome of all checks. */
    public Outcome worst() {
        return Stream.concat(Stream.of(host), agents.stream().map(AgentReport::diagnostics))
                .map(Diagnostics::worst)
                .max(Enum::compareTo)
                .orElse(Outcome.OK);
    }
}

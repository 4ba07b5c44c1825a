package dev.termal.host;

import dev.termal.api.AgentId;
import dev.termal.api.EngineId;
import dev.termal.api.spi.Verdict;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * How an agent came through what its engine relies on.
 *
 * @param build of the agent, as it told
 * @param reliedOn the ids of those that must not fail
 * @param file where it is kept
 */
public record ProbeReport(
        AgentId agent,
        EngineId engine,
        String build,
        Instant time,
        List<Verdict> verdicts,
        Set<String> reliedOn,
        Path file) {
    /** Copies its collections. */
    public ProbeReport {
        verdicts = List.copyOf(verdicts);
        reliedOn = Set.copyOf(reliedOn);
    }

    /** Those that are relied on and failed. */
    public List<Verdict> failed() {
        return verdicts.stream()
                .filter(verdict -> verdict.result() == Verdict.Result.FAIL && reliedOn.contains(verdict.id()))
                .toList();
    }
}

package dev.termal.host;

import dev.termal.api.AgentId;
import java.util.List;

/**
 * An agent that a dead host left running.
 *
 * @param pid as it was started; may be gone, while what it started is not
 * @param processes the pids that run, or ran until they were ended
 */
public record Leftover(AgentId agent, long pid, List<Long> processes) {
    /** Copies its list. */
    public Leftover {
        processes = List.copyOf(processes);
    }
}

package dev.termal.host;

import dev.termal.api.AgentId;
import dev.termal.api.EngineId;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.SessionRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What opening a session would do, with nothing started: for people to look at before they let it happen.
 *
 * @param reason why this agent was chosen; empty where it was named
 * @param command program and arguments; empty for an agent without a process
 * @param cwd where it would run
 * @param environment what would be set, secrets masked
 * @param removedNames variables that would not be inherited
 * @param request what the session would be
 * @param engineOptions the protocol options
 * @param hostTools the tools that the agent is lent, where it can reach them
 * @param policyArguments the launch arguments by which an agent that cannot ask is told each permission policy; empty for one
 *     that asks
 * @param timeout the overall deadline; empty for none
 * @param idleTimeout the idle deadline
 * @param notices what a person should know before it happens, a line each
 */
public record SessionPlan(
        AgentId agent,
        EngineId engine,
        String reason,
        List<String> command,
        Path cwd,
        Map<String, String> environment,
        Set<String> removedNames,
        SessionRequest request,
        Map<String, String> engineOptions,
        List<String> hostTools,
        Map<PermissionPolicy, List<String>> policyArguments,
        Optional<Duration> timeout,
        Duration idleTimeout,
        List<String> notices) {
    /** Copies its collections. */
    public SessionPlan {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        removedNames = Set.copyOf(removedNames);
        engineOptions = Map.copyOf(engineOptions);
        hostTools = List.copyOf(hostTools);
        policyArguments = Map.copyOf(policyArguments);
        notices = List.copyOf(notices);
    }
}

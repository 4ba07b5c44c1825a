package dev.termal.api.spi;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentId;
import dev.termal.api.SessionRequest;
import java.util.Map;
import java.util.function.Consumer;

/**
 * All that an engine needs to reach one agent. It never sees a command line.
 *
 * @param agent whom
 * @param binding what the agent's profile knows of driving it by this engine
 * @param session the first session's wishes, for those agents that take them at launch
 * @param launcher starts the agent's process
 * @param environment the machine and settings, to be handed to the binding
 * @param options protocol options: the binding's, overridden by config; names and values are checked already
 * @param client what the host offers to the agent
 * @param listener takes what comes before any session exists; called as {@link dev.termal.api.SessionHandler} is
 */
public record ConnectRequest(
        AgentId agent,
        EngineBinding binding,
        SessionRequest session,
        AgentLauncher launcher,
        HostEnvironment environment,
        Map<String, String> options,
        ClientCapabilities client,
        Consumer<AgentEvent> listener) {
    /** Copies its map. */
    public ConnectRequest {
        options = Map.copyOf(options);
    }
}

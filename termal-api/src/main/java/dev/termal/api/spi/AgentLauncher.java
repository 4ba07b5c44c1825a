package dev.termal.api.spi;

/** Starts the agent that is being connected to. Implemented by the host, and by a lambda or the test kit in tests. */
@FunctionalInterface
public interface AgentLauncher {
    /**
     * Starts a process.
     *
     * @throws dev.termal.api.AgentException where it could not be started; the message says what was tried
     */
    AgentProcess launch(LaunchRequest request);
}

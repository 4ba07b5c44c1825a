package dev.termal.api.spi;

import dev.termal.api.AgentConnection;
import java.util.Optional;

/** A live engine: opens connections and closes what is left of them. Implemented by plugins; used from any thread. */
public interface Engine extends AutoCloseable {
    /**
     * Reaches an agent: launches what has to run, and shakes hands.
     *
     * @throws dev.termal.api.AgentException for whatever goes wrong; nothing is left running then
     * @throws InterruptedException where the caller gives it up, as at a deadline; nothing is left running then. A cause that
     *     is an {@code AgentException} of code {@code TIMEOUT} says what was waited for
     */
    AgentConnection connect(ConnectRequest request) throws InterruptedException;

    /** Serving the host's own sessions to others by this engine's protocol, where the engine can. */
    default Optional<AgentServer> server() {
        return Optional.empty();
    }

    /** Testing an agent against what this engine relies on, where the engine can. */
    default Optional<EngineProbe> probe() {
        return Optional.empty();
    }

    /** Closes all connections. */
    @Override
    void close();
}

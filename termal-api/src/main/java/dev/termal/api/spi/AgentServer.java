package dev.termal.api.spi;

import dev.termal.api.AgentConnection;
import java.io.InputStream;
import java.io.OutputStream;

/** The agent's side of an engine's protocol. Implemented by engines that have it. */
public interface AgentServer {
    /**
     * Serves until the input ends.
     *
     * @param host the host's sessions, in the shape in which engines present an agent's
     * @param in what the client writes
     * @param out what the client reads; nothing else may write to it meanwhile
     */
    void serve(AgentConnection host, InputStream in, OutputStream out) throws InterruptedException;
}

package dev.termal.engine.acp.jsonrpc;

import dev.termal.api.spi.ProcessExit;
import java.time.Duration;
import java.util.Optional;

/** Lines to and from a peer: an agent's process ({@link ProcessChannel}) or a pair of streams ({@link StreamChannel}). */
public interface LineChannel extends AutoCloseable {
    /**
     * Writes one line and flushes; from any thread, lines do not mix.
     *
     * @throws dev.termal.api.AgentException where it cannot be written
     */
    void send(String line);

    /**
     * Waits for the next line, without its end; for one thread only.
     *
     * @return empty at the end of input
     * @throws dev.termal.api.AgentException where nothing can be received any more, as after a line that is too long
     */
    Optional<String> receive() throws InterruptedException;

    /** How the peer ended, waiting at most this long for it to be known; empty where there is no process to ask. */
    default Optional<ProcessExit> awaitExit(Duration timeout) {
        return Optional.empty();
    }

    /** The end of what the peer wrote to its error output. */
    default String stderrTail() {
        return "";
    }

    /** Ends the channel within bounds, and {@link #receive} with it; does nothing the second time. */
    @Override
    void close();
}

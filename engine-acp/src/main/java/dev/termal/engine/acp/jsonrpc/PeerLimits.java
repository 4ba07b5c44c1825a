package dev.termal.engine.acp.jsonrpc;

import dev.termal.api.spi.Limits;
import java.time.Duration;

/**
 * How a connection is bounded.
 *
 * @param queueFrames messages between reader and dispatcher
 * @param noiseLines lines in a row that are no message, before the first answer
 * @param exitWait how long the end of input waits for the exit status to be known
 */
public record PeerLimits(int queueFrames, int noiseLines, Duration exitWait) {
    private static final Duration EXIT_WAIT = Duration.ofSeconds(2);

    /** The host's bounds. */
    public static PeerLimits of(Limits limits) {
        return new PeerLimits(limits.queueFrames(), limits.noiseLines(), EXIT_WAIT);
    }
}

package dev.termal.engine.acp.jsonrpc;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends lines and remembers a write that took too long. The channel ends its peer for that before the writer can tell, and the
 * end alone does not say why. From any thread.
 */
final class LineSender {
    private final LineChannel channel;
    private final Set<CountDownLatch> writes = ConcurrentHashMap.newKeySet();
    private volatile @Nullable AgentException timedOut;

    LineSender(LineChannel channel) {
        this.channel = channel;
    }

    void send(String line) {
        CountDownLatch done = new CountDownLatch(1);
        writes.add(done);
        try {
            channel.send(line);
        } catch (AgentException e) {
            if (e.code() == ErrorCode.TIMEOUT) {
                timedOut = e;
            }
            throw e;
        } finally {
            writes.remove(done);
            done.countDown();
        }
    }

    /** The failure of the write that ended the peer, if one did; waits at most this long for what is being written. */
    Optional<AgentException> timedOut(Duration within) {
        long end = System.nanoTime() + within.toNanos();
        try {
            for (CountDownLatch write : writes) {
                if (!write.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    break;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Optional.ofNullable(timedOut);
    }
}

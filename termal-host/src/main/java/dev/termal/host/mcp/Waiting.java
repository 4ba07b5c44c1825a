package dev.termal.host.mcp;

import dev.termal.api.spi.HostTool;
import java.util.concurrent.CompletableFuture;

/**
 * The agent's side of a call: what it is answered, and that it has gone away.
 *
 * @param answer completes with the answer, never with a failure
 * @param lost to be run where nobody can be answered any more
 */
record Waiting(CompletableFuture<HostTool.Result> answer, Runnable lost) {
    static Waiting answered(HostTool.Result result) {
        return new Waiting(CompletableFuture.completedFuture(result), () -> {});
    }
}

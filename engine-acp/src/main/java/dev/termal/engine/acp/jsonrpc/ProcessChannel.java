package dev.termal.engine.acp.jsonrpc;

import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.ProcessExit;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The lines of an agent's process. */
public final class ProcessChannel implements LineChannel {
    private final AgentProcess process;

    /** Takes the process over: closing the channel closes it. */
    public ProcessChannel(AgentProcess process) {
        this.process = process;
    }

    @Override
    public void send(String line) {
        process.send(line);
    }

    @Override
    public Optional<String> receive() throws InterruptedException {
        return process.receive();
    }

    @Override
    public Optional<ProcessExit> awaitExit(Duration timeout) {
        try {
            return Optional.of(process.onExit().toCompletableFuture().get(timeout.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (TimeoutException | ExecutionException | CancellationException e) {
            return Optional.empty();
        }
    }

    @Override
    public String stderrTail() {
        return process.stderrTail();
    }

    @Override
    public void close() {
        process.close();
    }
}

package dev.termal.engine.acp.jsonrpc;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.ProcessExit;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/** A peer in the hands of a test: it says what it is told to, and what it is sent can be taken. */
final class ScriptedChannel implements LineChannel {
    private static final Object END = new Object();

    private final BlockingQueue<Object> incoming = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> outgoing = new LinkedBlockingQueue<>();
    final AtomicInteger received = new AtomicInteger();
    final AtomicInteger sent = new AtomicInteger();
    final AtomicInteger closes = new AtomicInteger();
    private volatile Optional<ProcessExit> exit = Optional.empty();
    volatile String stderr = "";
    volatile boolean broken;

    ScriptedChannel says(String... lines) {
        for (String line : lines) {
            incoming.add(line.replace('\'', '"'));
        }
        return this;
    }

    ScriptedChannel fails(AgentException failure) {
        incoming.add(failure);
        return this;
    }

    ScriptedChannel ends() {
        incoming.add(END);
        return this;
    }

    void exitsWith(int code) {
        exit = Optional.of(new ProcessExit(code));
    }

    JsonNode next() throws InterruptedException {
        String line = outgoing.poll(60, TimeUnit.SECONDS);
        if (line == null) {
            throw new AssertionError("nothing was sent");
        }
        return FrameCodec.JSON.readTree(line);
    }

    boolean hasSentMore() {
        return !outgoing.isEmpty();
    }

    @Override
    public void send(String line) {
        if (broken) {
            throw new AgentException(ErrorCode.AGENT_EXITED, "pipe closed");
        }
        sent.incrementAndGet();
        outgoing.add(line);
    }

    @Override
    public Optional<String> receive() throws InterruptedException {
        Object next = incoming.take();
        if (next instanceof AgentException failure) {
            throw failure;
        }
        if (next == END) {
            incoming.add(END);
            return Optional.empty();
        }
        received.incrementAndGet();
        return Optional.of((String) next);
    }

    @Override
    public Optional<ProcessExit> awaitExit(Duration timeout) {
        return exit;
    }

    @Override
    public String stderrTail() {
        return stderr;
    }

    @Override
    public void close() {
        closes.incrementAndGet();
        ends();
    }
}

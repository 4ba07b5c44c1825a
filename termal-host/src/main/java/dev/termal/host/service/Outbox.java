package dev.termal.host.service;

import dev.termal.api.Prompt;
import dev.termal.host.event.WaitingPrompt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Prompts on their way to the agent: one is with it, the others wait in their order and can be taken back. When a person
 * cancels the one that is with the agent, those that wait stay where they are until the person goes on. From any thread.
 */
public final class Outbox implements AutoCloseable {
    private static final int MAX_WAITING = 50;
    private static final long CLOSE_MS = 10_000;

    /** A prompt and what was typed for it. */
    public record Outgoing(String text, Prompt prompt) {}

    private record Waiting(long id, Outgoing outgoing, Instant since) {}

    /** Where prompts go. */
    public interface Agent {
        /** Runs a turn to its end. */
        void prompt(Prompt prompt) throws InterruptedException;

        /** Ends it softly. */
        void cancel();

        /** Ends it and the agent's process. */
        void kill();
    }

    private final Agent agent;
    private final Runnable onChange;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final Thread thread;
    private long lastId;
    private boolean busy;
    private boolean held;
    private boolean holds; // what waits when the turn has ended, since it was cancelled and nobody has gone on
    private int cancels;
    private long since;

    /**
     * An outbox; starts its thread.
     *
     * @param onChange told when something has begun, ended or waits; called without a lock
     */
    public Outbox(Agent agent, Runnable onChange) {
        this.agent = agent;
        this.onChange = onChange;
        thread = new Thread(this::send, "termal-outbox");
        thread.setDaemon(true);
        thread.start();
    }

    private void send() {
        try {
            while (true) {
                Outgoing next = next();
                onChange.run();
                try {
                    agent.prompt(next.prompt());
                } finally {
                    ended();
                }
                onChange.run();
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized Outgoing next() throws InterruptedException {
        while (held || waiting.isEmpty()) {
            wait();
        }
        busy = true;
        cancels = 0;
        holds = false;
        since = System.nanoTime();
        return waiting.removeFirst().outgoing();
    }

    private synchronized void ended() {
        busy = false;
        held = holds && !waiting.isEmpty();
        notifyAll();
    }

    /** Adds a prompt behind those that wait, which go on; gives what it is called, nothing where too many wait. */
    public OptionalLong add(Outgoing outgoing) {
        OptionalLong id = place(outgoing, false);
        onChange.run();
        return id;
    }

    /** Ends the turn that runs and sends this one next; gives what it is called, nothing where too many wait. */
    public OptionalLong interruptWith(Outgoing outgoing) {
        boolean running;
        OptionalLong id;
        synchronized (this) {
            running = busy;
            id = place(outgoing, true);
        }
        if (running && id.isPresent()) {
            agent.cancel();
        }
        onChange.run();
        return id;
    }

    private synchronized OptionalLong place(Outgoing outgoing, boolean first) {
        if (waiting.size() >= MAX_WAITING) {
            return OptionalLong.empty();
        }
        Waiting placed = new Waiting(++lastId, outgoing, Instant.now());
        if (first) {
            waiting.addFirst(placed);
        } else {
            waiting.addLast(placed);
        }
        goOn();
        return OptionalLong.of(placed.id());
    }

    /** Lets those that wait go on. */
    public void resume() {
        synchronized (this) {
            goOn();
        }
        onChange.run();
    }

    private void goOn() {
        holds = false;
        held = false;
        notifyAll();
    }

    /** Takes back the one that was added last; empty where none waits. */
    public Optional<Outgoing> takeBack() {
        Waiting last;
        synchronized (this) {
            last = waiting.pollLast();
        }
        onChange.run();
        return Optional.ofNullable(last).map(Waiting::outgoing);
    }

    /** Takes back the one that is called so; false where it does not wait (any more). */
    public boolean takeBack(long id) {
        boolean there;
        synchronized (this) {
            there = waiting.removeIf(each -> each.id() == id);
        }
        onChange.run();
        return there;
    }

    /** Drops all that wait and tells how many those were. */
    public int clear() {
        int dropped;
        synchronized (this) {
            dropped = waiting.size();
            waiting.clear();
            held = false;
        }
        onChange.run();
        return dropped;
    }

    /** Those that wait, the next first. */
    public synchronized List<WaitingPrompt> waiting() {
        return waiting.stream()
                .map(each -> new WaitingPrompt(each.id(), "", each.outgoing().text(), each.since()))
                .toList();
    }

    /** Whether those that wait do so for the person. */
    public synchronized boolean isHeld() {
        return held;
    }

    /** How long the turn runs already; empty for none. */
    public synchronized Optional<Duration> running() {
        return busy ? Optional.of(Duration.ofNanos(System.nanoTime() - since)) : Optional.empty();
    }

    /** Whether anything is with the agent, or on its way. */
    public synchronized boolean isBusy() {
        return busy || (!waiting.isEmpty() && !held);
    }

    /** Refuses what would close the session that something runs in. */
    public void requireIdle() {
        if (isBusy()) {
            throw new IllegalArgumentException("the agent is working: wait for it, or cancel with Esc");
        }
    }

    /** Waits until nothing is. */
    public synchronized void awaitIdle() throws InterruptedException {
        while (isBusy()) {
            wait();
        }
    }

    /** Ends the turn: softly at first, and with the agent's process when asked again. Tells how often it was asked. */
    public int cancel() {
        int times;
        synchronized (this) {
            times = busy ? ++cancels : 0;
            holds = busy;
        }
        if (times == 1) {
            agent.cancel();
        } else if (times > 1) {
            agent.kill();
        }
        return times;
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(CLOSE_MS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}

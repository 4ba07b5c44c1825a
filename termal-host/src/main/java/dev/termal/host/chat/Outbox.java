package dev.termal.host.chat;

import dev.termal.api.Prompt;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Prompts on their way to the agent: one is with it, the others wait in their order and can be taken back. When a person
 * cancels the one that is with the agent, those that wait stay where they are until the person goes on. From any thread.
 */
final class Outbox implements AutoCloseable {
    private static final int MAX_WAITING = 50;
    private static final long CLOSE_MS = 10_000;

    /** A prompt and what was typed for it. */
    record Outgoing(String text, Prompt prompt) {}

    /** Where prompts go. */
    interface Agent {
        /** Runs a turn to its end. */
        void prompt(Prompt prompt) throws InterruptedException;

        /** Ends it softly. */
        void cancel();

        /** Ends it and the agent's process. */
        void kill();
    }

    private final Agent agent;
    private final Runnable onChange;
    private final Deque<Outgoing> waiting = new ArrayDeque<>();
    private final Thread thread;
    private boolean busy;
    private boolean held;
    private int cancels;
    private long since;

    /**
     * An outbox; starts its thread.
     *
     * @param onChange told when something has begun, ended or waits; called without a lock
     */
    Outbox(Agent agent, Runnable onChange) {
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
        since = System.nanoTime();
        return waiting.removeFirst();
    }

    private synchronized void ended() {
        busy = false;
        held = cancels > 0 && !waiting.isEmpty();
        notifyAll();
    }

    /** Adds a prompt behind those that wait, which go on; false where too many do. */
    boolean add(Outgoing outgoing) {
        synchronized (this) {
            if (waiting.size() >= MAX_WAITING) {
                return false;
            }
            waiting.addLast(outgoing);
            held = false;
            notifyAll();
        }
        onChange.run();
        return true;
    }

    /** Ends the turn that runs and sends this one next. */
    void interruptWith(Outgoing outgoing) {
        boolean running;
        synchronized (this) {
            waiting.addFirst(outgoing);
            held = false;
            running = busy;
            notifyAll();
        }
        if (running) {
            agent.cancel();
        }
        onChange.run();
    }

    /** Lets those that wait go on. */
    void resume() {
        synchronized (this) {
            held = false;
            notifyAll();
        }
        onChange.run();
    }

    /** Takes back the one that was added last; empty where none waits. */
    Optional<Outgoing> takeBack() {
        Outgoing last;
        synchronized (this) {
            last = waiting.pollLast();
        }
        onChange.run();
        return Optional.ofNullable(last);
    }

    /** Drops all that wait and tells how many those were. */
    int clear() {
        int dropped;
        synchronized (this) {
            dropped = waiting.size();
            waiting.clear();
            held = false;
        }
        onChange.run();
        return dropped;
    }

    /** What was typed for those that wait. */
    synchronized List<String> waiting() {
        return waiting.stream().map(Outgoing::text).toList();
    }

    /** Whether those that wait do so for the person. */
    synchronized boolean isHeld() {
        return held;
    }

    /** How long the turn runs already; empty for none. */
    synchronized Optional<Duration> running() {
        return busy ? Optional.of(Duration.ofNanos(System.nanoTime() - since)) : Optional.empty();
    }

    /** Whether anything is with the agent, or on its way. */
    synchronized boolean isBusy() {
        return busy || (!waiting.isEmpty() && !held);
    }

    /** Waits until nothing is. */
    synchronized void awaitIdle() throws InterruptedException {
        while (isBusy()) {
            wait();
        }
    }

    /** Ends the turn: softly at first, and with the agent's process when asked again. Tells how often it was asked. */
    int cancel() {
        int times;
        synchronized (this) {
            times = busy ? ++cancels : 0;
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

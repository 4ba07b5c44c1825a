package dev.termal.engine.streamjson;

import dev.termal.api.AgentException;
import dev.termal.api.spi.AgentProcess;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Function;

/**
 * What a process prints, with the beginnings of turns in their place: one bounded queue, filled by a reader that calls
 * nothing. Where nobody takes, the agent waits.
 */
final class LineSource {
    /** What is taken, in order. */
    sealed interface Item {}

    /** The agent printed a line. */
    record Line(String text) implements Item {}

    /** A turn begins. */
    record Begin(Attempt attempt) implements Item {}

    /** The output has ended, with a failure where it could not be read to its end. Nothing follows. */
    record End(Optional<AgentException> failure) implements Item {}

    private final AgentProcess process;
    private final BlockingQueue<Item> queue;
    private final Thread reader;

    LineSource(AgentProcess process, int bound, Function<Runnable, Thread> threads) {
        this.process = process;
        queue = new ArrayBlockingQueue<>(bound);
        reader = threads.apply(this::read);
    }

    void start() {
        reader.start();
    }

    void put(Begin begin) throws InterruptedException {
        queue.put(begin);
    }

    Item take() throws InterruptedException {
        return queue.take();
    }

    /** What is left is dropped; the end comes next. */
    void abandon() {
        reader.interrupt();
        queue.clear();
        boolean unused = queue.offer(new End(Optional.empty()));
    }

    private void read() {
        try {
            Optional<AgentException> failure = Optional.empty();
            try {
                for (Optional<String> line = process.receive(); line.isPresent(); line = process.receive()) {
                    queue.put(new Line(line.get()));
                }
            } catch (AgentException e) {
                failure = Optional.of(e);
            }
            queue.put(new End(failure));
        } catch (InterruptedException e) {
            // abandoned
        }
    }
}

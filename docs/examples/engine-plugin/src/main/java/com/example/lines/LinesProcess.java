package com.example.lines;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.AgentLauncher;
import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.LaunchRequest;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The process of one turn: a thread reads it into a bounded queue and does nothing else, the turn takes from that
 * queue. {@link #stop} may be called from any thread and at any time, also before the process is there.
 */
final class LinesProcess {
    private static final int EXIT_SECONDS = 10;

    private final EngineContext context;
    private final BlockingQueue<Optional<String>> lines; // empty: the end of output
    private volatile Optional<AgentException> unreadable = Optional.empty();
    private volatile boolean finished;

    private Optional<AgentProcess> process = Optional.empty(); // guarded by this, as below
    private Optional<ErrorCode> stoppedFor = Optional.empty();

    LinesProcess(EngineContext context) {
        this.context = context;
        lines = new ArrayBlockingQueue<>(context.limits().queueFrames());
    }

    /** Launches, begins to read, and sends the prompt. */
    void start(AgentLauncher launcher, LaunchRequest request, String prompt) {
        if (stoppedFor().isPresent()) {
            throw new AgentException(ErrorCode.CANCELLED, "stopped before it was started");
        }
        AgentProcess launched = launcher.launch(request);
        boolean stopped;
        synchronized (this) {
            process = Optional.of(launched);
            stopped = stoppedFor.isPresent();
        }
        if (stopped) {
            launched.close(); // it was stopped while it was being launched
        }
        thread("lines-reader", () -> read(launched));
        try {
            launched.send(prompt);
            launched.endInput();
        } catch (AgentException e) {
            // it has ended; its last lines say why better than a broken pipe does
            context.log().log(System.Logger.Level.DEBUG, "the prompt was not taken", e);
        }
    }

    private void read(AgentProcess from) {
        try {
            Optional<String> line;
            do {
                line = receive(from);
                lines.put(line);
            } while (line.isPresent() && !finished);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Optional<String> receive(AgentProcess from) throws InterruptedException {
        try {
            return from.receive();
        } catch (AgentException e) {
            unreadable = Optional.of(e); // such as a line that is too long; what came before it still counts
            return Optional.empty();
        }
    }

    /**
     * Waits for the next line.
     *
     * @throws AgentException at the end of output, with what is known of the reason
     */
    String next() throws InterruptedException {
        Optional<String> line = lines.take();
        if (line.isEmpty()) {
            throw unreadable.isPresent() ? unreadable.get() : ended();
        }
        return line.get();
    }

    private AgentException ended() throws InterruptedException {
        AgentProcess agent;
        synchronized (this) {
            agent = process.orElseThrow();
        }
        agent.close(); // one that closed its output and lives on has ended all the same
        String how;
        try {
            how = agent.onExit()
                    .toCompletableFuture()
                    .get(EXIT_SECONDS, TimeUnit.SECONDS)
                    .describe();
        } catch (ExecutionException | TimeoutException e) {
            how = "nobody knows how";
        }
        return new AgentException(
                ErrorCode.AGENT_EXITED,
                "the agent ended before its turn did: " + how,
                AgentException.Detail.stderr(agent.stderrTail()));
    }

    /** Why {@link #stop} was called first. */
    synchronized Optional<ErrorCode> stoppedFor() {
        return stoppedFor;
    }

    /** Ends the process for this reason; returns at once. */
    void stop(ErrorCode why) {
        Optional<AgentProcess> toEnd;
        synchronized (this) {
            if (stoppedFor.isPresent()) {
                return;
            }
            stoppedFor = Optional.of(why);
            toEnd = process;
        }
        toEnd.ifPresent(agent -> thread("lines-stop", agent::close)); // which takes as long as the agent wants to live
    }

    /** The turn has ended: ends the process, if it has not, and lets its reader go. */
    void finish() {
        Optional<AgentProcess> toEnd;
        synchronized (this) {
            toEnd = process;
        }
        toEnd.ifPresent(AgentProcess::close);
        finished = true;
        lines.clear();
    }

    private void thread(String name, Runnable task) {
        Thread thread = context.threads().newThread(task);
        thread.setName(name);
        thread.start();
    }
}

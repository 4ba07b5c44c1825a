package dev.termal.host.process;

import com.google.common.util.concurrent.Uninterruptibles;
import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.Limits;
import dev.termal.api.spi.ProcessExit;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An agent that runs on this machine. One thread reads its output, one its error output; writes go through
 * {@link LineWriter}, so that no call waits for a pipe without a bound.
 *
 * <p>Its tree is ended once: by {@link #close}, by a write that blocks too long, or shortly after the process itself has ended,
 * as nobody speaks for what it left behind.
 */
final class LocalProcess implements AgentProcess {
    private static final Duration OUTPUT_GRACE = Duration.ofSeconds(2);
    private static final Duration STDERR_GRACE = Duration.ofMillis(500);
    private static final long WAITING_CHARS = 1024 * 1024;

    private final Child child;
    private final boolean closesOnEndOfInput;
    private final Limits limits;
    private final Executor workers;
    private final LineTrace trace;
    private final Runnable afterwards;
    private final LineReader reader;
    private final LineQueue lines = new LineQueue(WAITING_CHARS);
    private final LineWriter writer;
    private final StderrTail stderr;
    private final CountDownLatch outputEnded = new CountDownLatch(1);
    private final CompletableFuture<ProcessExit> exit = new CompletableFuture<>();
    private volatile boolean inputIsGiven;
    private final AtomicBoolean ending = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean hasSpoken;

    /**
     * Takes over a child; {@link #begin} starts reading.
     *
     * @param afterwards what is to be done when the tree has ended
     */
    LocalProcess(
            Child child,
            boolean closesOnEndOfInput,
            Limits limits,
            Executor workers,
            LineTrace trace,
            Runnable afterwards) {
        this.child = child;
        this.closesOnEndOfInput = closesOnEndOfInput;
        this.limits = limits;
        this.workers = workers;
        this.trace = trace;
        this.afterwards = afterwards;
        reader = new LineReader(child.process().getInputStream(), limits.lineBytes());
        writer = new LineWriter(child.process().getOutputStream(), limits.pipeWrite(), workers);
        stderr = new StderrTail(limits.stderrTailBytes());
    }

    /** Starts the threads that read, and writes the text that is given beforehand, if any. */
    LocalProcess begin(String name, Optional<String> stdin) {
        inputIsGiven = stdin.isPresent();
        Process process = child.process();
        Workers.start("termal-stdout-" + name, this::readOutput);
        Workers.start("termal-stderr-" + name, () -> stderr.drain(process.getErrorStream()));
        var unused = process.onExit().thenAcceptAsync(this::exited, workers);
        stdin.ifPresent(text -> workers.execute(() -> feed(text)));
        return this;
    }

    private void readOutput() {
        List<String> portion = new ArrayList<>();
        try (reader) {
            for (Optional<String> line = reader.next(); line.isPresent(); line = reader.next()) {
                portion.add(line.get());
                if (!reader.hasWholeLine()) {
                    lines.put(portion);
                    portion.clear();
                }
            }
        } catch (AgentException e) {
            lines.put(portion);
            lines.fail(e);
        } catch (IOException closed) {
            // the process is gone: what came before is all there is
        } finally {
            lines.end();
            outputEnded.countDown();
        }
    }

    private void feed(String text) {
        try {
            write(text);
            writer.closeInTurn();
        } catch (AgentException e) {
            // it did not want the text: its exit or its output says why
        }
    }

    private void exited(Process process) {
        lines.exited(OUTPUT_GRACE);
        workers.execute(() -> exit.complete(new ProcessExit(process.exitValue())));
        var unused = Uninterruptibles.awaitUninterruptibly(outputEnded, OUTPUT_GRACE.toNanos(), TimeUnit.NANOSECONDS);
        if (!ending.get()) {
            endTree(Duration.ZERO);
        }
    }

    @Override
    public long pid() {
        return child.process().pid();
    }

    @Override
    public void send(String line) {
        if (line.indexOf('\n') >= 0) {
            throw new IllegalArgumentException("a line must not hold a line feed");
        }
        trace.line(LineTrace.Direction.TO_AGENT, line);
        write(line + "\n");
    }

    private void write(String text) {
        try {
            writer.write(text);
        } catch (IOException e) {
            throw new AgentException(
                    ErrorCode.AGENT_EXITED,
                    "the agent takes no more input: its process has ended or closed the pipe",
                    AgentException.Detail.stderr(stderrTail()),
                    e);
        } catch (TimeoutException e) {
            endTree(Duration.ZERO);
            throw new AgentException(
                    ErrorCode.TIMEOUT,
                    "the agent read nothing for " + limits.pipeWrite().toSeconds() + " s and was ended",
                    AgentException.Detail.stderr(stderrTail()),
                    e);
        }
    }

    @Override
    public void endInput() {
        if (!inputIsGiven) { // else it is closed when the given text is written, which may be about to begin
            writer.closeInTurn();
        }
    }

    @Override
    public Optional<String> receive() throws InterruptedException {
        Optional<String> line = lines.take();
        line.ifPresent(text -> {
            hasSpoken = true;
            trace.line(LineTrace.Direction.FROM_AGENT, text);
        });
        return line;
    }

    @Override
    public String unfinishedLine() {
        return reader.unfinished();
    }

    @Override
    public long malformedBytes() {
        return reader.malformedBytes();
    }

    @Override
    public String stderrTail() {
        if (!child.process().isAlive()) {
            stderr.awaitEnd(STDERR_GRACE);
        }
        return stderr.text();
    }

    @Override
    public CompletionStage<ProcessExit> onExit() {
        return exit.minimalCompletionStage();
    }

    @Override
    public OptionalLong treeMemory() {
        return child.process().isAlive() ? child.tree().memory() : OptionalLong.empty();
    }

    @Override
    public void close() {
        lines.discard();
        child.tree().look(); // who is there now may be an orphan when its parent has seen the end of input
        writer.close();
        // One that has not said a word yet has nothing to put in order, and somebody waits who has given it up.
        boolean patient = closesOnEndOfInput && hasSpoken && child.process().isAlive();
        endTree(patient ? limits.endOfInput() : Duration.ZERO);
    }

    private void endTree(Duration patience) {
        if (ending.compareAndSet(false, true)) {
            try {
                child.tree().end(patience, limits.terminate());
                writer.close();
            } finally {
                try {
                    afterwards.run();
                } finally {
                    ended.countDown();
                }
            }
        } else {
            Uninterruptibles.awaitUninterruptibly(ended);
        }
    }
}

package dev.termal.testkit;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.Limits;
import dev.termal.api.spi.ProcessExit;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One launch of a {@link ScriptedAgent}: a process that exists within this one. The test sees it from the host's side as an
 * {@link AgentProcess}, and from the agent's as an {@link AgentSide}.
 */
public final class ScriptedProcess implements AgentProcess {
    private static final AtomicLong NEXT_PID = new AtomicLong(4_000_000_000L); // beyond what a platform gives
    private static final int SCRIPT_FAILED = 70; // EX_SOFTWARE
    private static final int TERMINATED = 128 + 15;

    private final long pid = NEXT_PID.getAndIncrement();
    private final LaunchRequest request;
    private final Conversation conversation;
    private final Gates gates;
    private final Limits limits;
    private final Set<Thread> readers = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<ProcessExit> exit = new CompletableFuture<>();
    private final Pipe output;
    private final Stage stage = new Stage();
    private final Thread actor;

    private final Inbox input;
    private final CountDownLatch played = new CountDownLatch(1);
    private final AtomicBoolean ended = new AtomicBoolean();
    private String stderr = ""; // guarded by this

    ScriptedProcess(LaunchRequest request, Script script, Limits limits, Conversation conversation, Gates gates) {
        this.request = request;
        this.conversation = conversation;
        this.gates = gates;
        this.limits = limits;
        output = new Pipe(limits.lineBytes());
        input = new Inbox(conversation);
        actor = new Thread(() -> act(script), "scripted-agent-" + pid);
        actor.setDaemon(true);
    }

    void start() {
        actor.start();
    }

    private void act(Script script) {
        try {
            new ScriptRunner(script, stage).run();
        } catch (InterruptedException e) {
            // ended from outside
        } catch (Error e) {
            stage.failed("an assertion in the script failed: " + e.getMessage());
        }
    }

    /** What it was launched for. */
    public LaunchRequest request() {
        return request;
    }

    /** The agent's side of it, to take part by hand. */
    public AgentSide side() {
        return stage;
    }

    /** Whether the host has closed the agent's input. */
    public boolean inputEnded() {
        return input.isEnded();
    }

    /** Whether this thread has ever waited for the agent's output. */
    boolean isReader(Thread thread) {
        return readers.contains(thread);
    }

    void awaitBlockedWrite() throws InterruptedException {
        input.awaitBlockedWriter(conversation::describe);
    }

    void awaitPlayed() throws InterruptedException {
        if (!played.await(HangGuard.SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("the script was not played to its end\n" + conversation.describe());
        }
    }

    void awaitFullOutput() throws InterruptedException {
        output.awaitFull(conversation::describe);
    }

    void awaitRead() throws InterruptedException {
        output.awaitRead(conversation::describe);
    }

    void timeOutWrites() {
        input.timeOut();
    }

    @Override
    public long pid() {
        return pid;
    }

    @Override
    public void send(String line) {
        if (line.indexOf('\n') >= 0) {
            conversation.failed("the host sent a line with a line feed in it: " + line);
            throw new IllegalArgumentException("a line must not hold a line feed");
        }
        try {
            input.write(line);
        } catch (AgentException e) {
            if (e.code() == ErrorCode.TIMEOUT) {
                end(128 + Script.Signal.KILL.number);
            }
            throw e;
        }
    }

    @Override
    public void endInput() {
        conversation.note("> (end of input)");
        input.end();
    }

    @Override
    public Optional<String> receive() throws InterruptedException {
        if (readers.add(Thread.currentThread()) && readers.size() > 1) {
            conversation.failed("several threads received from one process: " + readers);
        }
        return output.readLine();
    }

    @Override
    public String unfinishedLine() {
        return output.unfinished();
    }

    @Override
    public long malformedBytes() {
        return output.malformedBytes();
    }

    @Override
    public synchronized String stderrTail() {
        return stderr;
    }

    @Override
    public CompletionStage<ProcessExit> onExit() {
        return exit.minimalCompletionStage();
    }

    @Override
    public OptionalLong treeMemory() {
        return OptionalLong.empty();
    }

    /** Ends it at once, whatever its script says; as if terminated by a signal unless it has ended before. */
    @Override
    public void close() {
        end(TERMINATED);
        output.destroy();
    }

    /** Waits until its script has come to an end, so that nothing of it runs into the next test. */
    void join() {
        try {
            actor.join(TimeUnit.SECONDS.toMillis(HangGuard.SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        if (actor.isAlive()) {
            conversation.failed("the script goes on after its process has ended");
        }
    }

    private synchronized void appendStderr(String text) {
        String all = stderr + text;
        stderr = all.substring(Math.max(0, all.length() - limits.stderrTailBytes()));
    }

    private void end(int code) {
        if (ended.getAndSet(true)) {
            return;
        }
        ProcessExit how = new ProcessExit(code);
        conversation.note("< (ended: " + how.describe() + ")");
        input.close();
        output.end();
        if (Thread.currentThread() != actor) {
            actor.interrupt();
        }
        exit.complete(how);
    }

    /** The agent's side. */
    private final class Stage implements ScriptStage {
        @Override
        public long pid() {
            return pid;
        }

        @Override
        public boolean ended() {
            return ended.get();
        }

        @Override
        public void played() {
            played.countDown();
        }

        @Override
        public Optional<String> nextLine() throws InterruptedException {
            return input.next();
        }

        @Override
        public void send(String line) {
            conversation.note("< " + line);
            output.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void sendBytes(byte[] bytes) {
            conversation.note("< (" + bytes.length + " bytes)");
            output.write(bytes);
        }

        @Override
        public void stderr(String text) {
            conversation.note("< stderr: " + text);
            appendStderr(text);
        }

        @Override
        public void closeOutput() {
            conversation.note("< (closed its output)");
            output.end();
        }

        @Override
        public void closeInput() {
            conversation.note("< (closed its input)");
            input.close();
        }

        @Override
        public void stopReading() {
            input.stopReading();
        }

        @Override
        public void stall(String gate) throws InterruptedException {
            conversation.note("# stalled at " + gate);
            gates.pass(gate);
        }

        @Override
        public void exit(int code) {
            end(code);
        }

        @Override
        public void kill(Script.Signal signal) {
            end(128 + signal.number);
        }

        @Override
        public void ignoreTerminate() {
            throw new IllegalStateException("only a real child can ignore signals: use ScriptedChild");
        }

        @Override
        public long spawn(Script.Kin kin) {
            throw new IllegalStateException("only a real child can spawn processes: use ScriptedChild");
        }

        @Override
        public void failed(String why) {
            conversation.failed(why);
            stderr(why);
            end(SCRIPT_FAILED);
        }
    }
}

package dev.termal.testkit;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.AgentLauncher;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.Limits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * An agent that follows a script, within this process: the launcher that an engine is given, and the processes that it
 * launches, one script each.
 *
 * <pre>{@code
 * try (ScriptedAgent agent = ScriptedAgent.of(first, afterRelaunch)) {
 *     AgentConnection connection = engine.connect(… agent …);
 *     …
 *     assertTrue(agent.takeLine().contains("initialize"));
 * }
 * }</pre>
 *
 * <p>A pipe holds 64 KiB each way, as a real one: who writes into a full one waits. Nothing happens by time: scripts stall at
 * gates that the test releases, and every wait of this class fails after 60 s with the conversation so far.
 * {@link #close()} throws an {@link AssertionError} where the host did what a script does not allow, so that no test can
 * miss it. Thread-safe.
 */
public final class ScriptedAgent implements AgentLauncher, AutoCloseable {
    private final Conversation conversation = new Conversation();
    private final Gates gates = new Gates();
    private final Function<LaunchRequest, Script> scripts;
    private volatile Limits limits = Limits.DEFAULT;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<ScriptedProcess> processes = new ArrayList<>(); // guarded by lock
    private boolean closed; // guarded by lock

    private ScriptedAgent(Function<LaunchRequest, Script> scripts) {
        this.scripts = scripts;
    }

    /** An agent that follows these scripts, one a launch; a launch more fails it. */
    public static ScriptedAgent of(Script... scripts) {
        Deque<Script> left = new ArrayDeque<>(Arrays.asList(scripts));
        return new ScriptedAgent(request -> {
            synchronized (left) {
                if (left.isEmpty()) {
                    throw new AssertionError("launched more often than the " + scripts.length + " scripts given");
                }
                return left.remove();
            }
        });
    }

    /** An agent that follows the same script at every launch. */
    public static ScriptedAgent always(Script script) {
        return new ScriptedAgent(request -> script);
    }

    /**
     * An agent whose script depends on what it is launched for.
     *
     * @param scripts may throw an {@link AgentException}: then this launch fails
     */
    public static ScriptedAgent forLaunch(Function<LaunchRequest, Script> scripts) {
        return new ScriptedAgent(scripts);
    }

    /** An agent that cannot be launched. */
    public static ScriptedAgent failing(ErrorCode code, String message) {
        return new ScriptedAgent(request -> {
            throw new AgentException(code, message);
        });
    }

    /** Other bounds for the processes launched from now on: line length and error output kept. */
    public ScriptedAgent limits(Limits newLimits) {
        limits = newLimits;
        return this;
    }

    @Override
    public ScriptedProcess launch(LaunchRequest request) {
        conversation.note("# launch " + request);
        Script script;
        try {
            script = scripts.apply(request);
        } catch (AssertionError e) {
            conversation.failed(e.toString());
            throw new AgentException(ErrorCode.LAUNCH_FAILED, "the scripted agent has no script for this launch", e);
        }
        ScriptedProcess process = new ScriptedProcess(request, script, limits, conversation, gates);
        lock.lock();
        try {
            if (closed) {
                throw new AgentException(ErrorCode.LAUNCH_FAILED, "launched after the scripted agent was closed");
            }
            processes.add(process);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        process.start();
        return process;
    }

    /** What each launch was for, in order. */
    public List<LaunchRequest> launches() {
        return processes().stream().map(ScriptedProcess::request).toList();
    }

    /** All processes launched, in order. */
    public List<ScriptedProcess> processes() {
        lock.lock();
        try {
            return List.copyOf(processes);
        } finally {
            lock.unlock();
        }
    }

    /** The process launched last. */
    public ScriptedProcess process() {
        List<ScriptedProcess> all = processes();
        if (all.isEmpty()) {
            throw new AssertionError("nothing was launched");
        }
        return all.get(all.size() - 1);
    }

    /** Waits until this many processes were launched, and gives the last of them. */
    public ScriptedProcess awaitLaunch(int count) throws InterruptedException {
        lock.lock();
        try {
            HangGuard.await(changed, () -> processes.size() >= count, conversation::describe);
            return processes.get(count - 1);
        } finally {
            lock.unlock();
        }
    }

    /** All that the host wrote so far, over all launches. */
    public List<String> lines() {
        return conversation.hostLines();
    }

    /** Waits for the next line of the host that was not taken yet. */
    public String takeLine() throws InterruptedException {
        return conversation.takeHostLine();
    }

    /** Waits for the next line of the host that holds this part; those before it are taken too. */
    public String takeLine(String part) throws InterruptedException {
        String line = takeLine();
        while (!line.contains(part)) {
            line = takeLine();
        }
        return line;
    }

    /** Lets one script pass the gate of this name, now or when it comes there. */
    public void release(String gate) {
        conversation.note("# released " + gate);
        gates.release(gate);
    }

    /** Waits until a script stalls at the gate of this name; each stall counts once. */
    public void awaitStalled(String gate) throws InterruptedException {
        if (!gates.awaitArrival(gate)) {
            throw new AssertionError("no script came to the gate " + gate + "\n" + conversation.describe());
        }
    }

    /** Waits until the process launched last has played all steps of its script; it may go on by its rules. */
    public void awaitPlayed() throws InterruptedException {
        process().awaitPlayed();
    }

    /** Waits until a write of the host to the process launched last is blocked. */
    public void awaitBlockedWrite() throws InterruptedException {
        process().awaitBlockedWrite();
    }

    /** Makes every blocked write to the process launched last fail as one that took longer than the limit. */
    public void timeOutWrites() {
        process().timeOutWrites();
    }

    /** Waits until the process launched last cannot write because the host does not read. */
    public void awaitFullOutput() throws InterruptedException {
        process().awaitFullOutput();
    }

    /** Waits until the host has read all that the process launched last has written, and waits for more. */
    public void awaitRead() throws InterruptedException {
        process().awaitRead();
    }

    /** Whether this thread has ever waited for output of a process of this agent. */
    boolean isReader(Thread thread) {
        return processes().stream().anyMatch(process -> process.isReader(thread));
    }

    /** The end of the conversation, for failures. */
    String describe() {
        return conversation.describe();
    }

    /** Throws an {@link AssertionError} where a script failed. */
    public void check() {
        conversation.check();
    }

    /** Ends all processes, then throws an {@link AssertionError} where a script failed. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        for (ScriptedProcess process : processes()) {
            process.close();
            process.join();
        }
        check();
    }
}

package dev.termal.host.process;

import dev.termal.api.AgentException;
import dev.termal.api.AgentId;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.api.spi.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Starts agents on this machine, and ends all that still run when it is closed. One per host; from any thread.
 *
 * <p>What runs is known to a {@link Watchdog}, which ends it when the host is killed, and to a {@link ProcessJournal}, from
 * which a {@link Reaper} ends it when the watchdog was killed too.
 */
public final class ProcessLauncher implements AutoCloseable {
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final Path runFolder;
    private final Map<String, String> inherited;
    private final Limits limits;
    private final SharedJson sharedJson;
    private final ProcessJournal journal;
    private final Watchdog watchdog = new Watchdog();
    private final AtomicBoolean swept = new AtomicBoolean();
    private final Workers workers = new Workers();
    private final Set<LocalProcess> running = ConcurrentHashMap.newKeySet();
    private final CountDownLatch closing = new CountDownLatch(1);

    /**
     * A launcher.
     *
     * @param runFolder the host's folder of files that change while it runs; made where it is missing
     * @param inherited the environment that children inherit
     */
    public ProcessLauncher(Path runFolder, Map<String, String> inherited, Limits limits) {
        this.runFolder = runFolder;
        this.inherited = Map.copyOf(inherited);
        this.limits = limits;
        journal = new ProcessJournal(runFolder);
        sharedJson = new SharedJson(runFolder);
    }

    /**
     * The program by which children get a group of their own, which a watchdog can end when the host is killed; empty where
     * this machine has none.
     */
    public static Optional<Path> groupStarter() {
        return Platform.setsid();
    }

    /** The variable by which what runs inside of agents knows of which, each ended by a semicolon. */
    public static final String INSIDE = "TERMAL_INSIDE";

    /** Starts a process without a trace. */
    public AgentProcess start(LaunchSpec spec, AgentId agent, Set<String> nestingMarkers) {
        return start(spec, agent, nestingMarkers, LineTrace.NONE);
    }

    /**
     * Starts a process: makes its environment and private folder, and carries out its edits.
     *
     * @param nestingMarkers inherited variables by which the agent would think that it runs inside itself
     * @throws AgentException {@code CONFIGURATION}, {@code EXECUTABLE_NOT_FOUND} or {@code LAUNCH_FAILED}; nothing is left
     *     behind then
     */
    public AgentProcess start(LaunchSpec spec, AgentId agent, Set<String> nestingMarkers, LineTrace trace) {
        refuseWhenClosed();
        sweepOnce();
        spec.notBefore().ifPresent(this::awaitMoment);
        ProcessMarker marker = ProcessMarker.next();
        PrivateFolder folder = PrivateFolder.make(journal.privateFolders(), marker.value(), spec);
        Cleanup cleanup = new Cleanup();
        cleanup.add(() -> journal.remove(marker));
        try {
            Map<String, String> environment = new ChildEnvironment(inherited, Platform.isWindows())
                    .without(nestingMarkers)
                    .without(spec.removedNames())
                    .with(folder.in(spec.environment()))
                    .with(Map.of(INSIDE, inherited.getOrDefault(INSIDE, "") + agent.value() + ";"))
                    .findingBeside(spec.command())
                    .variables();
            List<String> command = LaunchCheck.resolve(folder.in(spec.command()), spec.cwd(), environment);
            SharedJson.Edited edited = sharedJson.apply(spec.edits());
            cleanup.add(edited::undo);
            watchdog.begin();
            Child child = Child.start(command, spec.cwd(), environment, marker);
            LocalProcess process = new LocalProcess(child, spec.closesOnEndOfInput(), limits, workers, trace, cleanup);
            running.add(process);
            cleanup.add(() -> forget(process));
            remember(process, agent, child, marker);
            process.begin(agent.value(), spec.stdin());
            if (isClosed()) {
                process.close();
                refuseWhenClosed();
            }
            return process;
        } catch (RuntimeException e) {
            cleanup.run();
            throw e;
        }
    }

    private void remember(LocalProcess process, AgentId agent, Child child, ProcessMarker marker) {
        watchdog.add(process.pid());
        journal.add(ProcessJournal.Entry.of(marker, agent, child.process().toHandle()));
    }

    private void forget(LocalProcess process) {
        watchdog.remove(process.pid());
        running.remove(process);
    }

    private void sweepOnce() {
        if (!swept.getAndSet(true)) {
            workers.execute(() -> new Reaper(runFolder).find());
        }
    }

    private void awaitMoment(Instant moment) {
        try {
            if (closing.await(waitFor(moment, Instant.now()).toNanos(), TimeUnit.NANOSECONDS)) {
                refuseWhenClosed();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AgentException(ErrorCode.CANCELLED, "the start of the agent was interrupted", e);
        }
    }

    /** How long to wait for a moment; whoever names one that is far away, by mistake or by a wrong clock, is not followed. */
    static Duration waitFor(Instant moment, Instant now) {
        Duration wait = Duration.between(now, moment);
        if (wait.isNegative()) {
            return Duration.ZERO;
        }
        return wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT;
    }

    private void refuseWhenClosed() {
        if (isClosed()) {
            throw new AgentException(ErrorCode.CLOSED, "the host is ending: no agent is started any more");
        }
    }

    private boolean isClosed() {
        return closing.getCount() == 0;
    }

    /** Ends all processes, side by side, within bounds. */
    @Override
    public void close() {
        closing.countDown();
        List<CompletableFuture<Void>> ends = running.stream()
                .map(process -> CompletableFuture.runAsync(process::close, workers))
                .toList();
        ends.forEach(CompletableFuture::join);
        watchdog.close();
        workers.close();
    }
}

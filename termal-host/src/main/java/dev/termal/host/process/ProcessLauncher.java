package dev.termal.host.process;

import dev.termal.api.AgentException;
import dev.termal.api.AgentId;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.api.spi.Limits;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Starts agents on this machine, and ends all that still run when it is closed. One per host; from any thread.
 *
 * <p>What runs is known to a {@link Watchdog}, which ends it when the host is killed, and to a {@link ProcessJournal}, from
 * which a {@link Reaper} ends it when the watchdog was killed too.
 */
public final class ProcessLauncher implements AutoCloseable {
    private final Path runFolder;
    private final Map<String, String> inherited;
    private final Limits limits;
    private final SharedJson sharedJson;
    private final Workers workers = new Workers();
    private final Set<LocalProcess> running = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

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
        sharedJson = new SharedJson(runFolder);
    }

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
        ProcessMarker marker = ProcessMarker.next();
        PrivateFolder folder = PrivateFolder.make(runFolder.resolve("private"), marker.value(), spec);
        Cleanup cleanup = new Cleanup();
        cleanup.add(folder::remove);
        try {
            Map<String, String> environment = new ChildEnvironment(inherited, Platform.isWindows())
                    .without(nestingMarkers)
                    .without(spec.removedNames())
                    .with(folder.in(spec.environment()))
                    .findingBeside(spec.command())
                    .variables();
            List<String> command = LaunchCheck.resolve(folder.in(spec.command()), spec.cwd(), environment);
            SharedJson.Edited edited = sharedJson.apply(spec.edits());
            cleanup.add(edited::undo);
            Child child = Child.start(command, spec.cwd(), environment, marker);
            LocalProcess process = new LocalProcess(child, spec.closesOnEndOfInput(), limits, workers, trace, cleanup);
            running.add(process);
            cleanup.add(() -> running.remove(process));
            process.begin(agent.value(), spec.stdin());
            if (closed) {
                process.close();
                refuseWhenClosed();
            }
            return process;
        } catch (RuntimeException e) {
            cleanup.run();
            throw e;
        }
    }

    private void refuseWhenClosed() {
        if (closed) {
            throw new AgentException(ErrorCode.CLOSED, "the host is ending: no agent is started any more");
        }
    }

    /** Ends all processes, side by side, within bounds. */
    @Override
    public void close() {
        closed = true;
        List<CompletableFuture<Void>> closing = running.stream()
                .map(process -> CompletableFuture.runAsync(process::close, workers))
                .toList();
        closing.forEach(CompletableFuture::join);
        workers.close();
    }
}

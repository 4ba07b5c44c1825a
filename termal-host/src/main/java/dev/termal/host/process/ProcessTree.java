package dev.termal.host.process;

import com.google.common.util.concurrent.Uninterruptibles;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A process and everything it started: its descendants, its group and session, and on Linux whoever carries its mark, which
 * finds those that left all three. Members are remembered once seen, as a child whose parent has ended is no descendant any
 * more.
 *
 * <p>For several threads.
 */
final class ProcessTree {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);
    private static final Duration KILL_BOUND = Duration.ofSeconds(5);

    private final Optional<ProcessHandle> root;
    private final ProcessMarker marker;
    private final OptionalLong group; // and session
    private final long rootStart;
    private final boolean procFs;
    private final Set<ProcessHandle> members = new HashSet<>(); // guarded by this

    /**
     * A tree.
     *
     * @param leadsGroup whether the root was made the leader of a group and session of its own
     */
    ProcessTree(ProcessHandle root, ProcessMarker marker, boolean leadsGroup) {
        this(
                Optional.of(root),
                marker,
                leadsGroup ? OptionalLong.of(root.pid()) : OptionalLong.empty(),
                ProcFs.available());
    }

    private ProcessTree(Optional<ProcessHandle> root, ProcessMarker marker, OptionalLong group, boolean procFs) {
        this.procFs = procFs;
        this.root = root;
        this.marker = marker;
        this.group = group;
        root.ifPresent(members::add);
        rootStart = root.flatMap(process -> ProcFs.stat(process.pid()))
                .map(ProcFs.Stat::startTicks)
                .orElse(-1L);
    }

    /** One that is known by its descendants alone, as on platforms that tell no more. */
    static ProcessTree ofDescendants(ProcessHandle root, ProcessMarker marker) {
        return new ProcessTree(Optional.of(root), marker, OptionalLong.empty(), false);
    }

    /** What is left of a tree whose root is long gone: whoever carries the mark. */
    static ProcessTree marked(ProcessMarker marker) {
        return new ProcessTree(Optional.empty(), marker, OptionalLong.empty(), ProcFs.available());
    }

    /** Looks for members; those that have ended are dropped. */
    synchronized Set<ProcessHandle> look() {
        members.removeIf(member -> !isRunning(member));
        if (procFs) {
            lookInProcFs();
        } else {
            for (ProcessHandle member : List.copyOf(members)) {
                member.descendants().forEach(members::add);
            }
        }
        members.removeIf(member -> !isRunning(member));
        return Set.copyOf(members);
    }

    private void lookInProcFs() {
        List<ProcFs.Stat> all = ProcFs.all();
        Set<Long> ours = new HashSet<>();
        members.forEach(member -> ours.add(member.pid()));
        for (ProcFs.Stat process : all) {
            if (isInGroup(process, all) || marker.isOn(process.pid())) {
                ours.add(process.pid());
            }
        }
        boolean grown = true;
        while (grown) {
            grown = false;
            for (ProcFs.Stat process : all) {
                if (ours.contains(process.parent())) {
                    grown |= ours.add(process.pid());
                }
            }
        }
        ours.remove(ProcessHandle.current().pid());
        ours.forEach(pid -> ProcessHandle.of(pid).ifPresent(members::add));
    }

    private boolean isInGroup(ProcFs.Stat process, List<ProcFs.Stat> all) {
        if (group.isEmpty() || (process.group() != group.getAsLong() && process.session() != group.getAsLong())) {
            return false;
        }
        // A number is given out again once its group is empty: another process of that pid leads another group.
        return all.stream().noneMatch(other -> other.pid() == group.getAsLong() && other.startTicks() != rootStart);
    }

    /** A zombie does not run: where nobody collects it, it stays for good. */
    static boolean isRunning(ProcessHandle process) {
        return process.isAlive()
                && !ProcFs.stat(process.pid()).map(ProcFs.Stat::isZombie).orElse(false);
    }

    /** The memory of all members, where the platform tells. */
    OptionalLong memory() {
        long bytes = 0;
        boolean told = false;
        for (ProcessHandle member : look()) {
            OptionalLong resident = ProcFs.residentBytes(member.pid());
            bytes += resident.orElse(0);
            told |= resident.isPresent();
        }
        return told ? OptionalLong.of(bytes) : OptionalLong.empty();
    }

    /**
     * Ends all members: gives the root time to go by itself, then asks whoever is left, then kills. Returns when none runs, or
     * when even killing did not help within a bound.
     *
     * @param patience how long the root may go on by itself
     * @param terminate between the first signal and the last
     */
    void end(Duration patience, Duration terminate) {
        awaitLeft(patience, left -> root.filter(left::contains).isEmpty());
        if (look().isEmpty()) {
            return;
        }
        look().forEach(ProcessHandle::destroy); // which compares start times: a stranger of the same pid is not hit
        if (awaitLeft(terminate, Set::isEmpty)) {
            return;
        }
        awaitLeft(KILL_BOUND, left -> {
            left.forEach(ProcessHandle::destroyForcibly); // each time: some may have been started meanwhile
            return left.isEmpty();
        });
    }

    /** Looks until what is left is as wanted, or the bound is over. */
    private boolean awaitLeft(Duration bound, Predicate<Set<ProcessHandle>> wanted) {
        long deadline = System.nanoTime() + bound.toNanos();
        long pause = FIRST_PAUSE.toNanos();
        while (!wanted.test(look())) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            Uninterruptibles.sleepUninterruptibly(Math.min(pause, left), TimeUnit.NANOSECONDS);
            pause = Math.min(2 * pause, LONGEST_PAUSE.toNanos());
        }
        return true;
    }
}

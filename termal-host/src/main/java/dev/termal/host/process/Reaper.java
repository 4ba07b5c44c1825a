package dev.termal.host.process;

import dev.termal.api.AgentId;
import dev.termal.api.spi.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Finds and ends agents whose host was killed, and its watchdog too. Only processes that are known for certain: by pid and
 * start time, or by the mark in their environment; a stranger that was given the same pid is never touched.
 */
public final class Reaper {
    private final ProcessJournal journal;

    /** A reaper for the hosts that share this folder. */
    public Reaper(Path runFolder) {
        journal = new ProcessJournal(runFolder);
    }

    /**
     * An agent that was left running.
     *
     * @param pid as it was started; may be gone, while what it started is not
     * @param processes the pids that run
     */
    public record Leftover(AgentId agent, long pid, List<Long> processes) {
        /** Copies its list. */
        public Leftover {
            processes = List.copyOf(processes);
        }
    }

    /** What was left running. What has ended since is swept out of the journal. */
    public List<Leftover> find() {
        List<Leftover> found = new ArrayList<>();
        for (ProcessJournal.Entry entry : journal.leftBehind()) {
            Set<ProcessHandle> running = tree(entry).look();
            if (running.isEmpty()) {
                journal.remove(entry.marker());
            } else {
                found.add(leftover(entry, running));
            }
        }
        return found;
    }

    /** Ends what was left running, within bounds, and tells what that was. */
    public List<Leftover> reap() {
        List<Leftover> ended = new ArrayList<>();
        for (ProcessJournal.Entry entry : journal.leftBehind()) {
            ProcessTree tree = tree(entry);
            Set<ProcessHandle> running = tree.look();
            if (!running.isEmpty()) {
                ended.add(leftover(entry, running));
                tree.end(Duration.ZERO, Limits.DEFAULT.terminate());
            }
            if (tree.look().isEmpty()) {
                journal.remove(entry.marker());
            }
        }
        return ended;
    }

    private static ProcessTree tree(ProcessJournal.Entry entry) {
        // When the agent itself is gone, the number of its group may be somebody else's by now: only the mark counts.
        return entry.process()
                .running()
                .map(process -> new ProcessTree(
                        process, entry.marker(), Platform.setsid().isPresent()))
                .orElseGet(() -> ProcessTree.marked(entry.marker()));
    }

    private static Leftover leftover(ProcessJournal.Entry entry, Set<ProcessHandle> running) {
        return new Leftover(
                entry.agent(),
                entry.process().pid(),
                running.stream().map(ProcessHandle::pid).sorted().toList());
    }
}

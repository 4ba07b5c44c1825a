package dev.termal.host.process;

import java.time.Instant;
import java.util.Optional;

/**
 * Names a process for good: pids are given out again.
 *
 * @param start when it started, in the platform's words: ticks since a named boot on Linux, which no change of the clock
 *     moves; elsewhere milliseconds
 */
record ProcessIdentity(long pid, String start) {
    static ProcessIdentity current() {
        return of(ProcessHandle.current());
    }

    static ProcessIdentity of(ProcessHandle process) {
        return new ProcessIdentity(process.pid(), startOf(process));
    }

    /** The process, if it still runs. */
    Optional<ProcessHandle> running() {
        return ProcessHandle.of(pid)
                .filter(process -> !start.isEmpty() && startOf(process).equals(start))
                .filter(ProcessTree::isRunning);
    }

    private static String startOf(ProcessHandle process) {
        if (ProcFs.available()) {
            return ProcFs.stat(process.pid())
                    .map(stat -> stat.startTicks() + "@" + ProcFs.bootId().orElse(""))
                    .orElse("");
        }
        return process.info()
                .startInstant()
                .map(Instant::toEpochMilli)
                .map(String::valueOf)
                .orElse("");
    }
}

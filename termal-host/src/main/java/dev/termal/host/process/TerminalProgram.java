package dev.termal.host.process;

import com.google.common.util.concurrent.Uninterruptibles;
import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.api.spi.Limits;
import dev.termal.host.text.IoReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Runs a program in the terminal of this process, such as an agent's own sign-in: it has the process's streams, and stays in
 * its group, since only the group in the foreground may read from a terminal.
 */
public final class TerminalProgram {
    private static final long POLL_MS = 200;
    private static final Duration SIGN_AFTER_END = Duration.ofSeconds(5);
    private static final Duration END_AFTER_SIGN = Duration.ofSeconds(5);

    private final Map<String, String> inherited;
    private final SharedJson sharedJson;

    /**
     * Programs in a terminal.
     *
     * @param runFolder the host's folder of files that change while it runs
     * @param inherited the environment that children inherit
     */
    public TerminalProgram(Path runFolder, Map<String, String> inherited) {
        this.inherited = Map.copyOf(inherited);
        sharedJson = new SharedJson(runFolder);
    }

    /**
     * How a program ended.
     *
     * @param exitCode empty where it was ended
     * @param signSeen whether the file appeared that says that it is done
     */
    public record Ending(OptionalInt exitCode, boolean signSeen, boolean timedOut) {}

    /**
     * Runs the program until it ends, the sign appears, or the time is up. Where the thread is interrupted, the program is
     * ended.
     *
     * @param sign a file whose appearance, or change, says that it is done
     * @throws AgentException {@code CONFIGURATION}, {@code EXECUTABLE_NOT_FOUND} or {@code LAUNCH_FAILED}
     */
    public Ending run(LaunchSpec spec, Set<String> nestingMarkers, Optional<Path> sign, Duration timeout)
            throws InterruptedException {
        Map<String, String> environment = new ChildEnvironment(inherited, Platform.isWindows())
                .without(nestingMarkers)
                .without(spec.removedNames())
                .with(spec.environment())
                .findingBeside(spec.command())
                .variables();
        List<String> command = LaunchCheck.resolve(spec.command(), spec.cwd(), environment);
        SharedJson.Edited edited = sharedJson.apply(spec.edits());
        try {
            Sign done = new Sign(sign); // looked at before the program runs, which may be quick
            return await(start(command, spec.cwd(), environment), done, timeout);
        } finally {
            edited.undo();
        }
    }

    private static Process start(List<String> command, Path cwd, Map<String, String> environment) {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(cwd.toFile()).inheritIO();
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new AgentException(
                    ErrorCode.LAUNCH_FAILED, command.get(0) + " could not be started: " + IoReason.of(e), e);
        }
    }

    private static Ending await(Process process, Sign sign, Duration timeout) throws InterruptedException {
        ProcessTree tree = new ProcessTree(process.toHandle(), ProcessMarker.next(), false);
        long deadline = System.nanoTime() + timeout.toNanos();
        try {
            while (!process.waitFor(POLL_MS, TimeUnit.MILLISECONDS)) {
                if (sign.isSeen()) {
                    boolean ended = process.waitFor(END_AFTER_SIGN.toMillis(), TimeUnit.MILLISECONDS);
                    return new Ending(ended ? OptionalInt.of(process.exitValue()) : OptionalInt.empty(), true, false);
                }
                if (System.nanoTime() > deadline) {
                    return new Ending(OptionalInt.empty(), false, true);
                }
            }
            return new Ending(OptionalInt.of(process.exitValue()), sign.isSeenWithin(SIGN_AFTER_END), false);
        } finally {
            if (process.isAlive()) {
                tree.end(Duration.ZERO, Limits.DEFAULT.terminate());
            }
        }
    }

    /** A file that may appear or change. */
    private static final class Sign {
        private final Optional<Path> file;
        private final Optional<FileTime> before;

        Sign(Optional<Path> file) {
            this.file = file;
            before = changed();
        }

        private Optional<FileTime> changed() {
            try {
                return file.isPresent() ? Optional.of(Files.getLastModifiedTime(file.get())) : Optional.empty();
            } catch (IOException notThere) {
                return Optional.empty();
            }
        }

        boolean isSeen() {
            Optional<FileTime> now = changed();
            return now.isPresent() && !now.equals(before);
        }

        /** Some programs write it while they end. Where there is none to wait for, nothing is waited for. */
        boolean isSeenWithin(Duration bound) {
            long deadline = System.nanoTime() + bound.toNanos();
            while (file.isPresent() && !isSeen() && System.nanoTime() < deadline) {
                Uninterruptibles.sleepUninterruptibly(POLL_MS, TimeUnit.MILLISECONDS);
            }
            return isSeen();
        }
    }
}

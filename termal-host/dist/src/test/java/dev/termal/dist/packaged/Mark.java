package dev.termal.dist.packaged;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** A variable in the environment of all that a test starts, by which leftovers are found. For Linux. */
public final class Mark {
    private static final String NAME = "TERMAL_TEST_MARK";
    private static final long LEFTOVER_SECONDS = 60;

    private final String value = UUID.randomUUID().toString();

    /** Puts it into an environment. */
    public void set(Map<String, String> environment) {
        environment.put(NAME, value);
    }

    /** Takes it out again, for what may live on. */
    public static void clear(Map<String, String> environment) {
        environment.remove(NAME);
    }

    /** The living processes that carry it. */
    public List<ProcessHandle> processes() {
        return ProcessHandle.allProcesses().filter(this::isMarked).toList();
    }

    private boolean isMarked(ProcessHandle process) {
        try {
            byte[] variables = Files.readAllBytes(Path.of("/proc/" + process.pid() + "/environ"));
            return Arrays.asList(new String(variables, StandardCharsets.ISO_8859_1).split("\0"))
                    .contains(NAME + "=" + value);
        } catch (IOException e) {
            return false; // it has ended, or is another user's
        }
    }

    /** Waits until nothing that carries it is alive; fails, and ends what is left, where that takes too long. */
    public void awaitNothingLeft() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LEFTOVER_SECONDS);
        List<ProcessHandle> left = processes();
        while (!left.isEmpty() && System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20)); // of foreign processes nobody tells the end
            left = processes();
        }
        if (!left.isEmpty()) {
            left.forEach(ProcessHandle::destroyForcibly);
            throw new AssertionError("left behind: " + describe(left));
        }
    }

    private static String describe(List<ProcessHandle> processes) {
        return processes.stream()
                .map(process ->
                        process.pid() + " " + process.info().commandLine().orElse("?"))
                .collect(Collectors.joining("\n"));
    }
}

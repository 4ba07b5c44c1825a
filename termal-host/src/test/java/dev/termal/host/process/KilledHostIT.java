package dev.termal.host.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Hosts in a JVM of their own that are killed while their agents run. */
@Timeout(120)
final class KilledHostIT {
    /** Ends neither with its input nor when asked; has a child in its group, one in another session, and an orphan there. */
    private static final String STUBBORN = "trap '' TERM; sleep 600 & echo child $!; "
            + "setsid sh -c 'echo session $$; exec sleep 600' & "
            + "(setsid sh -c 'echo orphan $$; exec sleep 600' &); "
            + "while :; do sleep 1; done";

    @TempDir
    Path folder;

    private final Map<String, ProcessHandle> started = new LinkedHashMap<>();
    private Path runFolder;
    private Process host;

    @BeforeEach
    void startHost() throws IOException {
        assumeTrue(ProcFs.available() && Platform.setsid().isPresent(), "needs Linux and setsid");
        runFolder = Files.createDirectories(folder.resolve("run"));
        host = host("3", STUBBORN);
    }

    @AfterEach
    void endAll() {
        started.values().forEach(ProcessHandle::destroyForcibly);
        host.destroyForcibly();
    }

    private Process host(String... agents) throws IOException {
        String classPath = Stream.of(
                        Shell.placeOf(HostMain.class),
                        Shell.placeOf(ProcessLauncher.class),
                        System.getProperty("jdk.module.path", ""),
                        System.getProperty("java.class.path", ""))
                .filter(entry -> !entry.isEmpty())
                .collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                HostMain.class.getName(),
                runFolder.toString()));
        command.addAll(List.of(agents));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null && !line.startsWith("ready"); line = lines.readLine()) {
            String[] words = line.split(" ");
            started.put(words[0], ProcessHandle.of(Long.parseLong(words[1])).orElseThrow());
        }
        assertEquals(Set.of("agent", "child", "session", "orphan"), new TreeSet<>(started.keySet()));
        return process;
    }

    @Test
    @Tag("END-02")
    void theWatchdogEndsAll() throws Exception {
        long killed = System.nanoTime();
        kill(host.toHandle());
        awaitAllGone();
        System.out.println("All of a killed host's processes were gone after "
                + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - killed) + " ms");
        assertEquals(List.of(), new Reaper(runFolder).find());
        assertJournalEmpty();
    }

    @Test
    @Tag("END-02")
    void theReaperEndsExactlyWhatIsLeftWhenTheWatchdogWasKilledToo() throws Exception {
        Process stranger = new ProcessBuilder("sleep", "600").start();
        try {
            kill(watchdog());
            kill(host.toHandle());
            List<Reaper.Leftover> found = new Reaper(runFolder).find();
            assertEquals(1, found.size());
            assertEquals(Shell.AGENT, found.get(0).agent());
            assertEquals(started.get("agent").pid(), found.get(0).pid());
            assertTrue(found.get(0).processes().containsAll(pids()), found + " of " + pids());
            assertEquals(1, new Reaper(runFolder).reap().size());
            started.forEach((name, process) -> Shell.assertGone(process, name));
            assertEquals(List.of(), new Reaper(runFolder).reap());
            assertJournalEmpty();
            assertTrue(stranger.isAlive());
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    void theReaperFindsWhatIsLeftOfAnAgentThatIsGoneItself() throws Exception {
        kill(watchdog());
        kill(host.toHandle());
        kill(started.get("agent"));
        Set<Long> left = new TreeSet<>(pids());
        left.remove(started.get("agent").pid());
        List<Reaper.Leftover> ended = new Reaper(runFolder).reap();
        assertTrue(ended.get(0).processes().containsAll(left), ended + " of " + left);
        started.forEach((name, process) -> Shell.assertGone(process, name));
    }

    @Test
    void theReaperLeavesTheAgentsOfALivingHostAlone() {
        assertEquals(List.of(), new Reaper(runFolder).reap());
        started.forEach((name, process) -> assertTrue(ProcessTree.isRunning(process), name));
    }

    private ProcessHandle watchdog() {
        return host.toHandle()
                .children()
                .filter(child -> child.pid() != started.get("agent").pid())
                .findFirst()
                .orElseThrow();
    }

    private Set<Long> pids() {
        return started.values().stream().map(ProcessHandle::pid).collect(Collectors.toSet());
    }

    private static void kill(ProcessHandle process) throws Exception {
        process.destroyForcibly();
        Shell.awaitGone(process);
    }

    private void awaitAllGone() throws Exception {
        for (ProcessHandle process : started.values()) {
            Shell.awaitGone(process);
        }
    }

    private void assertJournalEmpty() throws IOException {
        for (String name : List.of("processes", "private")) {
            try (Stream<Path> files = Files.list(runFolder.resolve(name))) {
                assertEquals(List.of(), files.toList());
            }
        }
    }
}

package dev.termal.dist.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.HostRun;
import dev.termal.dist.packaged.RunTest;
import dev.termal.host.event.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Agents that are trees: behind a launcher that starts itself anew and swallows SIGTERM, with a child that holds the pipe, one
 * in a session of its own, and an orphan of a double fork. None of them outlives its turn's host, however that ends.
 */
class TreeIT extends RunTest {
    private static final int ONE_SHOTS = 5;
    private static final int SESSIONS = 45;

    /** Of each tree: launcher, agent, child, the one in its own session, orphan. */
    private static final int MEMBERS = 5;

    private List<String> command(String phase, String how) throws IOException {
        Embedded.program("agent.sh", folder);
        return List.of(Embedded.program("tree.sh", folder).toString(), folder.toString(), phase, how, "true");
    }

    private void configure(String phase, String how) throws IOException {
        host.config("{\"agents\":{\"tree\":{\"engine\":\"acp\",\"command\":[\""
                + String.join("\",\"", command(phase, how)) + "\"]}}}");
    }

    @Test
    @Tag("END-01")
    void oneShots() throws Exception {
        configure("never", "");
        for (int i = 0; i < ONE_SHOTS; i++) {
            Ended ended = host.run("run -a tree -o json", "go");
            assertEquals("done", ended.outcome(), ended::toString);
            assertEquals(List.of(), host.processes(), "nothing is left when the host has ended");
        }
    }

    @Test
    @Tag("END-01")
    void manySessionsInOneHost() throws Exception {
        Files.createDirectory(folder.resolve("first")); // nobody dies
        try (Embedded embedded = new Embedded(folder, command("never", ""), Map.of())) {
            embedded.open().session().close(); // what is loaded once is open from now on
            long descriptors = descriptors();
            Set<Thread> threads = Thread.getAllStackTraces().keySet();
            List<Embedded.Opened> all = new ArrayList<>();
            for (int i = 0; i < SESSIONS; i++) {
                all.add(embedded.open());
            }
            for (Embedded.Opened opened : all) {
                assertEquals(Outcome.DONE, opened.prompt("go").outcome());
            }
            assertEquals(SESSIONS * MEMBERS, embedded.processes().size());
            closeAtOnce(all);
            assertEquals(List.of(), embedded.processes());
            awaitNoThreadBeside(threads);
            assertTrue(descriptors() <= descriptors, "descriptors: " + descriptors + ", then " + descriptors());
            assertEquals(0, count(embedded.runFolder().resolve("processes")));
            assertEquals(0, count(embedded.runFolder().resolve("private")));
        }
    }

    /** All at the same time, since each waits for its launcher to heed a signal. */
    private static void closeAtOnce(List<Embedded.Opened> all) throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(all.size());
        all.forEach(opened -> threads.execute(opened.session()::close));
        threads.shutdown();
        assertTrue(threads.awaitTermination(60, TimeUnit.SECONDS));
    }

    @Test
    @Tag("END-01")
    void aTurnThatIsCancelled() throws Exception {
        try (Embedded embedded = new Embedded(folder, command("prompt", "deaf"), Map.of("cancelGrace", "200ms"))) {
            Embedded.Opened opened = embedded.open(Duration.ofMinutes(2)).cancelAtTheFirstWord();
            assertEquals(Outcome.CANCELLED, opened.prompt("go").outcome());
            embedded.awaitNoProcess(); // although the session stays open
        }
    }

    @Test
    @Tag("END-02")
    void theHostIsKilled() throws Exception {
        HostRun run = inATurn();
        run.signal("KILL").end();
        host.awaitNothingLeft();
    }

    @Test
    @Tag("END-02")
    void theHostAndItsWatchdogAreKilled() throws Exception {
        HostRun run = inATurn();
        List<ProcessHandle> children =
                ProcessHandle.of(run.pid()).orElseThrow().children().toList();
        ProcessHandle watchdog = children.stream()
                .filter(child -> !commandLine(child).contains("tree.sh"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no watchdog among " + children));
        watchdog.destroyForcibly();
        watchdog.onExit().get(60, TimeUnit.SECONDS);
        run.signal("KILL").end();
        assertEquals(MEMBERS, host.processes().size(), "nobody was there to end them");
        Ended reaped = host.run("doctor", "--reap");
        assertEquals(0, reaped.exit(), reaped::toString);
        assertTrue(reaped.out().contains("tree"), reaped::toString);
        assertEquals(List.of(), host.processes());
    }

    private HostRun inATurn() throws IOException {
        configure("prompt", "deaf");
        HostRun run = host.start("run", "-a", "tree", "-o", "json", "go");
        run.await("message");
        assertTrue(host.processes().size() > MEMBERS, "the tree, the host and its watchdog");
        return run;
    }

    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
        } catch (IOException e) {
            return ""; // it has ended
        }
    }

    /** Threads of pools stay for a while, but with nothing to do. */
    private static void awaitNoThreadBeside(Set<Thread> before) throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (!before.contains(thread) && thread.isAlive() && !isIdle(thread)) {
                assertTrue(System.nanoTime() < end, () -> thread + " " + List.of(thread.getStackTrace()));
                thread.join(20);
            }
        }
    }

    private static boolean isIdle(Thread thread) {
        return Stream.of(thread.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("getTask")
                        && frame.getClassName().equals(ThreadPoolExecutor.class.getName()));
    }

    private static long descriptors() throws IOException {
        return count(Path.of("/proc/self/fd"));
    }

    private static long count(Path place) throws IOException {
        if (!Files.exists(place)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(place)) {
            return files.count();
        }
    }
}

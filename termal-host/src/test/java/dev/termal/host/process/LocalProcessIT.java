package dev.termal.host.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.api.spi.Limits;
import dev.termal.api.spi.ProcessExit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real children that misbehave. */
@Timeout(120)
final class LocalProcessIT {
    @TempDir
    Path folder;

    private ProcessLauncher launcher;

    @BeforeEach
    void linuxOnly() {
        assumeTrue(ProcFs.available(), "needs Linux: the children are watched through /proc");
        launcher = launcher(Limits.DEFAULT);
    }

    @AfterEach
    void close() {
        launcher.close();
    }

    private ProcessLauncher launcher(Limits limits) {
        return new ProcessLauncher(folder.resolve("run"), System.getenv(), limits);
    }

    private AgentProcess start(String script) {
        return Shell.start(launcher, Shell.script(folder, script).build());
    }

    @Test
    void speaksLinesBothWays() throws Exception {
        AgentProcess process = start("while read -r line; do echo \"got $line\"; done; echo end; exit 3");
        process.send("you 😀");
        assertEquals(Optional.of("got you 😀"), process.receive());
        process.endInput();
        assertEquals(Optional.of("end"), process.receive());
        assertEquals(Optional.empty(), process.receive());
        assertEquals(new ProcessExit(3), exit(process));
        AgentException e = assertThrows(AgentException.class, () -> process.send("late"));
        assertEquals(ErrorCode.AGENT_EXITED, e.code());
    }

    @Test
    void theBeginningOfALineIsSeenWhileItsEndIsWaitedFor() throws Exception {
        AgentProcess process = start("echo one; printf 'Your code: '; read -r code; echo \"is $code\"");
        assertEquals(Optional.of("one"), process.receive());
        while (process.unfinishedLine().isEmpty()) {
            Thread.onSpinWait();
        }
        assertEquals("Your code: ", process.unfinishedLine());
        process.send("42");
        assertEquals(Optional.of("Your code: is 42"), process.receive());
        assertEquals(Optional.empty(), process.receive());
        assertEquals("", process.unfinishedLine());
    }

    @Test
    @Tag("PF-13")
    void whatWasPrintedBeforeTheExitArrives() throws Exception {
        AgentProcess process =
                start("i=0; while [ $i -lt 2000 ]; do echo line $i; i=$((i+1)); done; echo why >&2; exit 4");
        assertEquals(new ProcessExit(4), exitAfter(process, 2000));
        assertEquals("why\n", process.stderrTail());
    }

    private static ProcessExit exitAfter(AgentProcess process, int lines) throws Exception {
        int count = 0;
        while (process.receive().isPresent()) {
            count++;
        }
        assertEquals(lines, count);
        return exit(process);
    }

    @Test
    @Tag("FRAME-10")
    void linesOfSeveralWritersDoNotMix() throws Exception {
        AgentProcess process = start("cat");
        List<CompletableFuture<Void>> writers = new ArrayList<>();
        for (String letter : List.of("a", "b", "c", "d")) {
            writers.add(CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 20; i++) {
                    process.send(letter.repeat(20_000));
                }
            }));
        }
        for (int i = 0; i < 80; i++) {
            String line = process.receive().orElseThrow();
            assertEquals(line.substring(0, 1).repeat(20_000), line);
        }
        CompletableFuture.allOf(writers.toArray(CompletableFuture[]::new)).get();
    }

    @Test
    @Tag("END-01")
    @Tag("R-AG-20")
    @Tag("PF-05")
    void theWholeTreeOfALauncherThatSwallowsTheSignalIsEnded() throws Exception {
        ProcessLauncher impatient = launcher(Shell.impatient());
        AgentProcess process = Shell.start(
                impatient,
                Shell.script(
                                folder,
                                "trap '' TERM; sh -c 'trap \"\" TERM; echo real $$; sleep 600; sleep 601'; sleep 602")
                        .build());
        ProcessHandle real = Shell.announced(process, "real");
        process.close();
        Shell.assertGone(real, "the real agent");
        assertFalse(ProcessHandle.of(process.pid()).isPresent());
        assertEquals(new ProcessExit(137), exit(process));
        impatient.close();
    }

    @Test
    @Tag("END-01")
    void anAgentThatEndsWithItsInputIsNotSignalled() throws Exception {
        AgentProcess process = start("echo ready; cat > /dev/null; exit 7");
        assertEquals(Optional.of("ready"), process.receive());
        process.close();
        assertEquals(new ProcessExit(7), exit(process));
    }

    @Test
    void oneThatIgnoresTheEndOfInputIsSignalledAtOnce() throws Exception {
        ProcessLauncher patient = launcher(Shell.limits(Duration.ofDays(1), Duration.ofDays(1), Duration.ofDays(1)));
        AgentProcess process = Shell.start(
                patient,
                Shell.script(folder, "trap 'exit 9' TERM; echo ready; while :; do sleep 0.05; done")
                        .ignoresEndOfInput()
                        .build());
        assertEquals(Optional.of("ready"), process.receive());
        process.close();
        assertEquals(new ProcessExit(9), exit(process));
        patient.close();
    }

    @Test
    void aGrandchildInASessionOfItsOwnIsEnded() throws Exception {
        AgentProcess process = start("setsid sh -c 'echo grandchild $$; sleep 600' & cat >/dev/null");
        ProcessHandle grandchild = Shell.announced(process, "grandchild");
        process.close();
        Shell.assertGone(grandchild, "the grandchild");
    }

    @Test
    void anOrphanInASessionOfItsOwnIsEnded() throws Exception {
        // forked twice, its parent gone before anybody looked: neither a descendant nor in the group
        AgentProcess process =
                start("(setsid sh -c 'echo orphan $$; exec sleep 600' >&1 &) ; echo parent $$; cat >/dev/null");
        ProcessHandle orphan = orphan(process);
        process.close();
        Shell.assertGone(orphan, "the orphan");
    }

    private static ProcessHandle orphan(AgentProcess process) throws InterruptedException {
        ProcessHandle orphan = null;
        for (int i = 0; i < 2; i++) {
            String[] words = process.receive().orElseThrow().split(" ");
            if (words[0].equals("orphan")) {
                orphan = ProcessHandle.of(Long.parseLong(words[1])).orElseThrow();
            }
        }
        return Optional.ofNullable(orphan).orElseThrow();
    }

    @Test
    void whatAnExitedAgentLeftIsEndedWithoutBeingAsked() throws Exception {
        AgentProcess process = start("setsid sleep 600 & echo left $!; exit 0");
        ProcessHandle left = Shell.announced(process, "left");
        assertEquals(new ProcessExit(0), exit(process));
        Shell.awaitGone(left);
        assertEquals(Optional.empty(), process.receive());
    }

    @Test
    void aGrandchildThatHoldsThePipeDoesNotHoldTheReceiver() throws Exception {
        AgentProcess process = start("sleep 600 & echo holder $!; exit 5");
        ProcessHandle holder = Shell.announced(process, "holder");
        assertEquals(Optional.empty(), process.receive());
        assertEquals(new ProcessExit(5), exit(process));
        process.close();
        Shell.assertGone(holder, "the holder of the pipe");
    }

    @Test
    @Tag("DEATH-03")
    void anAgentThatNeverReadsIsEndedByTheWriteThatBlocks() throws Exception {
        ProcessLauncher impatient = launcher(Shell.impatient());
        AgentProcess process = Shell.start(
                impatient, Shell.script(folder, "echo ready; sleep 600").build());
        assertEquals(Optional.of("ready"), process.receive());
        AgentException e = assertThrows(AgentException.class, () -> process.send("x".repeat(1024 * 1024)));
        assertEquals(ErrorCode.TIMEOUT, e.code());
        exit(process);
        assertEquals(
                ErrorCode.AGENT_EXITED,
                assertThrows(AgentException.class, () -> process.send("more")).code());
        impatient.close();
    }

    @Test
    @Tag("STDERR-01")
    void muchErrorOutputDoesNotStopTheAgent() throws Exception {
        AgentProcess process =
                start("head -c 10000000 /dev/zero | tr '\\0' e >&2; printf '\\nlast words' >&2; echo done");
        assertEquals(Optional.of("done"), process.receive());
        exit(process);
        String tail = process.stderrTail();
        assertEquals(Limits.DEFAULT.stderrTailBytes(), tail.length());
        assertTrue(tail.endsWith("e\nlast words"));
    }

    @Test
    void aLineOverTheBoundFailsAndTheProcessCanBeEnded() throws Exception {
        ProcessLauncher small = launcher(Limits.DEFAULT.withSizes(1000, 16));
        AgentProcess process = Shell.start(
                small,
                Shell.script(folder, "echo first; head -c 100000000 /dev/zero | tr '\\0' x; sleep 600")
                        .build());
        assertEquals(Optional.of("first"), process.receive());
        AgentException e = assertThrows(AgentException.class, process::receive);
        assertEquals(ErrorCode.PROTOCOL, e.code());
        process.close();
        exit(process);
        small.close();
    }

    @Test
    void textGivenBeforehandIsWrittenAndTheInputEnded() throws Exception {
        AgentProcess process = Shell.start(
                launcher,
                Shell.script(folder, "cat; echo end").stdin("x".repeat(300_000)).build());
        process.endInput(); // takes nothing from the text
        assertEquals(300_003, process.receive().orElseThrow().length());
        assertEquals(Optional.empty(), process.receive());
    }

    @Test
    void thePrivateFolderLivesAsLongAsTheProcess() throws Exception {
        AgentProcess process = Shell.start(
                launcher,
                LaunchSpec.builder(
                                List.of("sh", "-c", "echo \"$1\"; cat \"$PLACE/sub/b\"; ls -l \"$1\"; cat >&2", "sh"),
                                folder)
                        .args(LaunchSpec.PRIVATE_FOLDER + "/a.txt")
                        .env("PLACE", LaunchSpec.PRIVATE_FOLDER)
                        .file("a.txt", "secret")
                        .file("sub/b", "text\n")
                        .build());
        Path file = Path.of(process.receive().orElseThrow());
        assertEquals("secret", Files.readString(file));
        assertEquals(Optional.of("text"), process.receive());
        assertTrue(process.receive().orElseThrow().startsWith("-rw------- "));
        process.close();
        exit(process);
        assertFalse(Files.exists(file.getParent()));
    }

    @Test
    void filesOutsideOfThePrivateFolderAreRefused() {
        for (String path : List.of("../x", "/etc/x", "", "a/../..")) {
            LaunchSpec spec = Shell.script(folder, "true").file(path, "x").build();
            AgentException e = assertThrows(AgentException.class, () -> Shell.start(launcher, spec));
            assertEquals(ErrorCode.CONFIGURATION, e.code());
        }
    }

    @Test
    @Tag("R-AG-11")
    void theEnvironmentIsTheInheritedOneLessMarkersPlusTheLaunch() throws Exception {
        try (ProcessLauncher own = new ProcessLauncher(
                folder.resolve("run"),
                Map.of("PATH", System.getenv("PATH"), "NESTED", "1", "REMOVED", "1", "KEPT", "1"),
                Limits.DEFAULT)) {
            AgentProcess process = own.start(
                    Shell.script(folder, "echo \"$NESTED,$REMOVED,$KEPT,$ADDED\"")
                            .removeEnv("REMOVED")
                            .secretEnv("ADDED", "2")
                            .build(),
                    Shell.AGENT,
                    Set.of("NESTED"));
            assertEquals(Optional.of(",,1,2"), process.receive());
        }
    }

    @Test
    void theMemoryOfTheTreeIsTold() throws Exception {
        AgentProcess process = start("sleep 600 & echo child $!; cat > /dev/null");
        Shell.announced(process, "child");
        assertTrue(process.treeMemory().orElseThrow() > 100_000);
        process.close();
        assertTrue(process.treeMemory().isEmpty());
    }

    @Test
    void theLinesCanBeTraced() throws Exception {
        List<String> seen = new ArrayList<>();
        AgentProcess process = launcher.start(
                Shell.script(folder, "cat").build(), Shell.AGENT, Set.of(), (way, line) -> seen.add(way + " " + line));
        process.send("hello");
        process.receive();
        assertEquals(List.of("TO_AGENT hello", "FROM_AGENT hello"), seen);
    }

    @Test
    void closingTheLauncherEndsAllAndStartsNoMore() throws Exception {
        List<AgentProcess> processes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            processes.add(start("cat > /dev/null; exit 1"));
        }
        launcher.close();
        for (AgentProcess process : processes) {
            assertEquals(new ProcessExit(1), exit(process));
        }
        assertEquals(
                ErrorCode.CLOSED,
                assertThrows(AgentException.class, () -> start("true")).code());
    }

    @Test
    void manyLaunchesLeaveNothing() throws Exception {
        launcher = launcher(Shell.impatient());
        one(0); // what is made once is made here
        Set<Long> children = descendants();
        int threads = Thread.activeCount();
        long descriptors = descriptors();
        for (int i = 1; i <= 45; i++) {
            one(i);
        }
        launcher.close();
        assertTrue(children.containsAll(descendants()), "left: " + descendants() + " beside " + children);
        try (var left = Files.list(folder.resolve("run/private"))) {
            assertEquals(List.of(), left.toList());
        }
        assertTrue(descriptors() <= descriptors, "descriptors: " + descriptors + ", then " + descriptors());
        assertTrue(Thread.activeCount() <= threads + 2, "threads: " + threads + ", then " + Thread.activeCount());
    }

    private void one(int i) throws Exception {
        AgentProcess process = Shell.start(
                launcher,
                Shell.script(folder, "echo hello; sleep 600 & cat")
                        .file("config", "x")
                        .build());
        process.send("line " + i);
        assertEquals(Optional.of("hello"), process.receive());
        assertEquals(Optional.of("line " + i), process.receive());
        process.close();
        exit(process);
        assertEquals(Optional.empty(), process.receive());
    }

    private static Set<Long> descendants() {
        return Set.copyOf(ProcessHandle.current()
                .descendants()
                .filter(ProcessTree::isRunning)
                .map(ProcessHandle::pid)
                .toList());
    }

    private static long descriptors() throws IOException {
        try (var list = Files.list(Path.of("/proc/self/fd"))) {
            return list.count();
        }
    }

    private static ProcessExit exit(AgentProcess process) throws Exception {
        return process.onExit().toCompletableFuture().get();
    }
}

package dev.termal.host.hook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.Limits;
import dev.termal.host.process.ProcessLauncher;
import dev.termal.testkit.FakeContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Commands as real children. */
@Timeout(60)
@DisabledOnOs(OS.WINDOWS) // the commands are a shell's
class HooksTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    @TempDir
    private Path folder;

    private final FakeContext context = FakeContext.realTime();
    private ProcessLauncher launcher;
    private Hooks hooks;

    @BeforeEach
    void open() {
        launcher = new ProcessLauncher(folder.resolve("run"), System.getenv(), Limits.DEFAULT);
        hooks = new Hooks(context, (spec, name) -> launcher.start(spec, name, Set.of()));
    }

    @AfterEach
    void close() {
        hooks.close();
        launcher.close();
        context.close();
    }

    private void run(String... command) {
        run(LIMIT, command);
    }

    private void run(Duration limit, String... command) {
        hooks.run(HookEvent.TURN_DONE, new Hook(List.of(command), limit, Duration.ZERO), folder, "{\"told\": 1}");
    }

    @Test
    void aCommandReadsWhatIsToldInTheFolderAndKnowsThatItIsAHook() throws IOException {
        run("sh", "-c", "{ cat; echo $TERMAL_INSIDE; } > out");
        hooks.close();
        assertEquals("{\"told\": 1}\nhook;\n", Files.readString(folder.resolve("out")));
        assertEquals(List.of(), context.logged());
    }

    @Test
    void onePrintsAsMuchAsItWants() {
        run("sh", "-c", "head -c 3000000 /dev/zero | tr '\\0' '\\n'; head -c 300000 /dev/zero >&2");
        hooks.close();
        assertEquals(List.of(), context.logged());
    }

    @Test
    void whatGoesWrongIsInTheLog() {
        run("sh", "-c", "echo oops >&2; exit 3");
        run("no-such-program-anywhere");
        hooks.close();
        List<String> log = context.logged().stream().sorted().toList();
        assertEquals("WARNING the hook turn_done ended with exit code 3: oops", log.get(0));
        assertTrue(log.get(1).contains("no-such-program-anywhere was not found"), log::toString);
        assertEquals(2, log.size(), log::toString);
    }

    @Test
    void atItsLimitOneIsEndedWithAllThatItStarted() throws Exception {
        ProcessHandle grandchild = sleeping(Duration.ofMillis(500));
        hooks.close();
        grandchild.onExit().get(60, TimeUnit.SECONDS);
        assertEquals(List.of("WARNING the hook turn_done did not end within 500 ms and was ended"), context.logged());
    }

    @Test
    void whoeverClosesAndIsInterruptedWaitsForNone() throws Exception {
        ProcessHandle grandchild = sleeping(LIMIT);
        Thread.currentThread().interrupt();
        hooks.close();
        assertTrue(Thread.interrupted());
        grandchild.onExit().get(60, TimeUnit.SECONDS);
    }

    /** A hook that never ends, with a child of its own: that. */
    private ProcessHandle sleeping(Duration limit) throws IOException, InterruptedException {
        Path told = folder.resolve("told");
        new ProcessBuilder("mkfifo", told.toString()).start().waitFor();
        run(limit, "sh", "-c", "sleep 1000 & echo $! > told; wait");
        return ProcessHandle.of(Long.parseLong(Files.readString(told).strip())) // which waits for it
                .orElseThrow();
    }

    @Test
    void aFewRunAtOnceAndTheRestWaitsUpToABound() throws Exception {
        Semaphore begun = new Semaphore(0);
        CountDownLatch goOn = new CountDownLatch(1);
        try (Hooks bounded = new Hooks(context, (spec, name) -> {
            begun.release();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new AgentException(ErrorCode.LAUNCH_FAILED, "none is started here");
        })) {
            Hook hook = new Hook(List.of("any"), LIMIT, Duration.ZERO);
            for (int i = 0; i < Hooks.AT_ONCE + Hooks.MOST_WAITING + 1; i++) {
                bounded.run(HookEvent.FAILED, hook, folder, "{}"); // returns, whatever the others do
            }
            begun.acquire(Hooks.AT_ONCE);
            assertFalse(begun.tryAcquire(), "no further one has begun");
            assertEquals(1, context.logged().size(), context.logged()::toString);
            assertTrue(context.logged().get(0).contains("was left out: 32 wait already"), context.logged()::toString);
            goOn.countDown();
            begun.acquire(Hooks.MOST_WAITING);
        }
    }
}

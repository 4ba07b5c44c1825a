package dev.termal.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.AgentId;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.EngineContext.Scheduled;
import dev.termal.api.spi.HostEnvironment.CommandResult;
import dev.termal.api.spi.Limits;
import dev.termal.testkit.SampleProfile.Defect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class FakesTest {
    private static final AgentId SAMPLE = new AgentId("sample");

    @TempDir
    private Path folder;

    @Test
    void tasksRunInOrderAtTheirOwnTime() {
        FakeClock clock = new FakeClock(Instant.EPOCH);
        List<String> ran = new ArrayList<>();
        clock.schedule(
                Duration.ofSeconds(2), () -> ran.add("two at " + clock.instant().getEpochSecond()));
        clock.schedule(Duration.ofSeconds(1), () -> {
            ran.add("one");
            clock.schedule(Duration.ofSeconds(1), () -> ran.add("two, scheduled later"));
        });
        Scheduled cancelled = clock.schedule(Duration.ofSeconds(1), () -> ran.add("never"));
        clock.schedule(Duration.ofSeconds(4), () -> ran.add("four"));
        cancelled.cancel();
        cancelled.cancel();
        clock.advance(Duration.ofSeconds(3));
        assertEquals(List.of("one", "two at 2", "two, scheduled later"), ran);
        assertEquals(Instant.ofEpochSecond(3), clock.instant());
        assertEquals(1, clock.pending());
    }

    @Test
    void aTimerArmedElsewhereCanBeAwaited() throws Exception {
        FakeClock clock = new FakeClock();
        Thread other = new Thread(() -> clock.schedule(Duration.ofSeconds(1), () -> {}));
        other.start();
        clock.awaitPending(1);
        other.join();
    }

    @Test
    void aContextKeepsWhatTheEngineDoes() throws Exception {
        try (FakeContext context = FakeContext.create().limits(Limits.DEFAULT.withSizes(10, 2))) {
            CountDownLatch release = new CountDownLatch(1);
            Thread thread = context.threads().newThread(() -> {
                try {
                    release.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            thread.start();
            assertTrue(thread.isDaemon());
            assertEquals(List.of(thread), context.liveThreads());
            release.countDown();
            context.awaitThreadsEnded();
            assertEquals(List.of(), context.liveThreads());

            context.log().log(System.Logger.Level.WARNING, "{0} of {1}", "one", "two");
            context.log().log(System.Logger.Level.DEBUG, "plain {");
            context.log().log(System.Logger.Level.ERROR, "failed", new IllegalStateException("why"));
            assertEquals(
                    List.of("WARNING one of two", "DEBUG plain {", "ERROR failed java.lang.IllegalStateException: why"),
                    context.logged());
            assertEquals(10, context.limits().lineBytes());
        }
    }

    @Test
    void aContextInRealTimeRunsByItself() throws Exception {
        try (FakeContext context = FakeContext.realTime()) {
            CountDownLatch ran = new CountDownLatch(1);
            context.schedule(Duration.ofDays(1), () -> {}).cancel();
            context.schedule(Duration.ZERO, ran::countDown);
            assertTrue(ran.await(60, TimeUnit.SECONDS));
            assertThrows(IllegalStateException.class, context::fakeClock);
        }
    }

    @Test
    void aMachineHasWhatItWasGivenAndNothingElse() throws Exception {
        FakeMachine machine = FakeMachine.in(folder)
                .variable("A", "1")
                .executable("tool")
                .homeFile(".tool/config.json", "{}")
                .setting(SAMPLE, "list", "a", "b")
                .result(List.of("tool", "--version"), new CommandResult(0, "1.2", ""));
        assertEquals("1", machine.variables().get("A"));
        assertEquals(Optional.empty(), machine.findExecutable("other"));
        assertTrue(Files.isExecutable(machine.findExecutable("tool").orElseThrow()));
        assertEquals("{}", Files.readString(machine.home().resolve(".tool/config.json")));
        assertEquals(List.of("a", "b"), machine.settings(SAMPLE, "list"));
        assertEquals(Optional.of("a"), machine.setting(SAMPLE, "list"));
        assertEquals(Optional.empty(), machine.setting(SAMPLE, "none"));
        assertEquals(
                "1.2",
                machine.run(List.of("tool", "--version", "-q"), Duration.ZERO).stdout());
        AgentException unknown = assertThrows(AgentException.class, () -> machine.run(List.of("tool"), Duration.ZERO));
        assertEquals(ErrorCode.LAUNCH_FAILED, unknown.code());
        assertEquals(2, machine.commands().size());
    }

    @Test
    void aMachineResolvesTheSettingsOfAProfileItKnows() {
        FakeMachine machine = FakeMachine.in(folder).knows(new SampleProfile(Defect.NONE));
        assertEquals(Optional.of("ask"), machine.setting(SAMPLE, "approval"));
        assertEquals(Optional.empty(), machine.setting(SAMPLE, "apiKey"));
        machine.variable("SAMPLE_API_KEY", "from the environment");
        assertEquals(Optional.of("from the environment"), machine.setting(SAMPLE, "apiKey"));
        machine.setting(SAMPLE, "apiKey", "given");
        assertEquals(Optional.of("given"), machine.setting(SAMPLE, "apiKey"));
    }

    @Test
    void aJavaCommandReallyRuns() throws Exception {
        List<String> command = new ArrayList<>(FakeMachine.in(folder).javaCommand("m", "Main"));
        assertTrue(Files.isExecutable(Path.of(command.get(0))));
        Process java = new ProcessBuilder(command.get(0), "-version").start();
        assertEquals(0, java.waitFor());
        assertTrue(command.get(command.size() - 1).endsWith("Main"));
    }
}

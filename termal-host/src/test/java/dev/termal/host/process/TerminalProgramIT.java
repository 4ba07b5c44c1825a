package dev.termal.host.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.RawJson;
import dev.termal.api.spi.JsonEdit;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.host.process.TerminalProgram.Ending;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Real children on the streams of the test. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(60)
class TerminalProgramIT {
    private static final Duration LONG = Duration.ofSeconds(50);

    @TempDir
    Path folder;

    private final Map<String, String> inherited = new HashMap<>(System.getenv());

    private LaunchSpec.Builder sh(String script) {
        return LaunchSpec.builder(List.of("sh", "-c", script), folder);
    }

    private Ending run(LaunchSpec.Builder spec, Optional<Path> sign, Duration timeout) throws InterruptedException {
        return new TerminalProgram(folder.resolve("run"), inherited).run(spec.build(), Set.of("NESTED"), sign, timeout);
    }

    private String written() throws IOException {
        return Files.readString(folder.resolve("out")).strip();
    }

    @Test
    void tellsTheExitCode() throws InterruptedException {
        assertEquals(new Ending(OptionalInt.of(3), false, false), run(sh("exit 3"), Optional.empty(), LONG));
    }

    @Test
    void hasTheEnvironmentOfTheAgent() throws Exception {
        inherited.put("NESTED", "1");
        inherited.put("UNSET", "1");
        inherited.put("KEPT", "1");
        run(sh("echo $NESTED,$UNSET,$KEPT,$ADDED > out").removeEnv("UNSET").env("ADDED", "1"), Optional.empty(), LONG);
        assertEquals(",,1,1", written());
    }

    @Test
    void itsEditsStandWhileItRuns() throws Exception {
        Path settings = folder.resolve("settings.json");
        JsonEdit passing = new JsonEdit(settings, "/type", new RawJson("\"x\""), JsonEdit.Lifetime.REMOVE_AT_EXIT);
        run(sh("cat settings.json > out").edit(passing), Optional.empty(), LONG);
        assertTrue(written().contains("\"type\": \"x\""), written());
        assertFalse(Files.exists(settings));
    }

    @Test
    void aSignEndsAProgramThatGoesOn() throws Exception {
        Ending ending =
                run(sh("echo $$ > out; touch token; exec sleep 100"), Optional.of(folder.resolve("token")), LONG);
        assertEquals(new Ending(OptionalInt.empty(), true, false), ending);
        assertEnded(Long.parseLong(written()));
    }

    @Test
    void aProgramThatTakesTooLongIsEnded() throws Exception {
        Ending ending = run(sh("sleep 100 & echo $! > out; wait"), Optional.empty(), Duration.ofMillis(500));
        assertTrue(ending.timedOut());
        assertEnded(Long.parseLong(written()));
    }

    private static void assertEnded(long pid) throws Exception {
        Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessTree::isRunning);
        if (process.isPresent()) {
            process.get().onExit().get(50, TimeUnit.SECONDS);
        }
    }

    @Test
    void anInterruptedOneIsEnded() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            try {
                run(sh("echo $$ > begun; mv begun out; exec sleep 100"), Optional.empty(), LONG);
            } catch (InterruptedException expected) {
                interrupted.countDown();
            }
        });
        thread.start();
        thread.interrupt(); // at whatever it is
        assertTrue(interrupted.await(50, TimeUnit.SECONDS));
        if (Files.exists(folder.resolve("out"))) {
            assertEnded(Long.parseLong(written()));
        }
    }

    @Test
    void aMissingProgramIsSaid() {
        AgentException e = assertThrows(
                AgentException.class,
                () -> run(LaunchSpec.builder(List.of("no-such-program"), folder), Optional.empty(), LONG));
        assertEquals(ErrorCode.EXECUTABLE_NOT_FOUND, e.code());
    }
}

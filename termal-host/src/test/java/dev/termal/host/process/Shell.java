package dev.termal.host.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.termal.api.AgentId;
import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.api.spi.Limits;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What the tests with real children share: agents that are small shell scripts. */
final class Shell {
    static final AgentId AGENT = new AgentId("scripted");

    private Shell() {}

    /** The product's bounds, with shorter waits where a test has to wait for them. */
    static Limits limits(Duration endOfInput, Duration terminate, Duration pipeWrite) {
        Limits d = Limits.DEFAULT;
        return new Limits(
                d.lineBytes(),
                d.queueFrames(),
                d.stderrTailBytes(),
                d.earlyUpdates(),
                d.noiseLines(),
                d.initialize(),
                d.authenticate(),
                d.interactiveSignIn(),
                d.openSession(),
                d.setOption(),
                d.cancelGrace(),
                endOfInput,
                terminate,
                pipeWrite,
                d.lateChunks());
    }

    static Limits impatient() {
        return limits(Duration.ofMillis(300), Duration.ofMillis(300), Duration.ofMillis(500));
    }

    static LaunchSpec.Builder script(Path cwd, String script) {
        return LaunchSpec.builder(List.of("sh", "-c", script), cwd);
    }

    static AgentProcess start(ProcessLauncher launcher, LaunchSpec spec) {
        return launcher.start(spec, AGENT, Set.of());
    }

    /** Receives a line {@code NAME PID}. */
    static ProcessHandle announced(AgentProcess process, String name) throws InterruptedException {
        Optional<String> line = process.receive();
        String[] words = line.orElseThrow(() -> new AssertionError("no line; " + process.stderrTail()))
                .split(" ");
        assertEquals(name, words[0]);
        return ProcessHandle.of(Long.parseLong(words[1])).orElseThrow();
    }

    /** Waits for a process that is no child of this JVM to be gone, zombies aside. */
    static void awaitGone(ProcessHandle process) throws Exception {
        while (ProcessTree.isRunning(process)) {
            try {
                process.onExit().get(200, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                // where nobody collects it, only its state tells that it has ended: look again
            }
        }
    }

    /** The folder or jar that a class is loaded from. */
    static String placeOf(Class<?> type) {
        String name = type.getName().replace('.', '/') + ".class";
        String url = type.getResource("/" + name).toString();
        String place = url.substring(0, url.length() - name.length());
        return Path.of(URI.create(place.startsWith("jar:") ? place.substring(4, place.length() - 2) : place))
                .toString();
    }

    static void assertGone(ProcessHandle process, String what) {
        if (ProcessTree.isRunning(process)) {
            process.destroyForcibly();
            fail(what + " is still running");
        }
    }
}

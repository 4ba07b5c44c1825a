package dev.termal.host.process;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A shell in a session of its own that outlives the host by the few seconds in which it ends the host's children, if the host
 * did not say good-bye: nothing else runs when a process is killed. Started with the first group and again when somebody
 * killed it. Does nothing where the platform has no {@code setsid}. For several threads.
 */
final class Watchdog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
    private static final Duration GOOD_BYE = Duration.ofSeconds(2);
    private static final String SCRIPT = script();

    private final Set<Long> groups = new LinkedHashSet<>(); // guarded by this, as all else

    @Nullable private Process shell;

    /** Sees to it that the shell runs, before there is anything to watch. */
    synchronized void begin() {
        if (Platform.setsid().isEmpty() || (shell != null && shell.isAlive())) {
            return;
        }
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        Platform.setsid().get().toString(), "sh", "-c", SCRIPT, "termal-watchdog", ProcessMarker.HOST))
                .directory(new File("/"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            shell = builder.start();
            for (long group : groups) {
                tell(shell, "+ " + group);
            }
        } catch (IOException e) {
            LOG.warn("No watchdog: agents may be left running if this host is killed ({})", e.toString());
        }
    }

    synchronized void add(long group) {
        begin();
        groups.add(group);
        tell("+ " + group);
    }

    synchronized void remove(long group) {
        groups.remove(group);
        tell("- " + group);
    }

    private void tell(String line) {
        if (shell != null) {
            try {
                tell(shell, line);
            } catch (IOException killed) {
                LOG.debug("The watchdog is gone; the next launch starts another", killed);
            }
        }
    }

    private static void tell(Process shell, String line) throws IOException {
        OutputStream out = shell.getOutputStream();
        out.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    /** Says good-bye: what still runs is somebody else's business. */
    @Override
    public synchronized void close() {
        if (shell == null) {
            return;
        }
        tell(".");
        try {
            shell.getOutputStream().close();
            if (!shell.waitFor(GOOD_BYE.toNanos(), TimeUnit.NANOSECONDS)) {
                shell.destroyForcibly();
            }
        } catch (IOException gone) {
            LOG.debug("The watchdog was gone already", gone);
        } catch (InterruptedException e) {
            shell.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        shell = null;
    }

    private static String script() {
        try (InputStream in = Watchdog.class.getResourceAsStream("watchdog.sh")) {
            if (in == null) {
                throw new IllegalStateException("watchdog.sh is missing from the installation");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.termal.dist.chat;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * A terminal without a person: a tmux server of its own with one window. Where tmux is missing, the test is skipped with the
 * reason; with {@code -Dtermal.required=all} it fails.
 */
public final class Tmux implements AutoCloseable {
    private static final long HANG_GUARD_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Path socket;
    private final Path written;

    private Tmux(Path folder) {
        socket = folder.resolve("tmux");
        written = folder.resolve("written");
    }

    /** Starts a program in a window of this size, with this environment and nothing else. */
    public static Tmux start(Path folder, int columns, int rows, List<String> command) {
        Tmux tmux = new Tmux(folder);
        try {
            new ProcessBuilder("tmux", "-V").redirectErrorStream(true).start().waitFor();
        } catch (IOException missing) {
            String reason = "tmux is not installed: " + missing.getMessage();
            if ("all".equals(System.getProperty("termal.required"))) {
                throw new AssertionError(reason);
            }
            System.err.println("skipped: " + reason);
            abort(reason);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        List<String> start = new ArrayList<>(
                List.of("new-session", "-d", "-x", String.valueOf(columns), "-y", String.valueOf(rows)));
        start.addAll(command);
        start.addAll(List.of(";", "set-option", "-g", "remain-on-exit", "on")); // what it showed last can be seen
        tmux.run(start.toArray(String[]::new));
        tmux.run("pipe-pane", "cat >> '" + tmux.written + "'");
        return tmux;
    }

    /** Types text as it is. */
    public Tmux type(String text) {
        run("send-keys", "-l", text);
        return this;
    }

    /** Presses keys by tmux's names for them. */
    public Tmux press(String... keys) {
        List<String> command = new ArrayList<>(List.of("send-keys"));
        command.addAll(List.of(keys));
        run(command.toArray(String[]::new));
        return this;
    }

    Tmux resize(int columns, int rows) {
        run("resize-window", "-x", String.valueOf(columns), "-y", String.valueOf(rows));
        return this;
    }

    /** What is in view. */
    public String screen() {
        return run("capture-pane", "-p");
    }

    /** That, and what has scrolled away; lines that the terminal has wrapped are one. */
    public String everything() {
        return run("capture-pane", "-p", "-J", "-S", "-");
    }

    /** Waits until this is in view; the screen as it is then. */
    public String await(String text) {
        return await(text, screen -> screen.contains(text));
    }

    String await(String what, Predicate<String> wanted) {
        long until = System.nanoTime() + HANG_GUARD_NANOS;
        String screen = screen();
        while (!wanted.test(screen)) {
            if (System.nanoTime() > until) {
                throw new AssertionError("never seen: " + what + "; on the screen:\n" + screen);
            }
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
            screen = screen();
        }
        return screen;
    }

    /** Waits until the program has ended. */
    void awaitEnd() {
        await("the end", screen -> run("display-message", "-p", "#{pane_dead}").startsWith("1"));
    }

    /** Takes the time that a person needs to read what has just appeared. */
    void read() {
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
    }

    /** Bytes that the program has written since its start. */
    long bytesWritten() {
        try {
            return Files.exists(written) ? Files.size(written) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All that the program has written so far, with its sequences. */
    String written() {
        try {
            return Files.exists(written) ? Files.readString(written, StandardCharsets.ISO_8859_1) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String run(String... arguments) {
        List<String> command = new ArrayList<>(List.of("tmux", "-S", socket.toString(), "-f", "/dev/null"));
        command.addAll(List.of(arguments));
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().keySet().retainAll(List.of("PATH"));
            builder.environment().put("LC_ALL", "C.UTF-8");
            Process process = builder.start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = process.waitFor();
            if (code != 0) {
                throw new AssertionError(String.join(" ", command) + " failed with " + code + ": " + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            run("kill-server");
        } catch (AssertionError hasEnded) {
            // with its only window
        }
    }
}

package dev.termal.dist.packaged;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** A running host. Its output is read all the time, so that it never waits for the test. */
public final class HostRun {
    static final long HANG_GUARD_SECONDS = 240;

    private final Process process;
    private final StreamText out;
    private final StreamText err;

    HostRun(Process process) {
        this.process = process;
        out = new StreamText(process.getInputStream());
        err = new StreamText(process.getErrorStream());
    }

    /** Its id, which is that of the JVM: the launcher becomes it. */
    public long pid() {
        return process.pid();
    }

    /** Types something. */
    public HostRun type(String text) {
        try {
            OutputStream in = process.getOutputStream();
            in.write(text.getBytes(StandardCharsets.UTF_8));
            in.flush();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends its standard input. */
    public HostRun closeInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // it has ended, and a last word was not read
        }
        return this;
    }

    /** Reads no more of its standard output, like a {@code head} that has enough. */
    public HostRun closeOutput() {
        out.close();
        return this;
    }

    /** Waits for the next line of standard output of which this holds; fails when the output ends before. */
    public String awaitOut(Predicate<String> wanted) {
        return out.await(wanted, this);
    }

    /** Waits for the next line of standard error of which this holds. */
    public String awaitErr(Predicate<String> wanted) {
        return err.await(wanted, this);
    }

    /** Waits for the next JSON line of which this holds. */
    public JsonNode await(Predicate<JsonNode> wanted) {
        return EventLines.parse(awaitOut(line -> wanted.test(EventLines.parse(line))));
    }

    /** Waits for the next JSON line of this type. */
    public JsonNode await(String type) {
        return await(line -> line.path("type").asString("").equals(type));
    }

    /** Ctrl-C. */
    public HostRun interrupt() {
        return signal("INT");
    }

    /** Sends a signal by its name without {@code SIG}. */
    public HostRun signal(String name) {
        try {
            new ProcessBuilder("kill", "-s", name, Long.toString(pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            return this;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits for its end. */
    public Ended end() {
        try {
            if (!process.waitFor(HANG_GUARD_SECONDS, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new AssertionError("the host hangs; so far: " + this);
            }
            return new Ended(process.exitValue(), out.all(), err.all());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public String toString() {
        return "-- stdout\n" + out.soFar() + "\n-- stderr\n" + err.soFar();
    }
}

package dev.termal.dist.gemini;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The packaged host as a child process: {@code termal run -o json …}. Its own processes and those of its agents carry a mark
 * in their environment, by which leftovers are found.
 */
final class HostRun implements AutoCloseable {
    static final long HANG_GUARD_SECONDS = 120;

    private static final String MARK = "TERMAL_TEST_MARK";
    private static final Path DIST = Path.of("target", "dist", "lib").toAbsolutePath();
    private static final String END = "";

    private final String mark = MARK + "=" + UUID.randomUUID();
    private final Process process;
    private final Path stderr;
    private final BlockingQueue<String> unread = new LinkedBlockingQueue<>();
    private final List<JsonNode> read = new ArrayList<>();

    HostRun(Path folder, Path workspace, Map<String, String> environment, List<String> arguments) throws IOException {
        stderr = Files.createTempFile(folder, "host", ".err");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.unsupported", // as the launcher does, for signals
                "-p",
                DIST.toString(),
                "-m",
                "dev.termal.host/dev.termal.host.cli.Main"));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(workspace.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectError(stderr.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("GEMINI") || name.startsWith("GOOGLE"));
        builder.environment().put(MARK, mark.substring(MARK.length() + 1));
        builder.environment().putAll(environment);
        process = builder.start();
        Thread reader = new Thread(this::readLines, "host-output");
        reader.setDaemon(true);
        reader.start();
    }

    private void readLines() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            lines.lines().forEach(unread::add);
        } catch (IOException | UncheckedIOException e) {
            unread.add("the output broke: " + e);
        } finally {
            unread.add(END);
        }
    }

    /** Waits for a line; fails when the output ends before. */
    JsonNode await(Predicate<JsonNode> wanted) throws Exception {
        while (true) {
            JsonNode line = next();
            assertTrue(!line.isMissingNode(), () -> "the output ended: " + this);
            if (wanted.test(line)) {
                return line;
            }
        }
    }

    private JsonNode next() throws Exception {
        String line = unread.poll(HANG_GUARD_SECONDS, TimeUnit.SECONDS);
        assertTrue(line != null, () -> "nothing came: " + this);
        if (line.equals(END)) {
            return JsonMapper.shared().missingNode();
        }
        JsonNode node = JsonMapper.shared().readTree(line);
        assertTrue(node.path("type").isString() && node.path("seq").isNumber(), () -> "no line of the format: " + line);
        read.add(node);
        return node;
    }

    /** Waits for the end. */
    Ended end() throws Exception {
        while (!next().isMissingNode()) {
            // read to the end
        }
        assertTrue(process.waitFor(HANG_GUARD_SECONDS, TimeUnit.SECONDS), () -> "it does not end: " + this);
        return new Ended(process.exitValue(), List.copyOf(read), Files.readString(stderr));
    }

    /** Ctrl-C. */
    void interrupt() throws Exception {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
    }

    /** The end that no process can prepare for. */
    void kill() throws Exception {
        process.destroyForcibly().waitFor();
    }

    /** Waits until no process of this run is alive any more; the host itself included. */
    void awaitNoneLeft() throws Exception {
        for (ProcessHandle left : marked()) {
            left.onExit().get(HANG_GUARD_SECONDS, TimeUnit.SECONDS);
        }
        assertTrue(marked().isEmpty(), () -> "left behind: " + marked());
    }

    /** The processes of this run. */
    List<ProcessHandle> marked() {
        return ProcessHandle.allProcesses().filter(this::isMarked).toList();
    }

    private boolean isMarked(ProcessHandle candidate) {
        try {
            return Stream.of(Files.readString(
                                    Path.of("/proc/" + candidate.pid() + "/environ"), StandardCharsets.ISO_8859_1)
                            .split("\0"))
                    .anyMatch(mark::equals);
        } catch (IOException e) {
            return false; // ended, or another person's
        }
    }

    @Override
    public void close() {
        marked().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    @Override
    public String toString() {
        try {
            return "read " + read + ", errors: " + Files.readString(stderr);
        } catch (IOException e) {
            return "read " + read;
        }
    }

    /** What became of a run. */
    record Ended(int exitCode, List<JsonNode> lines, String stderr) {
        /** The lines of a type. */
        List<JsonNode> all(String type) {
            return lines.stream()
                    .filter(line -> line.path("type").asString("").equals(type))
                    .toList();
        }

        /** The one line of a type. */
        JsonNode one(String type) {
            List<JsonNode> found = all(type);
            assertTrue(found.size() == 1, () -> found.size() + " lines of type " + type + ": " + this);
            return found.get(0);
        }

        String outcome() {
            return one("turn_ended").path("outcome").asString("");
        }
    }
}

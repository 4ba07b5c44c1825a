package dev.termal.dist.packaged;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Runs {@code bin/termal} of a packaged host as a person would: in a folder, a home and a TermAl home of its own. All that it
 * starts carries a mark in its environment, by which leftovers are found when it is closed. For Linux, since it looks into
 * {@code /proc}.
 */
public final class PackagedHost implements AutoCloseable {
    private static final String MARK = "TERMAL_TEST_MARK";
    private static final long LEFTOVER_SECONDS = 60;

    private static final Path BUILT = Path.of(System.getProperty("termal.dist"), "bin", "termal");

    /** Shared by all, so that runs start from the class-data archive that the first one had made. */
    private static final Path CACHE = Path.of("target", "launcher-cache").toAbsolutePath();

    private static final AtomicBoolean ARCHIVE_BEGUN = new AtomicBoolean();

    private final Path bin;
    private final String mark = UUID.randomUUID().toString();
    private final Path cwd;
    private final Map<String, String> environment = new HashMap<>();

    /** The host that this build has made, on the build's Java. */
    public PackagedHost(Path folder) {
        this(BUILT, folder);
        if (!ARCHIVE_BEGUN.getAndSet(true)) {
            environment.remove(MARK); // whoever makes the archive goes on for a while, and is no leftover of a test
            run("--version");
            with(MARK, mark);
        }
    }

    /** Another one. */
    public PackagedHost(Path bin, Path folder) {
        this.bin = bin;
        try {
            cwd = Files.createDirectories(folder.resolve("work"));
            Files.createDirectories(folder.resolve("home"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Optional.ofNullable(System.getenv("PATH")).ifPresent(path -> with("PATH", path));
        with("HOME", folder.resolve("home").toString());
        with("TERMAL_HOME", folder.resolve("termal").toString());
        with("TERMAL_JAVA", System.getProperty("java.home"));
        with("XDG_CACHE_HOME", CACHE.toString());
        with("LC_ALL", "C.UTF-8");
        with(MARK, mark);
    }

    /** Another Java. */
    public PackagedHost on(Jdk jdk) {
        return with("TERMAL_JAVA", jdk.home().toString());
    }

    /** A further variable in its environment, which is otherwise all but empty. */
    public PackagedHost with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** The working folder. */
    public Path cwd() {
        return cwd;
    }

    /** TermAl's home. */
    public Path home() {
        return Path.of(environment.get("TERMAL_HOME"));
    }

    /** Writes the config file. */
    public PackagedHost config(String json) {
        try {
            Files.createDirectories(home());
            Files.writeString(home().resolve("config.json"), json);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts it with pipes for its three streams. */
    public HostRun start(String... args) {
        return start(List.of(bin.toString()), Redirect.PIPE, args);
    }

    /** Runs it to its end with its standard output in a file; its standard input is empty. */
    public Ended runInto(Path out, String... args) {
        return start(List.of(bin.toString()), Redirect.to(out.toFile()), args)
                .closeInput()
                .end();
    }

    /** Starts a program of the tests' own that has the packaged host as its library. */
    public HostRun embed(Class<?> main, String... args) {
        String lib = bin.resolveSibling("../lib").normalize().toString();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = Path.of("target", "test-classes").toAbsolutePath().toString();
        List<String> command =
                List.of(java, "-p", lib, "--add-modules", "dev.termal.host", "-cp", classes, main.getName());
        return start(command, Redirect.PIPE, args);
    }

    private HostRun start(List<String> program, Redirect out, String... args) {
        List<String> command = new ArrayList<>(program);
        command.addAll(List.of(args));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(cwd.toFile()).redirectOutput(out);
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            return new HostRun(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs it to its end; its standard input is empty. */
    public Ended run(String... args) {
        return start(args).closeInput().end();
    }

    /** The same for arguments in one string without blanks in them, and one more. */
    public Ended run(String args, String prompt) {
        List<String> words = new ArrayList<>(Arrays.asList(args.split(" ")));
        words.add(prompt);
        return run(words.toArray(String[]::new));
    }

    /** The living processes that carry the mark. */
    public List<ProcessHandle> processes() {
        return ProcessHandle.allProcesses().filter(this::isMarked).toList();
    }

    private boolean isMarked(ProcessHandle process) {
        try {
            byte[] variables = Files.readAllBytes(Path.of("/proc/" + process.pid() + "/environ"));
            return Arrays.asList(new String(variables, StandardCharsets.ISO_8859_1).split("\0"))
                    .contains(MARK + "=" + mark);
        } catch (IOException e) {
            return false; // it has ended, or is another user's
        }
    }

    /** Waits until nothing is alive that it started. */
    public void awaitNothingLeft() {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LEFTOVER_SECONDS);
        List<ProcessHandle> left = processes();
        while (!left.isEmpty() && System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20)); // of foreign processes nobody tells the end
            left = processes();
        }
        if (!left.isEmpty()) {
            throw new AssertionError("left behind: " + describe(left));
        }
    }

    private static String describe(List<ProcessHandle> processes) {
        return processes.stream()
                .map(process ->
                        process.pid() + " " + process.info().commandLine().orElse("?"))
                .collect(Collectors.joining("\n"));
    }

    /** Fails where something is left, and ends it. */
    @Override
    public void close() {
        try {
            awaitNothingLeft();
        } finally {
            processes().forEach(ProcessHandle::destroyForcibly);
        }
    }
}

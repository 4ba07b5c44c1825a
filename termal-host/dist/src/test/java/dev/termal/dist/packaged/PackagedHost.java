package dev.termal.dist.packaged;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs {@code bin/termal} of a packaged host as a person would: in a folder, a home and a TermAl home of its own. All that it
 * starts carries a mark in its environment, by which leftovers are found when it is closed. For Linux, since it looks into
 * {@code /proc}.
 */
public final class PackagedHost implements AutoCloseable {
    private static final Path BUILT = Path.of(System.getProperty("termal.dist"), "bin", "termal");

    /** Shared by all, so that runs start from the class-data archive that the first one had made. */
    private static final Path CACHE = Path.of("target", "launcher-cache").toAbsolutePath();

    private static final AtomicBoolean ARCHIVE_BEGUN = new AtomicBoolean();

    private final Path bin;
    private final Mark mark = new Mark();
    private final Path cwd;
    private final Map<String, String> environment = new HashMap<>();

    /** The host that this build has made, on the build's Java. */
    public PackagedHost(Path folder) {
        this(BUILT, folder);
        if (!ARCHIVE_BEGUN.getAndSet(true)) {
            Mark.clear(environment); // whoever makes the archive goes on for a while, and is no leftover of a test
            run("--version");
            mark.set(environment);
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
        mark.set(environment);
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
        String classes = Path.of("target", "test-classes").toAbsolutePath().toString();
        List<String> words =
                new ArrayList<>(List.of("-p", lib, "--add-modules", "dev.termal.host", "-cp", classes, main.getName()));
        words.addAll(List.of(args));
        return java(Jdk.own(), words);
    }

    /** Starts any Java program where the host would run, with the same environment. */
    HostRun java(Jdk jdk, List<String> words) {
        return start(List.of(jdk.home().resolve("bin/java").toString()), Redirect.PIPE, words.toArray(String[]::new));
    }

    /** Starts it, with an empty standard input, for who reads its standard output when it pleases. */
    public Process unread(String... args) {
        Process process = process(List.of(bin.toString()), Redirect.PIPE, args);
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return process;
    }

    private HostRun start(List<String> program, Redirect out, String... args) {
        return new HostRun(process(program, out, args));
    }

    private Process process(List<String> program, Redirect out, String... args) {
        List<String> command = new ArrayList<>(IgnoredSignals.UNDONE);
        command.addAll(program);
        command.addAll(List.of(args));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(cwd.toFile()).redirectOutput(out);
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A command line that runs it in its folder and its environment, with further variables; for who starts it otherwise. */
    public List<String> command(List<String> variables, String... args) {
        List<String> command = new ArrayList<>(List.of("env", "-i", "-C", cwd.toString(), "TERM=screen-256color"));
        environment.forEach((name, value) -> command.add(name + "=" + value));
        command.addAll(variables);
        command.add(bin.toString());
        command.addAll(List.of(args));
        return command;
    }

    /** Runs it to its end; its standard input is empty. */
    public Ended run(String... args) {
        return start(args).closeInput().end();
    }

    /** Runs it to its end with its standard input closed, as some schedulers do. */
    public Ended runWithClosedInput(String... args) {
        return start(List.of("sh", "-c", "exec \"$0\" \"$@\" <&-", bin.toString()), Redirect.PIPE, args)
                .end();
    }

    /** The same as {@link #run} for arguments in one string without blanks in them, and one more. */
    public Ended run(String args, String prompt) {
        List<String> words = new ArrayList<>(Arrays.asList(args.split(" ")));
        words.add(prompt);
        return run(words.toArray(String[]::new));
    }

    /** The living processes that carry the mark. */
    public List<ProcessHandle> processes() {
        return mark.processes();
    }

    /** Waits until nothing is alive that it started. */
    public void awaitNothingLeft() {
        mark.awaitNothingLeft();
    }

    /** Fails where something is left, and ends it. */
    @Override
    public void close() {
        awaitNothingLeft();
    }
}

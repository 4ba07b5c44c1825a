package dev.termal.dist.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A small world for the launcher: a copy of it, JDKs that are shell scripts, a PATH with nothing on it but the tools
 * the launcher may use, an empty home. The places where JDKs are looked for are moved into the sandbox.
 */
final class LauncherSandbox {

    /** How long a test waits for what must come; no test expects it to pass. */
    static final long HANG_GUARD_SECONDS = 60;

    private static final String[] TOOLS = {
        "cat",
        "chmod",
        "cksum",
        "find",
        "head",
        "ls",
        "ln",
        "mkdir",
        "mktemp",
        "mv",
        "nice",
        "readlink",
        "rm",
        "sed",
        "seq",
        "setsid",
        "sh",
        "sleep",
        "stat",
        "tail",
        "touch",
        "uname"
    };

    /** Prints its number, its arguments and its input; ends with the code after the word "exit". */
    static final String ECHOING_JAVA = """
            #!/bin/sh
            echo "pid $$"
            for arg in "$@"; do
                echo "arg [$arg]"
                [ "${last-}" != exit ] || code=$arg
                last=$arg
            done
            sed 's/^/in /'
            exit ${code-0}
            """;

    /** As above; and when told to make an archive it does, and notes so in the file {@code trained} beside itself. */
    static final String TRAINING_JAVA = """
            #!/bin/sh
            for arg in "$@"; do
                case $arg in
                -XX:AOTCacheOutput=* | -XX:ArchiveClassesAtExit=*)
                    echo "$TERMAL_HOME" >>"${0%/*}/trained"
                    echo archive >"${arg#*=}"
                    exit 0
                    ;;
                esac
            done
            """ + ECHOING_JAVA.substring(ECHOING_JAVA.indexOf('\n') + 1);

    final Path dir;
    final Path home;
    final Path jvms;
    private final Path path;

    record Result(int exit, String out, String err, long pid) {
        List<String> args() {
            return out.lines()
                    .filter(line -> line.startsWith("arg ["))
                    .map(line -> line.substring(5, line.length() - 1))
                    .toList();
        }
    }

    LauncherSandbox(Path dir) throws IOException {
        this.dir = dir.toRealPath();
        home = Files.createDirectories(this.dir.resolve("home"));
        jvms = Files.createDirectories(this.dir.resolve("jvms"));
        path = Files.createDirectories(this.dir.resolve("tools"));
        for (String tool : TOOLS) {
            for (String place : List.of("/usr/bin/", "/bin/")) {
                if (Files.isExecutable(Path.of(place + tool))) {
                    onPath(tool, "#!/bin/sh\nexec " + place + tool + " \"$@\"\n");
                    break;
                }
            }
        }
    }

    /** An installation, as the release archive unpacks; answers its {@code bin/termal}. */
    Path install(String name) throws IOException {
        Path installed = dir.resolve(name);
        Files.createDirectories(installed.resolve("lib"));
        Files.createFile(installed.resolve("lib/termal-host-1.jar"));
        return launcher(installed.resolve("bin/termal"));
    }

    /** A checkout that is not built yet; answers its {@code termal}. */
    Path checkout(String name) throws IOException {
        Path root = dir.resolve(name);
        Files.createDirectories(root.resolve("termal-host/dist"));
        Files.createFile(root.resolve("pom.xml"));
        Files.createFile(root.resolve("termal-host/dist/pom.xml"));
        Files.createDirectories(root.resolve("termal-host/src/main/java"));
        return launcher(root.resolve("termal"));
    }

    private Path launcher(Path file) throws IOException {
        String text = Files.readString(Path.of(System.getProperty("termal.root"), "termal"));
        for (String place : List.of("/usr/lib/jvm/", "/usr/java/", "/Library/Java/", "/opt/homebrew/")) {
            text = text.replace(" " + place, " \"" + jvms + "\"/");
        }
        return script(file, text);
    }

    /** A JDK whose {@code java} is this script; answers its home. */
    Path jdk(Path home, String version, String java) throws IOException {
        script(home.resolve("bin/java"), java);
        script(home.resolve("bin/javac"), "#!/bin/sh\n");
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    /** A program on the launcher's PATH. */
    Path onPath(String name, String text) throws IOException {
        return script(path.resolve(name), text);
    }

    void linkOnPath(String name, Path target) throws IOException {
        Files.createSymbolicLink(path.resolve(name), target);
    }

    Path script(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return file;
    }

    Process start(Path launcher, Map<String, String> environment, String... args) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(launcher.toString());
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
        Map<String, String> env = new TreeMap<>(Map.of(
                "PATH", path.toString(), "HOME", home.toString(), "TMPDIR", dir.toString(), "LC_ALL", "C.UTF-8"));
        env.putAll(environment);
        builder.environment().clear();
        builder.environment().putAll(env);
        return builder.start();
    }

    Result run(Path launcher, Map<String, String> environment, String... args) throws Exception {
        return run("", launcher, environment, args);
    }

    Result run(String input, Path launcher, Map<String, String> environment, String... args) throws Exception {
        return finish(input, start(launcher, environment, args));
    }

    Result finish(String input, Process process) throws Exception {
        try (var in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // it ended without reading: then its output says why
        }
        var err = CompletableFuture.supplyAsync(() -> read(process.getErrorStream()));
        String out = read(process.getInputStream());
        if (!process.waitFor(HANG_GUARD_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the launcher hangs; so far: " + out);
        }
        return new Result(process.exitValue(), out, err.get(), process.pid());
    }

    private static String read(InputStream in) {
        try {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path cache() {
        return home.resolve(".cache/termal");
    }

    /** The files in the cache whose names end so. */
    List<Path> cached(String end) throws IOException {
        if (!Files.isDirectory(cache())) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(cache())) {
            return files.filter(f -> f.getFileName().toString().endsWith(end)).toList();
        }
    }

    /** Waits for what another process will do. */
    /** Waits until no trainer of this sandbox runs any more: one still at work would write while the folder is removed. */
    void awaitQuiet() throws Exception {
        await(
                "the end of what runs in the background",
                () -> ProcessHandle.allProcesses()
                        .map(process -> process.info().commandLine().orElse(""))
                        .noneMatch(line -> line.contains(dir.toString())));
    }

    static void await(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(HANG_GUARD_SECONDS);
        while (!condition.call()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("never: " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }
}

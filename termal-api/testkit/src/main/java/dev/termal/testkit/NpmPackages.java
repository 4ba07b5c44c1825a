package dev.termal.testkit;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * Published agents and their like, installed from npm into a cache outside of the repository: one folder a version, installed once, also where
 * several builds run at a time.
 *
 * <p>Where npm is missing or fails, the test is skipped with the reason; with {@code -Dtermal.required=all} it fails.
 */
public final class NpmPackages {
    private static final long INSTALL_MINUTES = 10;
    private static final String NODE = "22.23.3";

    private NpmPackages() {}

    /**
     * The executable of a package.
     *
     * @param name such as {@code @google/gemini-cli}
     * @param bin the executable's name
     */
    public static Path executable(String name, String version, String bin) throws IOException, InterruptedException {
        Path executable = folder(name, version).resolve(".bin").resolve(bin);
        if (!Files.isExecutable(executable)) {
            skip(name + "@" + version + " has no executable " + executable);
        }
        return executable;
    }

    /** The {@code node_modules} of a package and what it needs, for one whose executable is made by a script of its own. */
    public static Path folder(String name, String version) throws IOException, InterruptedException {
        Path folder = cache().resolve(name.replaceAll(".*/", "") + "-" + version);
        if (!Files.exists(folder.resolve(".complete"))) {
            install(name + "@" + version, folder);
        }
        return folder.resolve("node_modules");
    }

    /** A Node for packages that need a newer one than this machine may have. */
    public static Path node() throws IOException, InterruptedException {
        // What the package "node" installs by a script of its own.
        return executable("node-linux-" + architecture(), NODE, "node");
    }

    /** This machine's, as npm packages call it. */
    public static String architecture() {
        return System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64";
    }

    private static Path cache() {
        String given = System.getenv("TERMAL_TEST_CACHE");
        return given == null || given.isBlank()
                ? Path.of(System.getProperty("user.home"), ".cache", "termal-test")
                : Path.of(given);
    }

    // Within one JVM a second lock of the same file is an error, between several it waits.
    private static synchronized void install(String what, Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        try (FileChannel channel =
                        FileChannel.open(folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = channel.lock()) {
            Path complete = folder.resolve(".complete");
            if (held.isValid() && !Files.exists(complete)) {
                npm(what, folder);
                Files.createFile(complete);
            }
        }
    }

    private static void npm(String what, Path folder) throws IOException, InterruptedException {
        Path log = folder.resolve("npm.log");
        ProcessBuilder npm = new ProcessBuilder(List.of(
                        "npm",
                        "install",
                        "--prefix",
                        folder.toString(),
                        "--ignore-scripts",
                        "--no-audit",
                        "--no-fund",
                        what))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(nothing()));
        Process process;
        try {
            process = npm.start();
        } catch (IOException e) {
            skip("npm cannot be started: " + e.getMessage());
            throw e;
        }
        try {
            if (!process.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES)) {
                skip("npm install " + what + " took more than " + INSTALL_MINUTES + " minutes");
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            skip("npm install " + what + " failed:\n" + Files.readString(log));
        }
    }

    private static File nothing() {
        return new File(System.getProperty("os.name").startsWith("Windows") ? "NUL" : "/dev/null");
    }

    private static void skip(String reason) {
        if ("all".equals(System.getProperty("termal.required"))) {
            fail(reason);
        }
        System.err.println("skipped: " + reason);
        Assumptions.abort(reason);
    }
}

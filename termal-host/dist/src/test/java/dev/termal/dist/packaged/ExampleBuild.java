package dev.termal.dist.packaged;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Builds the examples of {@code docs/examples} as a stranger would: each alone, with its own pom, against artefacts in a local
 * repository. That repository is a throw-away: ours are copied into it, whatever else the user's own has is linked.
 */
final class ExampleBuild {
    private static final Path ROOT = Path.of(System.getProperty("termal.root"));
    private static final String VERSION = System.getProperty("termal.version");
    private static final Path TARGET = Path.of("target", "examples").toAbsolutePath();
    private static final long HANG_GUARD_SECONDS = 280;

    private final Path repository = TARGET.resolve("repository");

    ExampleBuild() throws IOException {
        remove(TARGET);
        Path own = Path.of(System.getProperty("termal.maven.repository"));
        linkAll(own, repository, "dev");
        linkAll(own.resolve("dev"), repository.resolve("dev"), "termal");
        install("termal", ROOT.resolve("pom.xml"));
        install("termal-api", ROOT.resolve("termal-api/pom.xml"));
        install("termal-testkit", ROOT.resolve("termal-api/testkit/pom.xml"));
        for (String module : List.of("termal-host", "engine-acp", "engine-streamjson", "agent-gemini")) {
            install(module, ROOT.resolve(module).resolve("pom.xml"));
        }
    }

    private static void linkAll(Path from, Path to, String but) throws IOException {
        Files.createDirectories(to);
        if (!Files.isDirectory(from)) {
            return;
        }
        try (Stream<Path> entries = Files.list(from)) {
            for (Path entry : entries.filter(e -> !e.endsWith(but)).toList()) {
                Files.createSymbolicLink(to.resolve(entry.getFileName()), entry);
            }
        }
    }

    private void install(String artifact, Path pom) throws IOException {
        Path folder = Files.createDirectories(
                repository.resolve("dev/termal").resolve(artifact).resolve(VERSION));
        String name = artifact + "-" + VERSION;
        Files.copy(pom, folder.resolve(name + ".pom"));
        Path jar = pom.resolveSibling("target").resolve(name + ".jar");
        if (!artifact.equals("termal")) { // the parent is a pom alone
            Files.copy(jar, folder.resolve(name + ".jar"));
        }
    }

    /** Begins to build an example; gives its target folder. */
    CompletableFuture<Path> build(String example) throws IOException {
        Path folder = TARGET.resolve(example);
        copy(ROOT.resolve("docs/examples").resolve(example), folder);
        File log = TARGET.resolve(example + ".log").toFile();
        List<String> command = List.of(
                System.getProperty("termal.maven"),
                "-q",
                "-B",
                "-Dmaven.repo.local=" + repository,
                "-DargLine=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC", // its tests run for seconds
                "package");
        Process maven = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        maven.getOutputStream().close();
        return maven.onExit().orTimeout(HANG_GUARD_SECONDS, TimeUnit.SECONDS).handle((ended, hangs) -> {
            maven.destroyForcibly();
            if (hangs != null || ended.exitValue() != 0) {
                throw new AssertionError("example " + example + " does not build: " + read(log.toPath()), hangs);
            }
            return folder.resolve("target");
        });
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Copies a folder of sources, without what was built in it. */
    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path relative = from.relativize(file);
                if (!relative.startsWith("target")) {
                    Files.createDirectories(to.resolve(relative).getParent());
                    Files.copy(file, to.resolve(relative), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private static void remove(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) { // which does not follow the links
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}

package dev.termal.dist.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.PackagedHost.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packaged host through its launcher, on the build's Java and on 25. */
@DisabledOnOs(OS.WINDOWS)
class PackagedHostIT {

    private static final Map<String, String> NO_ARCHIVE = Map.of("TERMAL_ARCHIVE", "off");

    @TempDir
    Path home;

    static Stream<Jdk> jdks() {
        return Jdk.all();
    }

    @BeforeAll
    static void sayWhatIsMissing() {
        if (Jdk.find(25).isEmpty()) {
            System.out.println(
                    "SKIPPED: no JDK 25 on this machine, the packaged host is tried on the build's Java alone");
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void tellsItsVersion(Jdk jdk) throws Exception {
        Result r = PackagedHost.built(jdk, home).run(NO_ARCHIVE, "--version");
        assertEquals(0, r.exit(), r::toString);
        assertTrue(r.out().contains(System.getProperty("termal.version")), r::toString);
        assertEquals("", r.err());
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void takesATurnWithoutAWarningOfTheJvm(Jdk jdk) throws Exception {
        Result r = PackagedHost.built(jdk, home).run(NO_ARCHIVE, "run", "-a", "demo", "good morning");
        assertEquals(0, r.exit(), r::toString);
        assertTrue(r.out().contains("good morning"), r::toString);
        assertFalse((r.out() + r.err()).contains("WARNING"), r::toString);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void startsFromItsArchiveAndSurvivesABrokenOne(Jdk jdk) throws Exception {
        PackagedHost host = PackagedHost.built(jdk, home);
        Result plain = host.run(Map.of(), "--version");
        Path archive = awaitArchive(host);
        Path log = home.resolve("classes.log");
        Result fast = host.run(Map.of("TERMAL_JAVA_OPTS", "-Xlog:class+load:file=" + log), "--version");
        assertEquals(plain, fast);
        try (Stream<String> lines = Files.lines(log)) {
            assertTrue(
                    lines.anyMatch(
                            line -> line.contains("dev.termal.host.cli.Main") && line.contains("shared objects")),
                    () -> "its main class did not come from " + archive);
        }
        assertTrue(archive.toFile().setWritable(true));
        Files.writeString(archive, "no archive at all");
        assertEquals(plain, host.run(Map.of(), "--version"));
    }

    /** Also that the user's arguments are the last words of the command line, and that Ctrl-C arrives. */
    @ParameterizedTest
    @MethodSource("jdks")
    void isTheJavaProcessItself(Jdk jdk) throws Exception {
        Process process = PackagedHost.built(jdk, home)
                .start(NO_ARCHIVE, "run", "-a", "demo", "-o", "json", "slow:60000 two words");
        var out = process.inputReader();
        String line;
        do {
            line = out.readLine();
        } while (line != null && !line.contains("\"turn_started\""));
        Path commandLine = Path.of("/proc/" + process.pid() + "/cmdline");
        if (Files.exists(commandLine)) {
            List<String> words = Arrays.asList(Files.readString(commandLine).split("\0"));
            int main = words.indexOf("-m");
            assertEquals(
                    List.of(
                            "dev.termal.host/dev.termal.host.cli.Main",
                            "run",
                            "-a",
                            "demo",
                            "-o",
                            "json",
                            "slow:60000 two words"),
                    words.subList(main + 1, words.size()));
        }
        new ProcessBuilder("kill", "-s", "INT", String.valueOf(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        assertEquals(130, PackagedHost.finish(process).exit());
    }

    private static Path awaitArchive(PackagedHost host) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (System.nanoTime() < end) {
            List<String> names = Files.isDirectory(host.cache())
                    ? List.of(host.cache().toFile().list())
                    : List.of();
            if (names.size() == 1
                    && (names.get(0).endsWith(".jsa") || names.get(0).endsWith(".aot"))) {
                return host.cache().resolve(names.get(0));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
        throw new AssertionError("no archive in " + host.cache());
    }
}

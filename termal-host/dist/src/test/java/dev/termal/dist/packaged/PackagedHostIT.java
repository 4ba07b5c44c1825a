package dev.termal.dist.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packaged host through its launcher, on the build's Java and on 25. */
class PackagedHostIT extends RunTest {

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
    void tellsItsVersion(Jdk jdk) {
        Ended r = host.on(jdk).with("TERMAL_ARCHIVE", "off").run("--version");
        assertEquals(0, r.exit(), r::toString);
        assertTrue(r.out().contains(System.getProperty("termal.version")), r::toString);
        assertEquals(2, r.out().lines().count(), r::toString);
        assertEquals("", r.err());
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void takesATurnWithoutAWarningOfTheJvm(Jdk jdk) {
        Ended r = host.on(jdk).with("TERMAL_ARCHIVE", "off").run("run -a demo", "good morning");
        assertEquals(0, r.exit(), r::toString);
        assertTrue(r.out().contains("good morning"), r::toString);
        assertFalse((r.out() + r.err()).contains("WARNING"), r::toString);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void startsFromItsArchiveAndSurvivesABrokenOne(Jdk jdk) throws Exception {
        Path cache = folder.resolve("cache");
        host.on(jdk).with("XDG_CACHE_HOME", cache.toString());
        Ended plain = host.run("--version");
        Path archive = awaitArchive(cache.resolve("termal"));
        Path log = folder.resolve("classes.log");
        Ended fast =
                host.with("TERMAL_JAVA_OPTS", "-Xlog:class+load:file=" + log).run("--version");
        assertEquals(plain, fast);
        try (Stream<String> lines = Files.lines(log)) {
            assertTrue(
                    lines.anyMatch(
                            line -> line.contains("dev.termal.host.cli.Main") && line.contains("shared objects")),
                    () -> "its main class did not come from " + archive);
        }
        assertTrue(archive.toFile().setWritable(true));
        Files.writeString(archive, "no archive at all");
        assertEquals(plain, host.run("--version"));
    }

    /** Also that the user's arguments are the last words of the command line, and that Ctrl-C arrives. */
    @ParameterizedTest
    @MethodSource("jdks")
    void isTheJavaProcessItself(Jdk jdk) throws Exception {
        HostRun run = host.on(jdk).start("run", "-a", "demo", "-o", "json", "slow:60000 two words");
        run.await("turn_started");
        List<String> words = Arrays.asList(
                Files.readString(Path.of("/proc/" + run.pid() + "/cmdline")).split("\0"));
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
        Ended r = run.interrupt().end();
        assertEquals(130, r.exit(), r::toString);
        assertEquals("cancelled", r.outcome());
    }

    private static Path awaitArchive(Path cache) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (System.nanoTime() < end) {
            List<String> names =
                    Files.isDirectory(cache) ? List.of(cache.toFile().list()) : List.of();
            if (names.size() == 1
                    && (names.get(0).endsWith(".jsa") || names.get(0).endsWith(".aot"))) {
                return cache.resolve(names.get(0));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
        throw new AssertionError("no archive in " + cache);
    }
}

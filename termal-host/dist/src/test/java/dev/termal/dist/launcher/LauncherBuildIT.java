package dev.termal.dist.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.launcher.LauncherSandbox.Result;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** In a checkout the launcher builds what is missing; here with a Maven that is a shell script. */
@DisabledOnOs(OS.WINDOWS)
class LauncherBuildIT {

    private static final Map<String, String> ENV = Map.of("TERMAL_ARCHIVE", "off");

    /** Notes each build, waits for the file "go", and leaves what the real one leaves. */
    private static final String MAVEN = """
            #!/bin/sh
            echo "noise of Maven"
            cat >>read
            echo "$*" >>builds
            while [ ! -e go ]; do sleep 0.1; done
            mkdir -p termal-host/dist/target/dist/lib
            touch termal-host/dist/target/dist/lib/termal-host-1.jar termal-host/dist/target/dist/.complete
            """;

    @TempDir
    Path temp;

    private LauncherSandbox box;
    private Path termal;
    private Path root;

    @BeforeEach
    void checkOut() throws Exception {
        box = new LauncherSandbox(temp);
        termal = box.checkout("check out");
        root = termal.getParent();
        box.jdk(box.jvms.resolve("j"), "17", LauncherSandbox.ECHOING_JAVA);
        setBack(root.resolve("pom.xml"));
    }

    private static void setBack(Path file) throws Exception {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
    }

    private List<String> builds() throws Exception {
        Path builds = root.resolve("builds");
        return Files.exists(builds) ? Files.readAllLines(builds) : List.of();
    }

    private void go() throws Exception {
        Files.createFile(root.resolve("go"));
    }

    @Test
    void buildsOnTheFirstRunAndNotOnTheNext() throws Exception {
        box.onPath("mvn", MAVEN);
        go();
        Result first = box.run("typed\n", termal, ENV, "run", "x", "exit", "7");
        assertEquals(7, first.exit());
        assertEquals("building TermAl (first run)…\n", first.err());
        assertTrue(first.out().endsWith("in typed\n"), "the build took the input: " + first.out());
        assertFalse(first.out().contains("noise"), first.out());
        Result second = box.run(termal, ENV, "agents");
        assertEquals("", second.err());
        assertEquals(1, builds().size());
        assertTrue(
                second.args()
                        .contains(
                                root.resolve("termal-host/dist/target/dist/lib").toString()),
                second.out());
    }

    @Test
    void buildsAgainAfterAChange() throws Exception {
        box.onPath("mvn", MAVEN);
        go();
        box.run(termal, ENV, "agents");
        Path source = Files.createFile(root.resolve("termal-host/src/main/java/X.java"));
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plus(Duration.ofSeconds(2))));
        Result r = box.run(termal, ENV, "agents");
        assertEquals("building TermAl (sources changed)…\n", r.err());
        assertEquals(2, builds().size());
    }

    @Test
    void showsTheEndOfALogThatFailed() throws Exception {
        box.onPath(
                "mvn", "#!/bin/sh\nfor i in $(seq 1 100); do echo \"line $i\"; done\necho '[ERROR] broken'\nexit 1\n");
        Result r = box.run(termal, ENV, "agents");
        assertEquals(1, r.exit());
        assertEquals("", r.out());
        assertTrue(r.err().contains("line 100\n[ERROR] broken\n"), r.err());
        assertFalse(r.err().contains("line 50\n"), r.err());
        assertTrue(r.err().contains(root.resolve("target/build.log").toString()), r.err());
        assertFalse(Files.exists(root.resolve("target/build.lock")), "the lock is left behind");
    }

    @Test
    void saysThatMavenIsMissing() throws Exception {
        Result r = box.run(termal, ENV, "agents");
        assertEquals(1, r.exit());
        assertTrue(r.err().contains("Maven"), r.err());
        assertFalse(Files.exists(root.resolve("target/build.lock")), "the lock is left behind");
    }

    @Test
    void runsTheOldBuildWhenMavenHasGone() throws Exception {
        Path maven = box.onPath("mvn", MAVEN);
        go();
        box.run(termal, ENV, "agents");
        Files.delete(maven);
        Files.setLastModifiedTime(
                root.resolve("pom.xml"), FileTime.from(Instant.now().plus(Duration.ofSeconds(2))));
        Result r = box.run(termal, ENV, "agents", "exit", "4");
        assertEquals(4, r.exit());
        assertTrue(r.err().contains("running what was built before"), r.err());
    }

    @Test
    void twoFirstRunsBuildOnce() throws Exception {
        box.onPath("mvn", MAVEN);
        Process first = box.start(termal, ENV, "run", "exit", "1");
        first.getOutputStream().close();
        LauncherSandbox.await("the build", () -> builds().size() == 1);
        Process second = box.start(termal, ENV, "run", "exit", "2");
        awaitsTheOther(second);
        go();
        assertEquals(1, box.finish("", first).exit());
        assertEquals(2, box.finish("", second).exit());
        assertEquals(1, builds().size());
    }

    @Test
    void aKilledBuildIsTakenOver() throws Exception {
        box.onPath("mvn", MAVEN);
        Path lock = root.resolve("target/build.lock");
        Process killed = box.start(termal, ENV, "agents");
        LauncherSandbox.await(
                "the build",
                () -> builds().size() == 1 && Files.readAllLines(lock).size() == 2);
        long maven = Long.parseLong(Files.readAllLines(lock).get(1));
        killed.destroyForcibly().waitFor();
        Process next = box.start(termal, ENV, "agents", "exit", "5");
        awaitsTheOther(next); // the killed one's Maven still writes
        ProcessHandle.of(maven).orElseThrow().destroyForcibly();
        LauncherSandbox.await("the next build", () -> builds().size() == 2);
        go();
        assertEquals(5, box.finish("", next).exit());
        assertFalse(Files.exists(lock), "the lock is left behind");
    }

    @Test
    void ctrlCEndsTheBuildToo() throws Exception {
        box.onPath("mvn", MAVEN);
        Path lock = root.resolve("target/build.lock");
        Process p = box.start(termal, ENV, "agents");
        LauncherSandbox.await(
                "the build",
                () -> builds().size() == 1 && Files.readAllLines(lock).size() == 2);
        long maven = Long.parseLong(Files.readAllLines(lock).get(1));
        p.toHandle().destroy(); // which leaves the streams open
        assertEquals(143, box.finish("", p).exit());
        assertFalse(Files.exists(lock), "the lock is left behind");
        LauncherSandbox.await(
                "the end of Maven",
                () -> ProcessHandle.of(maven).filter(ProcessHandle::isAlive).isEmpty());
    }

    private static void awaitsTheOther(Process process) throws Exception {
        BufferedReader err = process.errorReader();
        assertEquals("termal: another process is building TermAl, waiting…", err.readLine());
    }
}

package dev.termal.dist.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.launcher.LauncherSandbox.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The class-data archive: made once, in the background, by nobody's notice. */
@DisabledOnOs(OS.WINDOWS)
class LauncherArchiveIT {

    @TempDir
    Path temp;

    private LauncherSandbox box;
    private Path termal;
    private Path trained;

    @BeforeEach
    void install() throws Exception {
        box = new LauncherSandbox(temp);
        termal = box.install("installed here");
        trained = box.jvms.resolve("j/bin/trained");
    }

    @AfterEach
    void awaitTrainers() throws Exception {
        box.awaitQuiet();
    }

    private void jdk(String version, String java) throws Exception {
        box.jdk(box.jvms.resolve("j"), version, java);
    }

    private Result run() throws Exception {
        Result r = box.run(termal, Map.of(), "agents");
        assertEquals(0, r.exit());
        assertEquals("", r.err());
        return r;
    }

    private Path awaitArchive(String end) throws Exception {
        LauncherSandbox.await(
                "an archive alone in the cache",
                () -> box.cached(end).size() == 1 && box.cached("").size() == 1);
        return box.cached(end).get(0);
    }

    @Test
    void isMadeOnceAndUsed() throws Exception {
        jdk("25.0.3", LauncherSandbox.TRAINING_JAVA);
        assertFalse(run().out().contains("-XX:AOTCache"));
        Path archive = awaitArchive(".aot");
        assertTrue(run().args().contains("-XX:AOTCache=" + archive));
        assertTrue(run().args().contains("-XX:AOTCache=" + archive));
        List<String> homes = Files.readAllLines(trained);
        assertEquals(1, homes.size());
        assertFalse(Files.exists(Path.of(homes.get(0))), "the trainer's home is left behind");
    }

    @Test
    void isOfTheOlderKindBefore25() throws Exception {
        jdk("17.0.15", LauncherSandbox.TRAINING_JAVA);
        run();
        Path archive = awaitArchive(".jsa");
        assertTrue(run().args().contains("-XX:SharedArchiveFile=" + archive));
    }

    @Test
    void isMadeAnewForOtherJars() throws Exception {
        jdk("25", LauncherSandbox.TRAINING_JAVA);
        run();
        Path old = awaitArchive(".aot");
        Files.writeString(box.dir.resolve("installed here/lib/termal-host-1.jar"), "other");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(30))));
        assertFalse(run().out().contains("-XX:AOTCache"));
        LauncherSandbox.await(
                "the new archive", () -> Files.readAllLines(trained).size() == 2);
        assertFalse(awaitArchive(".aot").equals(old), "the old archive is left behind");
    }

    @Test
    void aKilledTrainersLockIsVoid() throws Exception {
        jdk("25", """
                #!/bin/sh
                case "$*" in *AOTCacheOutput*) echo >"${0%/*}/hanging"; exec sleep 600 ;; esac
                """);
        run();
        LauncherSandbox.await(
                "a trainer",
                () -> Files.exists(trained.resolveSibling("hanging"))
                        && box.cached(".lock").size() == 1
                        && Files.readAllLines(box.cached(".lock").get(0)).size() == 2);
        Path lock = box.cached(".lock").get(0);
        for (String pid : Files.readAllLines(lock)) {
            ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
        }
        assertTrue(Files.exists(lock), "it was killed, not asked to end");
        // the same JDK, since the same release file, but it no longer hangs
        box.script(box.jvms.resolve("j/bin/java"), LauncherSandbox.TRAINING_JAVA);
        LauncherSandbox.await("an archive, by whoever starts next", () -> {
            run();
            return !box.cached(".aot").isEmpty();
        });
        String key = lock.getFileName().toString().replace(".lock", "");
        assertEquals(key + ".aot", awaitArchive(".aot").getFileName().toString());
    }

    @Test
    void oneTrainerAtATimeAndNeverAChildOfTheHost() throws Exception {
        jdk("25", """
                #!/bin/sh
                case "$*" in *AOTCacheOutput*) echo >>"${0%/*}/hanging"; exec sleep 600 ;; esac
                cat
                """);
        Process host = box.start(termal, Map.of(), "agents");
        Path hanging = trained.resolveSibling("hanging");
        LauncherSandbox.await(
                "a trainer",
                () -> Files.exists(hanging)
                        && box.cached(".lock").size() == 1
                        && Files.readAllLines(box.cached(".lock").get(0)).size() == 2);
        List<Long> trainer = Files.readAllLines(box.cached(".lock").get(0)).stream()
                .map(Long::valueOf)
                .toList();
        try {
            assertEquals(
                    List.of(),
                    host.descendants()
                            .map(ProcessHandle::pid)
                            .filter(trainer::contains)
                            .toList());
            run();
            LauncherSandbox.await(
                    "the second trainer's end", () -> box.cached("").size() == 1);
            assertEquals(1, Files.readAllLines(hanging).size());
        } finally {
            trainer.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
            box.finish("", host);
        }
    }

    @Test
    void aTrainingThatFailsIsNotRepeatedAtEachStart() throws Exception {
        jdk("25", """
                #!/bin/sh
                case "$*" in *AOTCacheOutput*) echo >>"${0%/*}/trained"; exit 1 ;; esac
                """);
        run();
        LauncherSandbox.await(
                "the note of the failure", () -> box.cached(".failed").size() == 1);
        LauncherSandbox.await("the trainer's end", () -> box.cached("").size() == 1);
        run();
        run();
        assertEquals(1, Files.readAllLines(trained).size());
    }

    @Test
    void aCacheThatCannotBeWrittenIsNoMatter() throws Exception {
        jdk("25", LauncherSandbox.TRAINING_JAVA);
        Path file = Files.createFile(box.dir.resolve("file"));
        Result r = box.run(termal, Map.of("XDG_CACHE_HOME", file.toString()), "agents", "exit", "3");
        assertEquals(3, r.exit());
        assertEquals("", r.err());
        assertFalse(r.out().contains("-XX:AOTCache"));
        assertFalse(Files.exists(trained));
    }

    @Test
    void canBeSwitchedOff() throws Exception {
        jdk("25", LauncherSandbox.TRAINING_JAVA);
        run();
        awaitArchive(".aot");
        Result r = box.run(termal, Map.of("TERMAL_ARCHIVE", "off"), "agents");
        assertFalse(r.out().contains("-XX:AOTCache"));
    }
}

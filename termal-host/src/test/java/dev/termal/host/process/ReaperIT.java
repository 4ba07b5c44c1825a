package dev.termal.host.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Journals that name processes which are somebody else's by now. */
@Timeout(60)
final class ReaperIT {
    private static final ProcessIdentity DEAD = new ProcessIdentity(1, "long ago");

    @TempDir
    Path folder;

    private Process stranger;

    @BeforeEach
    void startStranger() throws IOException {
        assumeTrue(ProcFs.available(), "needs Linux: start times are read from /proc");
        stranger = new ProcessBuilder("setsid", "sleep", "600").start();
    }

    @AfterEach
    void endStranger() {
        stranger.destroyForcibly();
    }

    private void journal(ProcessIdentity process, ProcessIdentity host, String machine) {
        new ProcessJournal(folder)
                .add(new ProcessJournal.Entry(ProcessMarker.next(), Shell.AGENT, process, host, machine));
    }

    private static String thisMachine() {
        return ProcFs.hostName().orElseThrow();
    }

    @Test
    @Tag("END-03")
    void aStrangerThatWasGivenThePidIsNotTouched() throws IOException {
        journal(new ProcessIdentity(stranger.pid(), "1@another boot"), DEAD, thisMachine());
        Reaper reaper = new Reaper(folder);
        assertEquals(List.of(), reaper.reap());
        assertTrue(stranger.isAlive());
        assertEquals(0, entries());
    }

    @Test
    void theSameProcessIsEnded() throws Exception {
        journal(ProcessIdentity.of(stranger.toHandle()), DEAD, thisMachine());
        assertEquals(1, new Reaper(folder).reap().size());
        assertEquals(143, stranger.waitFor());
    }

    @Test
    void entriesOfLivingHostsAndOfOtherMachinesAreLeftAlone() throws IOException {
        journal(ProcessIdentity.of(stranger.toHandle()), ProcessIdentity.current(), thisMachine());
        journal(ProcessIdentity.of(stranger.toHandle()), DEAD, "elsewhere");
        assertEquals(List.of(), new Reaper(folder).reap());
        assertTrue(stranger.isAlive());
        assertEquals(2, entries());
    }

    @Test
    void whatIsNoEntryIsLeftAlone() throws IOException {
        Path processes = Files.createDirectories(folder.resolve("processes"));
        Files.writeString(processes.resolve("notes.json"), "mine");
        Files.writeString(processes.resolve("0123456789abcdef01234567.1.json"), "{\"agent\":");
        assertEquals(List.of(), new Reaper(folder).reap());
        assertEquals(2, entries());
    }

    private long entries() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("processes"))) {
            return files.count();
        }
    }
}

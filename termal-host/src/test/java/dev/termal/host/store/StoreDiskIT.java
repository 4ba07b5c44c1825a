package dev.termal.host.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.termal.api.AgentException;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Disks that are full or cannot be written, for real. */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
class StoreDiskIT {
    @TempDir
    private Path folder;

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    /** The process's files may not grow beyond this: as with a quota, writing fails amid a session. */
    @Test
    void aSessionGoesOnWhereTheDiskDoesNot() throws Exception {
        try (StoreChild first = StoreChild.start(ChildClasses.here(), List.of(), folder, 7, 1)) {
            assertEquals(0, first.await(), "and unpacks what is larger than that");
        }
        String notice = "";
        String last = "";
        try (StoreChild child = StoreChild.start(
                ChildClasses.here(), List.of("sh", "-c", "ulimit -f 400; exec \"$@\"", "sh"), folder, 7, 200)) {
            for (Optional<String> line = child.line(); line.isPresent(); line = child.line()) {
                last = line.get();
                notice = last.contains("not kept") ? last : notice;
            }
            assertEquals(0, child.await(), "it went on to its end");
        }
        assertTrue(notice.contains("from here on the session is not kept: "), notice);
        assertTrue(last.contains("\"turn_ended\""), last);
        whatIsKeptIsWhole();
    }

    @Test
    void aFullDiskIsNamedAndWithRoomAgainSessionsAreKeptAgain() throws Exception {
        onDiskOf("1m", small -> {
            try (StoreRig rig = new StoreRig(small)) {
                StoreRig.Sink sink = StoreRig.into(rig.store.create(StoreRig.session("")));
                String text = "word ".repeat(2_000);
                for (int i = 0; i < 200 && sink.failure.isEmpty(); i++) {
                    sink.turn("go", i + text);
                }
                String why = sink.failure.orElseThrow();
                assertTrue(why.startsWith("no room is left to keep sessions in " + small), why);
                sink.journal.close();
                assertEquals(1, rig.all().size(), "what is kept can be read");
            }
            run("mount", "-o", "remount,size=8m", small.toString());
            try (StoreRig rig = new StoreRig(small)) {
                StoredSession session = rig.all().get(0);
                SessionJournal again = rig.open(session.key());
                StoreRig.talk(again, "is there room?", "yes");
                again.close();
                assertEquals(1, rig.store.search("room", 10).size());
            }
        });
    }

    @Test
    void aDiskThatMayOnlyBeReadIsRead() throws Exception {
        onDiskOf("4m", disk -> {
            try (StoreRig rig = new StoreRig(disk)) {
                SessionJournal journal = rig.store.createNamed(StoreRig.session("s"));
                StoreRig.talk(journal, "hello", "hi");
                journal.close();
            }
            run("mount", "-o", "remount,ro", disk.toString());
            try (StoreRig rig = new StoreRig(disk)) {
                SessionKey key = rig.all().get(0).key();
                assertEquals(3, rig.store.last(key, 10).entries().size());
                assertEquals(1, rig.store.search("hello", 10).size());
                StoreRig.Sink sink = StoreRig.into(rig.store.create(StoreRig.session("")));
                sink.add(StoreRig.started("go")).kept();
                assertTrue(sink.failure.orElseThrow().contains("cannot be"), sink.failure::toString);
            }
        });
    }

    /** What is done on a disk. */
    private interface Work {
        void on(Path disk) throws Exception;
    }

    private void onDiskOf(String size, Work work) throws Exception {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", disk.toString()) == 0, "may not mount");
        try {
            work.on(disk);
        } finally {
            run("umount", disk.toString());
        }
    }

    private void whatIsKeptIsWhole() throws Exception {
        try (Database database = Database.connect(folder.resolve("termal.db"))) {
            assertEquals(List.of("ok"), database.query(row -> row.getString(1), "PRAGMA integrity_check"));
        }
        try (StoreRig rig = new StoreRig(folder)) {
            StoredSession session = rig.store.named("s").get(0);
            rig.open(session.key()).close();
            assertTrue(rig.store.turns(session.key()).stream()
                    .allMatch(turn -> turn.ended().isPresent()));
        }
    }

    @Test
    void aDiskThatIsFullFromTheBeginningIsNamed() throws Exception {
        onDiskOf("600k", small -> {
            try (StoreRig rig = new StoreRig(small)) {
                SessionJournal journal = rig.store.create(StoreRig.session(""));
                StoreRig.talk(journal, "hello", "hi");
                journal.close();
            }
            run("dd", "if=/dev/zero", "of=" + small.resolve("fill"), "bs=1k");
            assertTrue(why(small).startsWith("no room is left to keep sessions in " + small), () -> why(small));
        });
    }

    private static String why(Path home) {
        try (StoreRig rig = new StoreRig(home)) {
            return assertThrows(AgentException.class, rig::all).getMessage();
        }
    }
}

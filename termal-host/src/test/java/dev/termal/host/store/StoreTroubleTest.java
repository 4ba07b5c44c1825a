package dev.termal.host.store;

import static dev.termal.host.store.StoreRig.into;
import static dev.termal.host.store.StoreRig.started;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.SessionId;
import dev.termal.host.event.StoredSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong with the file is said, and costs no more than it must. */
@Timeout(120)
class StoreTroubleTest {
    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("termal.db");
    }

    private List<String> files() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 5_000})
    @Tag("R-AG-94")
    void damageAnywhereIsSaidWithTheFileThatHasIt(int from) throws Exception {
        StoredSession old = StoreRig.session("old");
        try (StoreRig rig = new StoreRig(folder)) {
            into(rig.store.createNamed(old)).turn("a", "b");
        }
        byte[] bytes = Files.readAllBytes(file());
        for (int i = from; i < Math.min(bytes.length, from + 200); i++) {
            bytes[i] = 'x';
        }
        Files.write(file(), from == 1 ? "just some text that is long enough to be no header".getBytes() : bytes);

        try (StoreRig rig = new StoreRig(folder)) {
            StoredSession session = StoreRig.session("new");
            StoreRig.Sink sink;
            try {
                sink = into(rig.store.createNamed(session));
            } catch (AgentException damaged) { // found only where the broken page is used
                assertTrue(damaged.getMessage().contains("is damaged; move it away"), damaged::getMessage);
                return;
            }
            sink.turn("c", "d");
            assertEquals(session.key(), rig.all().get(0).key());
            List<String> aside =
                    files().stream().filter(name -> name.contains(".damaged-")).toList();
            String notices = String.join("\n", sink.notices);
            assertTrue(aside.isEmpty() ? notices.isEmpty() : notices.contains(aside.get(0)), notices);
            assertTrue(from > 1 || !aside.isEmpty(), "without a header it is no database");
        }
    }

    @Test
    void aDamagedFileIsKeptAndANewOneMade() throws Exception {
        Files.writeString(file(), "no database at all ".repeat(100));
        try (StoreRig rig = new StoreRig(folder)) {
            assertEquals(List.of(), rig.all());
            String notice = rig.store.takeNotices().get(0);
            String aside = files().stream()
                    .filter(name -> name.startsWith("termal.db.damaged-"))
                    .findFirst()
                    .orElseThrow();
            assertTrue(notice.contains(aside), notice);
            assertTrue(files().stream().noneMatch(name -> name.contains("repair")), "no lock lies beside it");
            assertTrue(Files.readString(folder.resolve(aside)).startsWith("no database at all"));
            into(rig.store.create(StoreRig.session(""))).turn("a", "b");
            assertEquals(1, rig.all().size());
        }
    }

    @Test
    void aFileOfANewerVersionIsRefusedAndLeftAlone() throws Exception {
        try (StoreRig rig = new StoreRig(folder)) {
            into(rig.store.createNamed(StoreRig.session("old"))).turn("a", "b");
        }
        try (Database database = Database.connect(file())) {
            database.execute("PRAGMA user_version = 99");
        }
        try (StoreRig rig = new StoreRig(folder)) {
            AgentException refused = assertThrows(AgentException.class, rig::all);
            assertEquals(ErrorCode.CONFIGURATION, refused.code());
            assertTrue(refused.getMessage().contains("newer TermAl"), refused::getMessage);
            StoreRig.Sink sink = into(rig.store.create(StoreRig.session("")));
            sink.add(started("go")).kept();
            assertTrue(sink.failure.orElseThrow().contains("newer TermAl"));
        }
        assertTrue(files().stream().noneMatch(name -> name.contains("damaged")));
    }

    @Test
    void aFileOfAnOlderVersionIsBroughtUp() throws Exception {
        StoredSession session = StoreRig.session("old");
        try (StoreRig rig = new StoreRig(folder)) {
            SessionJournal journal = rig.store.createNamed(session);
            journal.bind(new Binding(Optional.of(new SessionId("agent-1")), "Sample"));
            into(journal).turn("a", "b");
            journal.close();
        }
        try (Database database = Database.connect(file())) {
            database.execute("ALTER TABLE binding DROP COLUMN seen");
            database.execute("PRAGMA user_version = 1");
        }
        try (StoreRig rig = new StoreRig(folder)) {
            SessionJournal journal = rig.open(session.key());
            assertEquals(
                    Optional.of(new SessionId("agent-1")), journal.binding().flatMap(Binding::agentSession));
            assertEquals(journal.numberedUpTo(), journal.seen(), "what went before, it took part in");
            into(journal).turn("c", "d");
            assertEquals(2, rig.store.turns(session.key()).size());
        }
    }

    @Test
    void whatCannotBeOpenedIsSaidWithItsPath() throws Exception {
        Files.createDirectory(file());
        try (StoreRig rig = new StoreRig(folder)) {
            AgentException refused = assertThrows(AgentException.class, rig::all);
            assertTrue(refused.getMessage().startsWith(file() + " cannot be opened"), refused::getMessage);
        }
        Files.delete(file());
        Files.writeString(folder.resolve("file"), "");
        try (StoreRig rig = new StoreRig(folder.resolve("file"))) {
            AgentException refused =
                    assertThrows(AgentException.class, () -> rig.store.createNamed(StoreRig.session("x")));
            assertTrue(refused.getMessage().contains("cannot be made"), refused::getMessage);
        }
    }

    @Test
    void anotherProcessThatHoldsTheLockForTooLongIsNamedAsTheReason() throws Exception {
        try (StoreRig rig = new StoreRig(folder)) {
            StoreRig.Sink sink = into(rig.store.create(StoreRig.session(""))).turn("a", "b");
            StoreRig.whileLocked(folder, () -> {
                assertEquals(1, rig.all().size(), "reading needs no lock");
                sink.add(started("go")).kept();
                assertTrue(sink.failure.orElseThrow().contains("another process has locked"));
                return null;
            });
            into(rig.store.create(StoreRig.session(""))).turn("c", "d");
            assertEquals(2, rig.all().size(), "other sessions are kept again");
        }
    }
}

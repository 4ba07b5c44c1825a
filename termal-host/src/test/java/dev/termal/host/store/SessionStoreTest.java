package dev.termal.host.store;

import static dev.termal.host.store.StoreRig.ended;
import static dev.termal.host.store.StoreRig.into;
import static dev.termal.host.store.StoreRig.said;
import static dev.termal.host.store.StoreRig.says;
import static dev.termal.host.store.StoreRig.started;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.SessionId;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.EntryPage;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.SearchHit;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.StoredSession;
import dev.termal.host.event.StoredSession.Wishes;
import dev.termal.host.event.StoredTurn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class SessionStoreTest {
    @TempDir
    private Path folder;

    private static List<EntryBody> bodies(EntryPage page) {
        return page.entries().stream().map(SessionEntry::body).toList();
    }

    @Test
    @Tag("R-AG-95")
    @Tag("R-AG-96")
    void whatWasAddedIsThereAfterTheHost() throws Exception {
        StoredSession session = StoreRig.session("");
        try (StoreRig rig = new StoreRig(folder)) {
            SessionJournal journal = rig.store.create(session);
            into(journal).turn("hello", "hi").turn("and now?", "bye");
            journal.close();
        }
        try (StoreRig rig = new StoreRig(folder)) {
            StoredSession kept = rig.store.byKey(session.key()).orElseThrow();
            assertEquals(StoredSession.State.IDLE, kept.state());
            assertEquals(2, kept.turns());
            assertEquals(6, kept.lastSeq());
            assertEquals("hello", kept.title());
            assertEquals(
                    List.of(started("hello"), says("hi"), ended("hi"), started("and now?"), says("bye"), ended("bye")),
                    bodies(rig.store.after(session.key(), 0, 100)));
            assertEquals(
                    List.of(1, 2),
                    rig.store.turns(session.key()).stream()
                            .map(StoredTurn::turn)
                            .toList());
            SessionJournal again = rig.open(session.key());
            assertEquals(6, again.numberedUpTo(), "numbers go on without a gap");
            assertEquals(2, again.lastTurn());
            again.close();
        }
    }

    @Test
    void aSessionWhoseAgentWasNotReachedLeavesNothing() throws Exception {
        try (StoreRig rig = new StoreRig(folder)) {
            SessionJournal journal = rig.store.createNamed(StoreRig.session("new"));
            into(journal).add(says("a greeting")).kept();
            journal.notReached();
            journal.close();
            assertEquals(List.of(), rig.all());
        }
    }

    @Test
    void ofASessionThatGoesOnOnlyTheWishesAreTakenBack() throws Exception {
        StoredSession session = StoreRig.session("");
        Wishes good = new Wishes(Optional.of("good"), Optional.empty(), Optional.empty(), Map.of());
        Wishes refused = new Wishes(Optional.of("nope"), Optional.of("fast"), Optional.empty(), Map.of("a", "b"));
        try (StoreRig rig = new StoreRig(folder)) {
            SessionJournal first = rig.store.create(session);
            StoreRig.Sink talk = into(first).turn("hello", "hi");
            first.wish(good);
            talk.turn("and now?", "bye");
            first.close();
            SessionJournal again = rig.store.open(session.key(), StoreRig.ENGINE, refused, StoreRig.impatient());
            again.notReached();
            again.close();
            StoredSession kept = rig.store.byKey(session.key()).orElseThrow();
            assertEquals(good, kept.wishes());
            assertEquals(2, kept.turns());
        }
    }

    @Test
    void anExcerptBeginsWithAWord() {
        String text = "first of all some words that stand before the place where the needle is";
        assertEquals(
                "…that stand before the place where the needle is",
                WordIndex.excerpt(text, "needle").replaceFirst("^…words ", "…"));
        String endless = "x".repeat(100) + "needle";
        assertEquals("…" + "x".repeat(40) + "needle", WordIndex.excerpt(endless, "needle"));
        assertEquals("needle first", WordIndex.excerpt("needle first", "needle"));
    }

    @Test
    void aHostWithoutSessionsMakesNoFile() {
        try (StoreRig rig = new StoreRig(folder)) {
            assertEquals(List.of(), rig.all());
        }
        assertFalse(Files.exists(folder.resolve("termal.db")));
    }

    @Test
    void aSessionThatSaidNothingLeavesNothing() throws Exception {
        try (StoreRig rig = new StoreRig(folder)) {
            rig.store.createNamed(StoreRig.session("empty")).close();
            rig.store.create(StoreRig.session("")).close();
            assertEquals(List.of(), rig.all());
        }
    }

    @Test
    void theFileIsItsOwnersAlone() throws Exception {
        try (StoreRig rig = new StoreRig(folder)) {
            into(rig.store.create(StoreRig.session(""))).turn("a", "b");
            for (String name : List.of("termal.db", "termal.db-wal")) {
                assertEquals(
                        "rw-------",
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))),
                        name);
            }
        }
    }

    @Test
    void entriesComeInPagesFromAnyNumberOn() throws Exception {
        try (StoreRig rig = new StoreRig(folder)) {
            StoredSession session = StoreRig.session("");
            StoreRig.Sink sink = into(rig.store.create(session)).add(started("go"));
            for (int i = 0; i < 10; i++) {
                sink.add(said(new AgentEvent.Notice(AgentEvent.Notice.Level.INFO, "n" + i)));
            }
            sink.add(ended("")).kept();
            EntryPage page = rig.store.after(session.key(), 3, 4);
            assertEquals(
                    List.of(4L, 5L, 6L, 7L),
                    page.entries().stream().map(SessionEntry::seq).toList());
            assertTrue(page.more());
            assertEquals(OptionalLong.empty(), page.rewindTo());
            assertEquals(
                    List.of(11L, 12L),
                    rig.store.last(session.key(), 2).entries().stream()
                            .map(SessionEntry::seq)
                            .toList());
            assertFalse(rig.store.after(session.key(), 10, 4).more());
        }
    }

    @Test
    @Tag("R-AG-91")
    @Tag("R-AG-92")
    @Tag("R-AG-93")
    @Tag("R-AG-192")
    @Tag("PF-85")
    void theIdOfTheAgentIsKeptForEachEngineAndNeverForgotten() throws Exception {
        try (StoreRig rig = new StoreRig(folder)) {
            StoredSession session = StoreRig.session("s");
            SessionJournal one = rig.store.createNamed(session);
            StoreRig.Sink sink = into(one).add(said(new AgentEvent.SessionBound(new SessionId("agent-1"))));
            one.bind(new Binding(Optional.empty(), "Sample"));
            sink.turn("a", "b");
            one.close();
            SessionJournal two =
                    rig.store.open(session.key(), StoreRig.OTHER, StoredSession.Wishes.NONE, StoreRig.impatient());
            assertEquals(Optional.empty(), two.binding());
            two.bind(new Binding(Optional.of(new SessionId("other-7")), ""));
            into(two).turn("c", "d");
            two.close();

            StoredSession kept = rig.store.byKey(session.key()).orElseThrow();
            assertEquals(
                    Map.of(StoreRig.ENGINE, new SessionId("agent-1"), StoreRig.OTHER, new SessionId("other-7")),
                    kept.agentSessions());
            assertEquals(StoreRig.OTHER, kept.engine(), "the one that ran last");
            SessionJournal back = rig.open(session.key());
            assertEquals(Optional.of(new Binding(Optional.of(new SessionId("agent-1")), "Sample")), back.binding());
            back.close();
        }
    }

    @Test
    void aTurnInWhichTheHostEndedIsClosedWhenTheSessionIsOpened() throws Exception {
        StoredSession session = StoreRig.session("");
        try (StoreRig rig = new StoreRig(folder)) {
            into(rig.store.create(session))
                    .add(started("go"))
                    .add(says("half of it"))
                    .kept();
        }
        Killed.everyLease(folder);
        try (StoreRig rig = new StoreRig(folder)) {
            StoredSession before = rig.store.byKey(session.key()).orElseThrow();
            assertEquals(StoredSession.State.INTERRUPTED, before.state());
            assertEquals("", before.holder());

            SessionJournal journal = rig.open(session.key());
            List<SessionEntry> entries = rig.store.after(session.key(), 0, 10).entries();
            EntryBody.TurnEnded end = (EntryBody.TurnEnded) entries.get(2).body();
            assertEquals(Outcome.INTERRUPTED, end.report().outcome());
            assertEquals("half of it", end.report().text());
            assertTrue(
                    entries.get(2).seq() > 2 + SessionRow.LOST_AT_MOST - 1,
                    "numbers that may have been shown and lost are not given again");
            assertEquals(1, journal.lastTurn());
            EntryPage page = rig.store.after(session.key(), 5, 10);
            assertEquals(OptionalLong.of(2), page.rewindTo(), "who has seen more than is kept takes it back");
            journal.close();
            assertEquals(
                    StoredSession.State.IDLE,
                    rig.store.byKey(session.key()).orElseThrow().state());
        }
    }

    @Test
    void wordsAreFoundWhereverAMessageWasCut() throws Exception {
        try (StoreRig rig = new StoreRig(folder)) {
            StoredSession session = StoreRig.session("found");
            StoreRig.Sink sink = into(rig.store.createNamed(session)).add(started("Where is the Öl?"));
            sink.add(says("it lies in the hay")).kept(); // committed apart
            sink.add(says("stack, under a needle")).add(ended("")).kept();
            into(rig.store.create(StoreRig.session(""))).turn("other", "nothing here");

            List<SearchHit> hits = rig.store.search("haystack", 10);
            assertEquals(1, hits.size());
            assertEquals(session.key(), hits.get(0).session().key());
            assertEquals(2, hits.get(0).seq());
            assertEquals(1, hits.get(0).turn());
            assertTrue(hits.get(0).excerpt().contains("the haystack, under"), hits.get(0)::excerpt);
            assertEquals(1, rig.store.search("OL", 10).size(), "letters without their dots");
            assertEquals(1, rig.store.search("öl", 10).size());
            assertEquals(1, rig.store.search("\"under a\"", 10).size());
            assertEquals(0, rig.store.search("\"a under\"", 10).size());
            assertEquals(0, rig.store.search("needle NOT hay", 10).size(), "no word is an operator");
            rig.store.search("\" ' ) * ^", 10);
        }
    }

    @Test
    void aTurnIsFoundOnce() throws Exception {
        try (StoreRig rig = new StoreRig(folder)) {
            StoreRig.Sink sink = into(rig.store.create(StoreRig.session("")));
            sink.turn("a needle?", "one needle");
            sink.turn("more?", "a needle, again");
            assertEquals(
                    List.of(2, 1),
                    rig.store.search("needle", 10).stream().map(SearchHit::turn).toList());
            assertEquals(1, rig.store.search("needle", 10).get(1).seq(), "where it stands first");
            assertEquals(1, rig.store.search("needle", 1).size());
        }
    }

    @Test
    void aRemovedSessionIsNotFoundAnyMore() throws Exception {
        try (StoreRig rig = new StoreRig(folder)) {
            StoredSession session = StoreRig.session("gone");
            SessionJournal journal = rig.store.createNamed(session);
            into(journal).turn("needle", "haystack");
            AgentException used = assertThrows(AgentException.class, () -> rig.store.remove(session.key()));
            assertTrue(used.getMessage().contains("in use by this process"), used::getMessage);
            journal.close();
            assertEquals(
                    2,
                    rig.store.search("needle", 10).size()
                            + rig.store.search("haystack", 10).size());
            rig.store.remove(session.key());
            assertEquals(
                    0,
                    rig.store.search("needle", 10).size()
                            + rig.store.search("haystack", 10).size());
            assertEquals(Optional.empty(), rig.store.byKey(session.key()));
            assertEquals(List.of(), rig.store.after(session.key(), 0, 10).entries());
        }
    }

    @Test
    void anAgentHasANameOnce() throws Exception {
        try (StoreRig rig = new StoreRig(folder)) {
            into(rig.store.createNamed(StoreRig.session("a"))).turn("x", "y");
            StoredSession other = StoreRig.session("b");
            SessionJournal journal = rig.store.createNamed(other);
            into(journal).turn("x", "y");
            assertThrows(AgentException.class, () -> rig.store.createNamed(StoreRig.session("a")));
            AgentException taken = assertThrows(AgentException.class, () -> rig.store.rename(other.key(), "a"));
            assertEquals(ErrorCode.CONFIGURATION, taken.code());
            rig.store.rename(other.key(), "c"); // open as it is: who has it is this process
            into(journal).turn("x", "y");
            assertEquals(other.key(), rig.store.named("c").get(0).key());
            AgentException used = assertThrows(AgentException.class, () -> rig.store.remove(other.key()));
            assertTrue(used.getMessage().contains("in use by this process"), used::getMessage);
        }
    }
}

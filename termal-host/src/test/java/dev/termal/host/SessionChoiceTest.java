package dev.termal.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.AgentId;
import dev.termal.api.ErrorCode;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession;
import dev.termal.host.store.Killed;
import dev.termal.host.store.SessionJournal;
import dev.termal.host.store.StoreRig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which session is meant. */
class SessionChoiceTest {
    @TempDir
    private Path folder;

    private StoreRig rig;
    private Path work;

    @BeforeEach
    void open() throws Exception {
        work = Files.createDirectory(folder.resolve("work")).toRealPath();
        rig = new StoreRig(folder);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private StoredSession keep(StoredSession session) throws Exception {
        SessionJournal journal =
                session.name().isPresent() ? rig.store.createNamed(session) : rig.store.create(session);
        StoreRig.talk(journal, "hello", "hi");
        journal.close();
        return session;
    }

    private SessionChoice.Chosen choose(SessionSpec.Builder spec, String agent) {
        return new SessionChoice(rig.store)
                .choose(spec.build(), Optional.of(agent).filter(name -> !name.isEmpty()));
    }

    private static AgentException refused(org.junit.jupiter.api.function.Executable attempt) {
        return assertThrows(AgentException.class, attempt);
    }

    @Test
    void aSessionWithoutATurnIsNotTheLatest() throws Exception {
        StoredSession talked = keep(StoredSession.opened(
                SessionKey.random(),
                Optional.empty(),
                new AgentId("sample"),
                StoreRig.ENGINE,
                work,
                StoredSession.Wishes.NONE,
                Instant.EPOCH));
        SessionJournal silent = rig.store.create(StoreRig.session("", work.toString()));
        StoreRig.say(silent, "a greeting");
        silent.close();
        assertEquals(
                talked.key(),
                choose(SessionSpec.builder(work).latest(true), "")
                        .stored()
                        .orElseThrow()
                        .key());
    }

    @Test
    void aNameMeansItsSessionWithItsAgentEngineAndFolder() throws Exception {
        StoredSession session = keep(StoreRig.session("s", work.toString()));
        SessionChoice.Chosen chosen = choose(SessionSpec.builder(folder).session("s"), "");
        assertEquals(session.key(), chosen.stored().orElseThrow().key());
        assertEquals(Optional.of("sample"), chosen.spec().agent());
        assertEquals(Optional.of("one"), chosen.spec().engine());
        assertEquals(work, chosen.spec().cwd());
        assertTrue(
                chosen.notices().get(0).contains("works in " + work),
                () -> chosen.notices().toString());
        assertEquals(
                Optional.of("two"),
                choose(SessionSpec.builder(work).session("s").engine("two"), "")
                        .spec()
                        .engine());
    }

    @Test
    void theSameNameUnderAnotherAgentIsAnotherSession() throws Exception {
        keep(StoreRig.session("s", work.toString()));
        assertEquals(
                Optional.empty(),
                choose(SessionSpec.builder(work).session("s"), "other").stored());
        assertEquals(
                Optional.empty(),
                choose(SessionSpec.builder(work).session("t"), "").stored());
    }

    @Test
    void aKeyIsNeverGivenToAnotherAgent() throws Exception {
        StoredSession session = keep(StoreRig.session("", work.toString()));
        String key = session.key().value().substring(0, 8);
        assertEquals(
                session.key(),
                choose(SessionSpec.builder(work).session(key), "sample")
                        .stored()
                        .orElseThrow()
                        .key());
        AgentException wrong = refused(() -> choose(SessionSpec.builder(work).session(key), "other"));
        assertTrue(wrong.getMessage().contains("is one of sample, not of other"), wrong::getMessage);
    }

    @Test
    void aNewNameIsOneThatCanBeSeenAndTyped() {
        for (String bad : List.of("", " ", "-x", "a\nb", "a\u001b[1m", " a", "a\u202eb", "x".repeat(65))) {
            AgentException wrong =
                    refused(() -> choose(SessionSpec.builder(work).session(bad), ""));
            assertEquals(ErrorCode.CONFIGURATION, wrong.code());
            assertTrue(wrong.getMessage().contains("1 to 64 characters"), wrong::getMessage);
            assertTrue(wrong.getMessage().chars().noneMatch(Character::isISOControl), wrong::getMessage);
        }
        for (String good : List.of("a", "Pürée 2", "修正", "20261130", "fix/parser-3", "x".repeat(64))) {
            choose(SessionSpec.builder(work).session(good), "");
        }
    }

    @Test
    void whatLooksLikeAKeyBeginsNoSessionUnlessANewOneIsWanted() {
        for (String key : List.of("0a1b2c3d", "0a1b2c3d-4e5f-4a6b-8c7d-0123456789ab")) {
            AgentException none = refused(() -> choose(SessionSpec.builder(work).session(key), ""));
            assertEquals(ErrorCode.SESSION_NOT_FOUND, none.code());
            assertTrue(none.getMessage().contains("--new"), none::getMessage);
            choose(SessionSpec.builder(work).session(key).fresh(true), "");
        }
    }

    @Test
    void anInterruptedTurnIsTold() throws Exception {
        StoredSession session = StoreRig.session("s", work.toString());
        StoreRig.begin(rig.store.createNamed(session), "go");
        Killed.everyLease(folder);
        List<String> notices =
                choose(SessionSpec.builder(work).session("s"), "").notices();
        assertTrue(notices.get(0).contains("ended amid its last turn"), notices::toString);
    }

    @Test
    void theLatestOfTheFolderWhateverPathLeadsToIt() throws Exception {
        keep(StoreRig.session("first", work.toString()));
        StoredSession latest = keep(StoreRig.session("", work.toString()));
        keep(StoreRig.session("elsewhere", folder.toString()));
        Path link = Files.createSymbolicLink(folder.resolve("link"), work);
        for (Path path : List.of(work, link, work.resolve("../work/."), Path.of(work + "/"))) {
            SessionChoice.Chosen chosen = choose(SessionSpec.builder(path).latest(true), "");
            assertEquals(latest.key(), chosen.stored().orElseThrow().key(), path::toString);
            assertEquals(List.of(), chosen.notices(), path::toString);
        }
        AgentException none = refused(() -> choose(SessionSpec.builder(work).latest(true), "other"));
        assertEquals(ErrorCode.SESSION_NOT_FOUND, none.code());
    }

    @Test
    void whatIsWishedNowBeatsWhatWasWishedThen() throws Exception {
        StoredSession session = keep(StoreRig.session("s", work.toString()));
        SessionJournal journal = rig.store.open(
                session.key(),
                session.engine(),
                new StoredSession.Wishes(
                        Optional.of("large"),
                        Optional.of("plan"),
                        Optional.empty(),
                        java.util.Map.of("a", "1", "b", "2")),
                StoreRig.impatient());
        journal.close();
        SessionSpec spec = choose(
                        SessionSpec.builder(work).session("s").mode("chat").option("b", "3"), "")
                .spec();
        assertEquals(Optional.of("large"), spec.model());
        assertEquals(Optional.of("chat"), spec.mode());
        assertEquals(java.util.Map.of("a", "1", "b", "3"), spec.options());
    }

    @Test
    void contradictionsAreRefused() {
        refused(() -> choose(SessionSpec.builder(work).session("s").latest(true), ""));
        refused(() -> choose(SessionSpec.builder(work).fresh(true).latest(true), ""));
    }
}

package dev.termal.host.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.AgentInfo;
import dev.termal.api.ErrorCode;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.ToolCall;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.OnLost;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession;
import dev.termal.host.event.StoredSession.Wishes;
import dev.termal.host.event.TurnReport;
import dev.termal.host.store.SessionJournal;
import dev.termal.host.store.StoreRig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sessions and where they are kept. */
@Timeout(120)
final class KeptSessionTest {
    @TempDir
    private Path folder;

    private static TestHost host(FakeEngine.Play play, SessionJournal journal, OnLost onLost)
            throws InterruptedException {
        TurnRules rules = new TurnRules(Optional.empty(), TurnRules.IDLE, true, false, List.of(), onLost);
        return new TestHost(play, rules, PermissionPolicy.AUTO, Map.of(), journal);
    }

    private static TestHost host(FakeEngine.Play play, SessionJournal journal) throws InterruptedException {
        return host(play, journal, OnLost.FAIL);
    }

    private static final FakeEngine.Play BUSY = (prompt, agent) -> {
        agent.says("one ");
        agent.says("two ");
        agent.asks("t", ToolCall.Kind.EXECUTE);
        agent.calls("t", ToolCall.Kind.EXECUTE, ToolCall.Status.COMPLETED);
        agent.says("three");
        return FakeEngine.DONE;
    };

    private static final FakeEngine.Play FAILING = (prompt, agent) -> {
        throw new AgentException(ErrorCode.AGENT_ERROR, "it went wrong");
    };

    private static SessionJournal reopen(StoreRig rig, SessionKey key) throws InterruptedException {
        return rig.store.open(key, StoreRig.ENGINE, Wishes.NONE, StoreRig.impatient());
    }

    @Test
    void whatMustNotBeLostIsKeptBeforeItIsShown() throws Exception {
        List<String> tooEarly = new CopyOnWriteArrayList<>();
        StoredSession session = StoreRig.session("", "/work");
        try (StoreRig rig = new StoreRig(folder);
                TestHost host = host(BUSY, rig.store.create(session))) {
            host.session.read(0, entry -> {
                boolean kept =
                        rig.store.last(session.key(), 1).entries().stream().anyMatch(last -> last.seq() >= entry.seq());
                if (SessionJournal.isBracket(entry.body()) && !kept) {
                    tooEarly.add(entry.toString());
                }
            });
            host.prompt("go");
            host.prompt("again");
        }
        assertEquals(List.of(), tooEarly);
    }

    @Test
    void aChunkIsShownWhileTheDiskIsBusy() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch locked = new CountDownLatch(1);
        try (StoreRig rig = new StoreRig(folder);
                TestHost host = host(
                        (prompt, agent) -> {
                            begun.countDown();
                            locked.await();
                            agent.says("while it is locked");
                            return FakeEngine.DONE;
                        },
                        rig.store.create(StoreRig.session("", "/work")))) {
            CompletableFuture<TurnReport> report = host.prompting("go");
            begun.await();
            host.await(EntryBody.TurnStarted.class::isInstance);
            StoreRig.whileLocked(folder, () -> {
                locked.countDown();
                host.await(body -> body.equals(StoreRig.says("while it is locked")));
                assertFalse(report.isDone(), "its end is not kept yet");
                return null;
            });
            assertEquals(Outcome.DONE, TestHost.get(report).outcome());
        }
    }

    @Test
    void aDiskThatStaysBusyCostsTheKeepingAndNotTheTurn() throws Exception {
        StoredSession session = StoreRig.session("", "/work");
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch locked = new CountDownLatch(1);
        try (StoreRig rig = new StoreRig(folder);
                TestHost host = host(
                        (prompt, agent) -> {
                            begun.countDown();
                            locked.await();
                            agent.says("text");
                            return FakeEngine.DONE;
                        },
                        rig.store.create(session))) {
            CompletableFuture<TurnReport> report = host.prompting("go");
            begun.await();
            host.await(EntryBody.TurnStarted.class::isInstance);
            StoreRig.whileLocked(folder, () -> {
                locked.countDown();
                TurnReport done = TestHost.get(report);
                assertEquals(Outcome.DONE, done.outcome());
                assertEquals("text", done.text());
                return null;
            });
            String notice = host.notices().get(0);
            assertTrue(notice.contains("not kept") && notice.contains("locked"), notice);
            assertEquals(Outcome.DONE, host.prompt("again").outcome());
            assertEquals(1, rig.store.last(session.key(), 10).entries().size(), "what is kept has no gap");
        }
    }

    @Test
    void aSessionGoesOnWithItsNumbersTurnsAndConversation() throws Exception {
        StoredSession session = StoreRig.session("", "/work");
        try (StoreRig rig = new StoreRig(folder)) {
            long before;
            try (TestHost host = host(BUSY, rig.store.create(session))) {
                host.prompt("go");
                before = host.entries().get(host.entries().size() - 1).seq();
            }
            try (TestHost host = host(BUSY, reopen(rig, session.key()))) {
                assertEquals(before, host.session.openedAt());
                host.engine.last().handler.onEvent(new AgentEvent.Notice(AgentEvent.Notice.Level.INFO, "hello again"));
                host.prompt("and on");
                assertEquals(
                        Optional.of(new SessionId("agent-1")),
                        host.engine.opened.get(0).resume());
                assertEquals(
                        SessionRequest.Replay.DISCARD, host.engine.opened.get(0).replay());
                SessionEntry notice = host.await(
                        body -> body instanceof EntryBody.Said said && said.event() instanceof AgentEvent.Notice);
                assertEquals(new SessionEntry(before + 1, notice.time(), 1, notice.body()), notice);
                assertFalse(((EntryBody.Said) notice.body()).late(), "it belongs to no turn that has ended here");
                List<EntryBody.TurnStarted> turns = host.bodies(EntryBody.TurnStarted.class);
                assertEquals(2, turns.size(), "who reads from the beginning reads all of it");
                assertEquals(
                        "one two ",
                        host.entries().stream()
                                .map(SessionEntry::body)
                                .filter(body -> body instanceof EntryBody.Said said
                                        && said.event() instanceof AgentEvent.MessageChunk)
                                .findFirst()
                                .map(body -> ((dev.termal.api.ContentBlock.Text)
                                                ((AgentEvent.MessageChunk) ((EntryBody.Said) body).event()).delta())
                                        .text())
                                .orElse(""),
                        "older pieces of one message are one entry");
            }
        }
    }

    @Test
    void whatIsWishedAfterTheLastTurnIsKeptToo() throws Exception {
        StoredSession session = StoreRig.session("", "/work");
        try (StoreRig rig = new StoreRig(folder)) {
            try (TestHost host = host(BUSY, rig.store.create(session))) {
                host.prompt("go");
                host.session.setMode("plan");
                host.session.setOption("depth", "3");
            }
            StoredSession kept = rig.store.byKey(session.key()).orElseThrow();
            assertEquals(
                    new Wishes(Optional.empty(), Optional.of("plan"), Optional.empty(), Map.of("depth", "3")),
                    kept.wishes());
            assertTrue(kept.lastSeq() > 0);
        }
    }

    @Test
    @Tag("R-AG-96")
    void theIdIsKeptAfterTurnsThatFailedOrWereCancelledToo() throws Exception {
        StoredSession failed = StoreRig.session("failed", "/work");
        StoredSession cancelled = StoreRig.session("cancelled", "/work");
        try (StoreRig rig = new StoreRig(folder)) {
            try (TestHost host = host(FAILING, rig.store.createNamed(failed))) {
                assertEquals(Outcome.AGENT_ERROR, host.prompt("go").outcome());
            }
            CountDownLatch begun = new CountDownLatch(1);
            try (TestHost host = host(
                    (prompt, agent) -> {
                        begun.countDown();
                        return agent.untilCancelled();
                    },
                    rig.store.createNamed(cancelled))) {
                CompletableFuture<TurnReport> report = host.prompting("go");
                begun.await();
                host.session.cancel();
                assertEquals(Outcome.CANCELLED, TestHost.get(report).outcome());
            }
            for (StoredSession each : List.of(failed, cancelled)) {
                assertEquals(
                        Map.of(StoreRig.ENGINE, new SessionId("agent-1")),
                        rig.store.byKey(each.key()).orElseThrow().agentSessions());
            }
        }
    }

    @Test
    @Tag("R-AG-35")
    @Tag("PF-28")
    void aConversationThatTheAgentForgotFailsAsSaid() throws Exception {
        StoredSession session = StoreRig.session("", "/work");
        try (StoreRig rig = new StoreRig(folder)) {
            try (TestHost host = host(BUSY, rig.store.create(session))) {
                host.prompt("go");
            }
            FakeEngine forgetful = new FakeEngine(BUSY);
            forgetful.forgets = true;
            AgentException lost = assertThrows(
                    AgentException.class,
                    () -> new TestHost(forgetful, TurnRules.of(true), reopen(rig, session.key())).close());
            assertEquals(ErrorCode.SESSION_NOT_FOUND, lost.code());
            assertEquals(
                    Map.of(StoreRig.ENGINE, new SessionId("agent-1")),
                    rig.store.byKey(session.key()).orElseThrow().agentSessions(),
                    "a failure costs nothing of what is known");
        }
    }

    @Test
    @Tag("R-AG-35")
    @Tag("PF-28")
    void aConversationThatTheAgentForgotBeginsAnewWhereThatIsWished() throws Exception {
        StoredSession session = StoreRig.session("", "/work");
        try (StoreRig rig = new StoreRig(folder)) {
            try (TestHost host = host(BUSY, rig.store.create(session))) {
                host.prompt("go");
            }
            FakeEngine forgetful = new FakeEngine(BUSY);
            forgetful.forgets = true;
            forgetful.id = Optional.of(new SessionId("agent-2"));
            TurnRules rules = new TurnRules(Optional.empty(), TurnRules.IDLE, true, false, List.of(), OnLost.NEW);
            try (TestHost host = new TestHost(forgetful, rules, reopen(rig, session.key()))) {
                assertEquals(Outcome.DONE, host.prompt("on").outcome());
                assertTrue(
                        host.notices().stream().anyMatch(text -> text.contains("a new one begins")),
                        () -> host.notices().toString());
            }
            assertEquals(
                    Map.of(StoreRig.ENGINE, new SessionId("agent-2")),
                    rig.store.byKey(session.key()).orElseThrow().agentSessions());
        }
    }

    /** Plays an agent that is reached by its prompts alone: only they show that it has forgotten, before or after this. */
    private static FakeEngine.Play forgetting(SessionId forgotten, String saidBefore) {
        return (prompt, agent) -> {
            if (agent.wanted.resume().equals(Optional.of(forgotten))) {
                if (!saidBefore.isEmpty()) {
                    agent.says(saidBefore);
                }
                throw new AgentException(ErrorCode.SESSION_NOT_FOUND, "no such session: " + forgotten);
            }
            return BUSY.turn(prompt, agent);
        };
    }

    private TestHost goingOn(StoreRig rig, StoredSession session, FakeEngine.Play play, OnLost onLost)
            throws InterruptedException {
        try (TestHost host = host(BUSY, rig.store.create(session))) {
            host.prompt("go");
        }
        FakeEngine forgetful = new FakeEngine(play);
        forgetful.id = Optional.of(new SessionId("agent-2"));
        TurnRules rules = new TurnRules(Optional.empty(), TurnRules.IDLE, true, false, List.of(), onLost);
        return new TestHost(forgetful, rules, reopen(rig, session.key()));
    }

    @Test
    @Tag("R-AG-35")
    void aLossThatOnlyAPromptShowsBeginsAnewToo() throws Exception {
        StoredSession session = StoreRig.session("", "/work");
        try (StoreRig rig = new StoreRig(folder);
                TestHost host = goingOn(rig, session, forgetting(new SessionId("agent-1"), ""), OnLost.NEW)) {
            TurnReport report = host.prompt("on");
            assertEquals(Outcome.DONE, report.outcome());
            assertTrue(report.text().startsWith("one two"), report::text);
            assertEquals(
                    1,
                    host.notices().stream()
                            .filter(text -> text.contains("a new one begins") && text.contains("agent-1"))
                            .count(),
                    () -> host.notices().toString());
            assertEquals(List.of("prompt on"), host.engine.last().calls, "the prompt was sent again, once");
            assertEquals(Outcome.DONE, host.prompt("and on").outcome());
            assertEquals(2, host.engine.opened.size(), "the new conversation goes on");
            assertEquals(
                    Map.of(StoreRig.ENGINE, new SessionId("agent-2")),
                    rig.store.byKey(session.key()).orElseThrow().agentSessions());
        }
    }

    @Test
    @Tag("R-AG-35")
    void aLossThatOnlyAPromptShowsFailsAsSaid() throws Exception {
        StoredSession session = StoreRig.session("", "/work");
        try (StoreRig rig = new StoreRig(folder);
                TestHost host = goingOn(rig, session, forgetting(new SessionId("agent-1"), ""), OnLost.FAIL)) {
            assertEquals(Outcome.SESSION_LOST, host.prompt("on").outcome());
            assertEquals(1, host.engine.opened.size());
        }
    }

    @Test
    void whatWasBegunIsNotDoneTwice() throws Exception {
        StoredSession session = StoreRig.session("", "/work");
        try (StoreRig rig = new StoreRig(folder);
                TestHost host = goingOn(rig, session, forgetting(new SessionId("agent-1"), "half"), OnLost.NEW)) {
            assertEquals(Outcome.SESSION_LOST, host.prompt("on").outcome());
            assertEquals(1, host.engine.opened.size());
        }
    }

    @Test
    void anAgentThatForgetsAtOnceIsAskedOnceMoreAndNotForEver() throws Exception {
        StoredSession session = StoreRig.session("", "/work");
        FakeEngine.Play forgetsAll = (prompt, agent) -> {
            throw new AgentException(ErrorCode.SESSION_NOT_FOUND, "no such session");
        };
        try (StoreRig rig = new StoreRig(folder);
                TestHost host = goingOn(rig, session, forgetsAll, OnLost.NEW)) {
            assertEquals(Outcome.SESSION_LOST, host.prompt("on").outcome());
            assertEquals(2, host.engine.opened.size());
        }
    }

    @Test
    void anotherAgentUnderTheSameNameIsNotGivenTheConversation() throws Exception {
        StoredSession session = StoreRig.session("", "/work");
        try (StoreRig rig = new StoreRig(folder)) {
            FakeEngine first = new FakeEngine(BUSY);
            first.info = new AgentInfo("alpha", "", "", "");
            try (TestHost host = new TestHost(first, TurnRules.of(true), rig.store.create(session))) {
                host.prompt("go");
            }
            FakeEngine second = new FakeEngine(BUSY);
            second.info = new AgentInfo("beta", "", "", "");
            AgentException refused = assertThrows(
                    AgentException.class,
                    () -> new TestHost(second, TurnRules.of(true), reopen(rig, session.key())).close());
            assertEquals(ErrorCode.SESSION_NOT_FOUND, refused.code());
            assertTrue(refused.getMessage().contains("alpha")
                    && refused.getMessage().contains("beta"));
            assertEquals(List.of(), second.opened);
        }
    }

    @Test
    void whatIsOlderThanMemoryIsReadFromWhereItIsKept() throws Exception {
        StoredSession session = StoreRig.session("", "/work");
        try (StoreRig rig = new StoreRig(folder)) {
            SessionJournal journal = rig.store.create(session);
            MemoryEntryLog log = new MemoryEntryLog(
                    java.time.Clock.systemUTC(),
                    task -> new Thread(task).start(),
                    System.getLogger("test"),
                    new MemoryEntryLog.Bounds(2_000, 1_000_000),
                    journal);
            StringBuilder wanted = new StringBuilder();
            for (int i = 1; i <= 500; i++) {
                String text = i + " ";
                wanted.append(text);
                log.append(1, StoreRig.says(text));
                if (i % 50 == 0) {
                    SessionEntry bracket = log.append(1, StoreRig.ended(""));
                    log.awaitSeen(bracket.seq());
                }
            }
            StringBuilder read = new StringBuilder();
            CountDownLatch all = new CountDownLatch(1);
            log.read(0, entry -> {
                if (entry.body() instanceof EntryBody.Said said) {
                    read.append(((dev.termal.api.ContentBlock.Text) ((AgentEvent.MessageChunk) said.event()).delta())
                            .text());
                }
                if (entry.seq() == 510) {
                    all.countDown();
                }
            });
            all.await();
            assertEquals(wanted.toString(), read.toString());
            journal.close();
        }
    }
}

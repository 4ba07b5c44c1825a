package dev.termal.host.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.PermissionDecision;
import dev.termal.api.Prompt;
import dev.termal.api.ToolCall;
import dev.termal.api.TurnResult;
import dev.termal.host.ScriptedHost;
import dev.termal.host.SessionSpec;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.service.SessionSummary.State;
import dev.termal.host.session.FakeEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The sessions of a process that lives long, and those of another one beside it. */
@Timeout(120)
class SessionServiceTest {
    @TempDir
    private Path home;

    private final CountDownLatch goOn = new CountDownLatch(1);
    private final AtomicInteger turns = new AtomicInteger();
    private ScriptedHost host;
    private SessionService service;

    @BeforeEach
    void open() {
        host = new ScriptedHost(home, this::play);
        service = new SessionService(host);
    }

    @AfterEach
    void close() {
        goOn.countDown();
        service.close();
        host.close();
    }

    private TurnResult play(Prompt prompt, FakeEngine.FakeSession agent) throws InterruptedException {
        turns.incrementAndGet();
        switch (prompt.text()) {
            case "ask" -> agent.asks("t", ToolCall.Kind.EXECUTE);
            case "wait" -> goOn.await();
            case "stay" -> {
                return agent.untilCancelled();
            }
            case "work" -> {
                return agent.untilEnded();
            }
            case "fail" -> throw new AgentException(ErrorCode.AGENT_ERROR, "it went wrong");
            default -> {}
        }
        agent.says("said: " + prompt.text());
        return FakeEngine.DONE;
    }

    private SessionKey create() throws InterruptedException {
        return service.create(spec()).key();
    }

    private SessionSpec spec() {
        return SessionSpec.builder(home).attended(true).fresh(true).build();
    }

    private OpenSession.Sent prompt(SessionKey key, String text) throws InterruptedException {
        return prompt(service, key, text);
    }

    private static OpenSession.Sent prompt(SessionService service, SessionKey key, String text)
            throws InterruptedException {
        return service.prompt(key, Prompt.of(text), false, UnaryOperator.identity());
    }

    /** What a listener was told, to be waited for. */
    private static final class Told implements SessionListener {
        private final LinkedBlockingQueue<SessionSummary> changes = new LinkedBlockingQueue<>();
        private final LinkedBlockingQueue<SessionKey> removed = new LinkedBlockingQueue<>();
        private final LinkedBlockingQueue<Long> numbers = new LinkedBlockingQueue<>();

        @Override
        public void listed(long number, List<SessionSummary> sessions) {
            numbers.add(number);
            changes.addAll(sessions);
        }

        @Override
        public void changed(long number, SessionSummary session) {
            numbers.add(number);
            changes.add(session);
        }

        @Override
        public void removed(long number, SessionKey key) {
            removed.add(key);
        }

        SessionSummary await(Predicate<SessionSummary> wanted) throws InterruptedException {
            List<SessionSummary> others = new ArrayList<>();
            while (true) {
                SessionSummary next = changes.poll(60, TimeUnit.SECONDS);
                assertTrue(next != null, "nothing more was told after " + others);
                if (wanted.test(next)) {
                    return next;
                }
                others.add(next);
            }
        }

        SessionSummary await(State state) throws InterruptedException {
            return await(summary -> summary.state() == state);
        }
    }

    private Told listen(SessionService to) {
        Told told = new Told();
        to.listen(told);
        return told;
    }

    @Test
    void aTurnIsSeenFromItsBeginningToItsEnd() throws Exception {
        Told told = listen(service);
        SessionKey key = create();
        assertEquals(State.IDLE, told.await(summary -> true).state());
        assertFalse(prompt(key, "ask").waits());
        SessionSummary asking = told.await(State.ASKING);
        assertEquals(Optional.of(new SessionSummary.Owner(true, "this process")), asking.owner());
        OpenSession open = service.ifOpen(key).orElseThrow();
        SessionEntry request = open.asked().get(0);
        String id = ((EntryBody.PermissionRequested) request.body()).id();
        assertEquals(Optional.of(request), open.permission(id));
        assertTrue(open.session().answerPermission(id, new PermissionDecision.Selected("yes")));
        SessionSummary done = told.await(State.DONE);
        assertEquals("said: ask", done.preview());
        assertEquals("ask", done.session().title());
        assertEquals(Optional.of(EntryBody.Decider.PERSON), open.permissionState(id));
        List<Long> numbers = List.copyOf(told.numbers);
        assertEquals(numbers.stream().sorted().toList(), numbers);
    }

    @Test
    void whatWentWrongShowsUntilTheNextTurn() throws Exception {
        Told told = listen(service);
        SessionKey key = create();
        prompt(key, "fail");
        told.await(State.ERROR);
        prompt(key, "well");
        told.await(State.DONE);
        assertEquals(State.DONE, service.summary(key).state());
    }

    @Test
    void promptsWaitInTheirOrderAndAreHeldByACancel() throws Exception {
        Told told = listen(service);
        SessionKey key = create();
        prompt(key, "stay");
        told.await(State.WORKING);
        assertTrue(prompt(key, "second").waits());
        long third = prompt(key, "third").id();
        OpenSession open = service.ifOpen(key).orElseThrow();
        told.await(summary -> summary.waiting() == 2);
        assertTrue(open.takeBack(third));
        assertTrue(open.cancel(false));
        told.await(summary -> summary.state() == State.IDLE && summary.waiting() == 1);
        assertTrue(open.isHeld());
        open.resume();
        assertEquals("said: second", told.await(State.DONE).preview());
    }

    @Test
    void anotherProcessSeesWhatGoesOnAndCannotInterfere() throws Exception {
        try (ScriptedHost otherHost = new ScriptedHost(home, this::play);
                SessionService other = new SessionService(otherHost)) {
            Told told = listen(other);
            SessionKey key = create();
            prompt(key, "ask");
            SessionSummary asking = told.await(State.ASKING);
            assertFalse(asking.owner().orElseThrow().here());
            Refusal inUse = assertThrows(Refusal.class, () -> prompt(other, key, "me too"));
            assertEquals(Refusal.Kind.BUSY, inUse.kind());
            assertTrue(String.valueOf(inUse.getMessage()).contains("in use by"), inUse.getMessage());
            assertThrows(Refusal.class, () -> other.remove(key));
            service.close(key);
            told.await(summary -> summary.owner().isEmpty());
            prompt(other, key, "now me");
            assertEquals("said: now me", told.await(State.DONE).preview());
            other.remove(key);
            assertEquals(key, told.removed.poll(60, TimeUnit.SECONDS));
        }
    }

    @Test
    void aSessionIsOpenedOnceHoweverManyWantIt() throws Exception {
        SessionKey key = create();
        prompt(key, "first");
        Told told = listen(service);
        told.await(State.DONE);
        service.close(key);
        int before = host.opened.size();
        List<Thread> many = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Thread one = new Thread(() -> {
                try {
                    prompt(key, "again");
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            one.start();
            many.add(one);
        }
        for (Thread one : many) {
            one.join();
        }
        assertEquals(before + 1, host.opened.size());
        told.await(summary -> summary.state() == State.DONE && summary.session().turns() == 9);
        assertEquals(9, turns.get());
    }

    @Test
    void whatCannotBeOpenedIsToldAndCanBeTriedAgain() throws Exception {
        SessionKey key = create();
        prompt(key, "first");
        listen(service).await(State.DONE);
        service.close(key);
        host.failure = Optional.of(new AgentException(ErrorCode.AUTH_REQUIRED, "sign in first"));
        AgentException why = assertThrows(AgentException.class, () -> prompt(key, "again"));
        assertEquals(ErrorCode.AUTH_REQUIRED, why.code());
        host.failure = Optional.empty();
        prompt(key, "again");
        assertThrows(Refusal.class, () -> prompt(SessionKey.random(), "to nobody"));
    }

    @Test
    void aSessionAtWorkIsRenamedAndGoesOnButIsNotRemoved() throws Exception {
        Told told = listen(service);
        SessionKey key = create();
        prompt(key, "wait");
        told.await(summary -> summary.session().turns() == 1);
        service.rename(key, "new-name");
        told.await(summary ->
                summary.session().name().equals(Optional.of("new-name")) && summary.state() == State.WORKING);
        assertEquals(
                Refusal.Kind.BUSY,
                assertThrows(Refusal.class, () -> service.remove(key)).kind());
        goOn.countDown();
        told.await(State.DONE);
        assertEquals(1, host.opened.size(), "its agent is the same");
        service.remove(key);
        assertEquals(key, told.removed.poll(60, TimeUnit.SECONDS));
        assertTrue(service.find(key).isEmpty());
    }

    @Test
    void aServiceThatStopsEndsTurnsAndTakesNothingMore() throws Exception {
        SessionKey key = create();
        prompt(key, "work");
        listen(service).await(State.WORKING);
        service.close();
        assertTrue(host.engine.sessions.stream().noneMatch(FakeEngine.FakeSession::isOpen));
        assertEquals(
                Refusal.Kind.STOPPING,
                assertThrows(Refusal.class, () -> prompt(key, "more")).kind());
    }
}

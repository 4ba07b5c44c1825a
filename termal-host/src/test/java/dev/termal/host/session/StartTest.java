package dev.termal.host.session;

import static dev.termal.host.session.FakeEngine.DONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.util.concurrent.Uninterruptibles;
import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.Prompt;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.OnLost;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.TurnReport;
import dev.termal.host.mcp.Lender;
import dev.termal.host.store.SessionJournal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The start of a session's agent, under the deadlines of its first turn. */
@Timeout(120)
final class StartTest {
    private static final TurnRules RULES = new TurnRules(
            Optional.of(Duration.ofSeconds(10)), Duration.ofSeconds(4), true, false, List.of(), OnLost.FAIL);

    private final CountDownLatch begun = new CountDownLatch(1);
    private final LinkedBlockingQueue<SessionEntry> meanwhile = new LinkedBlockingQueue<>();
    private final FakeEngine engine = new FakeEngine((prompt, agent) -> agent.untilCancelled());

    /** Opens a session on a thread of its own, which the future's cancellation interrupts. */
    private CompletableFuture<LiveSession> opening(TestHost host, TurnRules rules) throws InterruptedException {
        CompletableFuture<LiveSession> opened = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                opened.complete(host.sessions.open(
                        engine,
                        TestHost.request(PermissionPolicy.ASK, Map.of()),
                        rules,
                        SessionJournal.none(),
                        TestHost.NO_RULES,
                        Lender.NOTHING,
                        meanwhile::add));
            } catch (InterruptedException | RuntimeException | Error e) {
                opened.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        begun.await();
        opener = thread;
        return opened;
    }

    private Thread opener = Thread.currentThread();

    private void neverAnswers() throws InterruptedException {
        begun.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            InterruptedException told = new InterruptedException();
            told.initCause(new AgentException(
                    ErrorCode.TIMEOUT, "fake did not answer hello", AgentException.Detail.stderr("the tail")));
            throw told;
        }
    }

    private static <T extends Throwable> T failure(Class<T> kind, CompletableFuture<?> future) {
        ExecutionException failed = assertThrows(ExecutionException.class, () -> future.get(60, TimeUnit.SECONDS));
        return assertInstanceOf(kind, failed.getCause());
    }

    @Test
    void theOverallDeadlineEndsTheStartAndSaysWhatWasWaitedFor() throws Exception {
        engine.connecting = this::neverAnswers;
        TurnRules rules =
                new TurnRules(Optional.of(Duration.ofSeconds(3)), TurnRules.IDLE, true, false, List.of(), OnLost.FAIL);
        try (TestHost host = new TestHost((prompt, agent) -> DONE)) {
            CompletableFuture<LiveSession> opening = opening(host, rules);
            host.context.advance(Duration.ofSeconds(3));

            AgentException late = failure(AgentException.class, opening);
            assertEquals(ErrorCode.TIMEOUT, late.code());
            assertEquals(
                    "the agent was not ready within the deadline of 3s: fake did not answer hello; check its"
                            + " command and arguments, or give an agent that is slow to start a longer timeout",
                    late.getMessage());
            assertEquals("the tail", late.detail().stderrTail());
        }
    }

    @Test
    void silenceStallsTheStart() throws Exception {
        engine.connecting = this::neverAnswers;
        try (TestHost host = new TestHost((prompt, agent) -> DONE)) {
            CompletableFuture<LiveSession> opening = opening(host, RULES);
            host.context.advance(Duration.ofSeconds(4));

            AgentException stalled = failure(AgentException.class, opening);
            assertEquals(ErrorCode.TIMEOUT, stalled.code());
            assertTrue(stalled.getMessage().contains("for 4s"), stalled.getMessage());
            assertTrue(stalled.getMessage().contains("a longer idle timeout"), stalled.getMessage());
        }
    }

    @Test
    void whatTheStartTakesIsMissingFromTheFirstTurn() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        engine.connecting = () -> {
            begun.countDown();
            go.await();
        };
        try (TestHost host = new TestHost((prompt, agent) -> DONE)) {
            CompletableFuture<LiveSession> opening = opening(
                    host,
                    new TurnRules(
                            Optional.of(Duration.ofSeconds(10)), TurnRules.IDLE, true, false, List.of(), OnLost.FAIL));
            host.context.advance(Duration.ofSeconds(7));
            go.countDown();
            LiveSession session = opening.get(60, TimeUnit.SECONDS);
            host.context.advance(Duration.ofHours(1)); // between start and turn nothing is counted
            LinkedBlockingQueue<SessionEntry> entries = new LinkedBlockingQueue<>();
            engine.play((prompt, agent) -> {
                agent.says("at work");
                return agent.untilCancelled();
            });
            session.read(0, entries::add);
            CompletableFuture<TurnReport> report = new CompletableFuture<>();
            Thread thread = new Thread(() -> {
                try {
                    report.complete(session.prompt(Prompt.of("go")));
                } catch (InterruptedException | RuntimeException | Error e) {
                    report.completeExceptionally(e);
                }
            });
            thread.start();
            awaitText(entries);
            host.context.advance(Duration.ofSeconds(3));
            assertEquals(Outcome.TIMEOUT, TestHost.get(report).outcome());
        }
    }

    private static void awaitText(LinkedBlockingQueue<SessionEntry> entries) throws InterruptedException {
        SessionEntry entry;
        do {
            entry = entries.poll(60, TimeUnit.SECONDS);
        } while (entry != null && !(entry.body() instanceof EntryBody.Said));
        assertTrue(entry != null, "the agent says something");
    }

    @Test
    void theCallersInterruptEndsTheStart() throws Exception {
        engine.connecting = this::neverAnswers;
        try (TestHost host = new TestHost((prompt, agent) -> DONE)) {
            CompletableFuture<LiveSession> opening = opening(host, RULES);
            opener.interrupt();
            failure(InterruptedException.class, opening);
        }
    }

    @Test
    void anEngineThatDoesNotListenIsLeftBehind() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        engine.connecting = () -> {
            begun.countDown();
            Uninterruptibles.awaitUninterruptibly(never);
        };
        try (TestHost host = new TestHost((prompt, agent) -> DONE)) {
            CompletableFuture<LiveSession> opening = opening(host, RULES);
            host.context.advance(Duration.ofSeconds(10));
            host.context.advance(host.context.limits().cancelGrace());
            while (!opening.isDone()) {
                host.context.advance(Duration.ofSeconds(20)); // a step of the ladder may still be about to be planned
                Thread.onSpinWait();
            }
            failure(AgentException.class, opening);
            never.countDown();
        }
    }

    @Test
    void whatComesMeanwhileIsTold() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        engine.connecting = () -> {
            engine.connects.get(0).listener().accept(new AgentEvent.Notice(AgentEvent.Notice.Level.WARNING, "slow"));
            begun.countDown();
            go.await();
        };
        try (TestHost host = new TestHost((prompt, agent) -> DONE)) {
            CompletableFuture<LiveSession> opening = opening(host, RULES);
            SessionEntry entry = meanwhile.poll(60, TimeUnit.SECONDS);
            go.countDown();
            assertTrue(entry != null && entry.body() instanceof EntryBody.Said, "told before it is open");
            opening.get(60, TimeUnit.SECONDS);
        }
    }
}

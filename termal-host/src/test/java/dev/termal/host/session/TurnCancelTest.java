package dev.termal.host.session;

import static dev.termal.host.session.FakeEngine.DONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.SessionId;
import dev.termal.api.ToolCall;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.TurnReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a turn ends that is cancelled, interrupted or killed, whatever its agent does about it. */
@Timeout(120)
final class TurnCancelTest {
    @Test
    void cancelAsksTheAgentAndTheProcessLivesOn() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        try (TestHost host = new TestHost((prompt, agent) -> {
            begun.countDown();
            return agent.untilCancelled();
        })) {
            CompletableFuture<TurnReport> report = host.prompting("go");
            begun.await();
            host.session.cancel();

            assertEquals(Outcome.CANCELLED, TestHost.get(report).outcome());
            assertTrue(TestHost.get(report).error().isEmpty());
            host.engine.play((prompt, agent) -> DONE);
            host.prompt("again");
            assertEquals(1, host.engine.connects.size());
        }
    }

    @Test
    void anAgentThatFinishesAfterACancelIsStillCancelled() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        try (TestHost host = new TestHost((prompt, agent) -> {
            begun.countDown();
            agent.cancelled.await();
            agent.says("all done");
            return DONE;
        })) {
            CompletableFuture<TurnReport> report = host.prompting("go");
            begun.await();
            host.session.cancel();

            assertEquals(Outcome.CANCELLED, TestHost.get(report).outcome());
            assertEquals("all done", TestHost.get(report).text());
        }
    }

    @Test
    @Tag("R-AG-64")
    @Tag("R-AG-67")
    @Tag("PF-17")
    void anAgentThatIgnoresTheCancelLosesItsProcessAndTheNextTurnContinues() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        try (TestHost host = new TestHost((prompt, agent) -> {
            begun.countDown();
            return agent.untilEnded();
        })) {
            CompletableFuture<TurnReport> report = host.prompting("go");
            begun.await();
            host.session.cancel();
            host.engine.last().cancelled.await();
            host.context.advance(host.context.limits().cancelGrace());

            assertEquals(Outcome.CANCELLED, TestHost.get(report).outcome());
            host.engine.play((prompt, agent) -> DONE);
            host.prompt("again");
            assertEquals(2, host.engine.connects.size());
            assertEquals(
                    Optional.of(new SessionId("agent-1")),
                    host.engine.opened.get(1).resume());
            assertTrue(host.notices().get(0).contains("started anew"), host.notices()::toString);
        }
    }

    @Test
    void aCancelWithoutATurnDoesNothing() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> DONE)) {
            host.session.cancel();
            assertEquals(Outcome.EMPTY, host.prompt("go").outcome());
            assertEquals(List.of("prompt go"), host.engine.last().calls);
        }
    }

    @Test
    void aCancelWhileTheAgentIsStartedAsksNobodyAndEndsTheTurn() throws Exception {
        CountDownLatch connecting = new CountDownLatch(1);
        try (TestHost host = new TestHost((prompt, agent) -> DONE)) {
            host.engine.last().close();
            host.engine.connecting = () -> {
                connecting.countDown();
                new CountDownLatch(1).await();
            };
            CompletableFuture<TurnReport> report = host.prompting("go");
            connecting.await();
            host.session.cancel();

            assertEquals(Outcome.CANCELLED, TestHost.get(report).outcome());
            assertEquals(List.of(), host.engine.last().calls);
        }
    }

    @Test
    void aCancelAnswersWhatIsOpenBeforeTheAgentIsAsked() throws Exception {
        AtomicReference<PermissionDecision> got = new AtomicReference<>();
        try (TestHost host = new TestHost((prompt, agent) -> {
            got.set(agent.asks("t", ToolCall.Kind.EDIT));
            return agent.untilCancelled();
        })) {
            CompletableFuture<TurnReport> report = host.prompting("go");
            EntryBody.PermissionRequested asked = (EntryBody.PermissionRequested)
                    host.await(EntryBody.PermissionRequested.class::isInstance).body();
            host.session.cancel();

            TurnReport cancelled = TestHost.get(report);
            assertEquals(PermissionDecision.cancelled(), got.get());
            assertEquals(0, cancelled.denied());
            assertFalse(host.session.answerPermission(asked.id(), new PermissionDecision.Selected("yes")));
            assertEquals(1, host.bodies(EntryBody.PermissionAnswered.class).size());
        }
    }

    @Test
    void whatACancelledAgentStillAsksIsCancelledAndTheNextTurnIsAskedAgain() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicReference<PermissionDecision> afterCancel = new AtomicReference<>();
        try (TestHost host = new TestHost(
                (prompt, agent) -> {
                    begun.countDown();
                    agent.cancelled.await();
                    afterCancel.set(agent.asks("t", ToolCall.Kind.EDIT));
                    return DONE;
                },
                TurnRules.of(true),
                PermissionPolicy.AUTO,
                Map.of())) {
            CompletableFuture<TurnReport> report = host.prompting("go");
            begun.await();
            host.session.cancel();
            TestHost.get(report);
            assertEquals(PermissionDecision.cancelled(), afterCancel.get());

            AtomicReference<PermissionDecision> inNext = new AtomicReference<>();
            host.engine.play((prompt, agent) -> {
                inNext.set(agent.asks("u", ToolCall.Kind.EDIT));
                return DONE;
            });
            host.prompt("again");
            assertEquals(new PermissionDecision.Selected("yes"), inNext.get());
        }
    }

    @Test
    void interruptingTheCallerCancelsTheTurn() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        try (TestHost host = new TestHost((prompt, agent) -> {
            begun.countDown();
            return agent.untilCancelled();
        })) {
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread caller = new Thread(() -> {
                try {
                    host.prompt("go");
                } catch (InterruptedException e) {
                    thrown.set(e);
                }
            });
            caller.start();
            begun.await();
            caller.interrupt();
            caller.join(TimeUnit.SECONDS.toMillis(60));

            assertInstanceOf(InterruptedException.class, thrown.get());
            assertEquals(
                    Outcome.CANCELLED,
                    host.bodies(EntryBody.TurnEnded.class).get(0).report().outcome());
        }
    }

    @Test
    void anEngineThatNeverReturnsIsLeftBehind() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        try (TestHost host = new TestHost((prompt, agent) -> {
            begun.countDown();
            boolean released = false;
            while (!released) {
                try {
                    never.await();
                    released = true;
                } catch (InterruptedException e) {
                    assertFalse(released); // and go on: this engine does not listen
                }
            }
            return DONE;
        })) {
            CompletableFuture<TurnReport> report = host.prompting("go");
            begun.await();
            host.session.kill();
            host.engine.last().processEnded.await();
            host.context.advance(Duration.ofMinutes(1));

            assertEquals(Outcome.CANCELLED, TestHost.get(report).outcome());
            assertEquals(1, host.bodies(EntryBody.TurnEnded.class).size());
        } finally {
            never.countDown();
        }
    }
}

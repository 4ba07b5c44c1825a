package dev.termal.host.session;

import static dev.termal.host.session.FakeEngine.DONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.ToolCall;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.OnLost;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.TurnReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The time that a turn is given, and what does not count against it. */
@Timeout(120)
final class TurnTimeTest {
    @Test
    @Tag("R-AG-55")
    @Tag("PF-36")
    @Tag("R-AG-148")
    void silenceStallsTheTurn() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        try (TestHost host = new TestHost((prompt, agent) -> {
            agent.says("partial");
            begun.countDown();
            return agent.untilCancelled();
        })) {
            CompletableFuture<TurnReport> report = host.prompting("go");
            begun.await();
            host.context.advance(TurnRules.IDLE);

            TurnReport stalled = TestHost.get(report);
            assertEquals(Outcome.STALLED, stalled.outcome());
            assertEquals(3, stalled.exitCode());
            assertEquals("partial", stalled.text());
            assertTrue(stalled.error().orElseThrow().message().contains("5m"), () -> stalled.toString());
            assertTrue(
                    host.entries().stream()
                            .map(entry -> entry.body())
                            .anyMatch(body -> body instanceof EntryBody.HostNotice notice
                                    && notice.text().startsWith("the time is over: cancelling")),
                    "who waits is told why");
        }
    }

    @Test
    void whereNobodyWaitsNobodyIsToldOfTheGrace() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        try (TestHost host = TestHost.headless((prompt, agent) -> {
            begun.countDown();
            return agent.untilCancelled();
        })) {
            CompletableFuture<TurnReport> report = host.prompting("go");
            begun.await();
            host.context.advance(TurnRules.IDLE);

            assertEquals(Outcome.STALLED, host.getAfterDrain(report).outcome());
            assertTrue(
                    host.notices().stream().noneMatch(text -> text.contains("cancelling")), host.notices()::toString);
        }
    }

    @Test
    @Tag("PF-36")
    void aSilenceOfLessThanAMinuteIsSaidInSeconds() throws Exception {
        TurnRules rules = new TurnRules(Optional.empty(), Duration.ofSeconds(45), true, false, List.of(), OnLost.FAIL);
        CountDownLatch begun = new CountDownLatch(1);
        try (TestHost host = new TestHost(
                (prompt, agent) -> {
                    begun.countDown();
                    return agent.untilCancelled();
                },
                rules,
                PermissionPolicy.ASK,
                Map.of())) {
            CompletableFuture<TurnReport> report = host.prompting("go");
            begun.await();
            host.context.advance(Duration.ofSeconds(45));
            String message = TestHost.get(report).error().orElseThrow().message();
            assertTrue(message.contains("for 45s"), message);
        }
    }

    @Test
    void anOpenToolCallMayBeSilentForLonger() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        try (TestHost host = new TestHost((prompt, agent) -> {
            agent.calls("t", ToolCall.Kind.READ, ToolCall.Status.IN_PROGRESS);
            begun.countDown();
            return agent.untilCancelled();
        })) {
            CompletableFuture<TurnReport> report = host.prompting("go");
            begun.await();
            host.context.advance(Duration.ofMinutes(29));
            assertFalse(report.isDone());
            host.context.advance(Duration.ofMinutes(1));

            assertEquals(Outcome.STALLED, TestHost.get(report).outcome());
        }
    }

    @Test
    @Tag("R-AG-54")
    @Tag("R-AG-137")
    @Tag("R-AG-150")
    void theOverallDeadlineIsATimeoutAndWaitsWhileAPersonDecides() throws Exception {
        TurnRules rules =
                new TurnRules(Optional.of(Duration.ofSeconds(10)), TurnRules.IDLE, true, false, List.of(), OnLost.FAIL);
        CountDownLatch decided = new CountDownLatch(1);
        try (TestHost host = new TestHost(
                (prompt, agent) -> {
                    agent.asks("t", ToolCall.Kind.EXECUTE);
                    decided.countDown();
                    return agent.untilCancelled();
                },
                rules,
                PermissionPolicy.ASK,
                Map.of())) {
            CompletableFuture<TurnReport> report = host.prompting("go");
            EntryBody.PermissionRequested asked = (EntryBody.PermissionRequested)
                    host.await(EntryBody.PermissionRequested.class::isInstance).body();
            host.context.advance(Duration.ofHours(1));
            assertFalse(report.isDone());
            assertTrue(host.session.answerPermission(asked.id(), new PermissionDecision.Selected("yes")));
            decided.await();
            host.context.advance(Duration.ofSeconds(10));

            assertEquals(Outcome.TIMEOUT, TestHost.get(report).outcome());
            assertTrue(TestHost.get(report).error().orElseThrow().message().contains("10s"));
        }
    }

    @Test
    @Tag("R-AG-60")
    void workOfTheHostCostsTheTurnNoTimeButEndsWithItsOwn() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch lapsed = new CountDownLatch(1);
        try (TestHost host = new TestHost((prompt, agent) -> {
            begun.countDown();
            return agent.untilCancelled();
        })) {
            CompletableFuture<TurnReport> report = host.prompting("go");
            begun.await();
            Hold hold = host.session.hold(Duration.ofMinutes(8), lapsed::countDown);
            host.context.advance(Duration.ofMinutes(8));
            lapsed.await();
            assertFalse(hold.release());
            assertFalse(report.isDone());
            host.context.advance(TurnRules.IDLE);

            assertEquals(Outcome.STALLED, TestHost.get(report).outcome());
        }
    }

    @Test
    void aReaderThatHoldsUpTheAgentCostsItNoTime() throws Exception {
        String large = "x".repeat(1024 * 1024);
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        try (TestHost host = new TestHost((prompt, agent) -> {
            begun.countDown();
            for (int i = 0; i < 40; i++) { // more than any heap's share
                agent.says(large);
            }
            return DONE;
        })) {
            Reading slow = host.session.read(0, entry -> {
                try {
                    release.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            CompletableFuture<TurnReport> report = host.prompting("go");
            begun.await();
            host.context.fakeClock().awaitPending(0); // the deadline is held: it waits for no wake-up
            host.context.advance(Duration.ofHours(1));
            release.countDown();

            assertEquals(Outcome.DONE, TestHost.get(report).outcome());
            slow.close();
        }
    }
}

package dev.termal.host.session;

import static dev.termal.host.session.FakeEngine.DONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.FollowUp;
import dev.termal.api.Prompt;
import dev.termal.api.StopReason;
import dev.termal.api.TurnResult;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.TurnReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a turn is in the stream of a session: one bracket, numbered, with a report at its end. */
@Timeout(120)
final class TurnBracketTest {
    @Test
    void aTurnIsABracketInANumberedStream() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> {
            agent.says("hello ");
            agent.says(prompt.text());
            return DONE;
        })) {
            TurnReport report = host.prompt("you");

            assertEquals(Outcome.DONE, report.outcome());
            assertEquals("hello you", report.text());
            List<SessionEntry> entries = host.entries();
            assertInstanceOf(EntryBody.TurnStarted.class, entries.get(0).body());
            assertEquals(
                    report,
                    ((EntryBody.TurnEnded) entries.get(entries.size() - 1).body()).report());
            assertEquals(
                    LongStream.rangeClosed(1, entries.size()).boxed().toList(),
                    entries.stream().map(SessionEntry::seq).toList());
            assertTrue(entries.stream().allMatch(entry -> entry.turn() == 1));
        }
    }

    @Test
    @Tag("ORDER-06")
    void eventsBeforeAndAfterTurnsHaveAPlace() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> DONE)) {
            host.engine.last().says("early");
            host.prompt("one");
            host.engine.last().says("late");
            SessionEntry late = host.await(body -> body instanceof EntryBody.Said said && said.late());
            host.prompt("two");

            assertEquals(0, host.entries().get(0).turn());
            assertFalse(((EntryBody.Said) host.entries().get(0).body()).late());
            assertEquals(1, late.turn());
            assertEquals(
                    "", host.bodies(EntryBody.TurnEnded.class).get(1).report().text());
        }
    }

    @Test
    void headlessTheTextRightAfterTheEndIsInTheReport() throws Exception {
        try (TestHost host = TestHost.headless((prompt, agent) -> DONE)) {
            CompletableFuture<TurnReport> report = host.prompting("go");
            host.await(EntryBody.TurnStarted.class::isInstance);
            host.awaitDraining();
            host.engine.last().says("after the response");
            host.context.advance(host.context.limits().lateChunks());

            assertEquals("after the response", TestHost.get(report).text());
            assertFalse(host.bodies(EntryBody.Said.class).get(0).late());
        }
    }

    @Test
    void anEngineThatThrowsStillEndsTheTurn() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> {
            throw new IllegalStateException("boom");
        })) {
            TurnReport report = host.prompt("go");

            assertEquals(Outcome.AGENT_ERROR, report.outcome());
            assertTrue(report.error().orElseThrow().message().contains("boom"));
            assertEquals(1, host.bodies(EntryBody.TurnEnded.class).size());
        }
    }

    @Test
    void theAgentsOwnWordsRideAlong() throws Exception {
        AgentException.Detail detail =
                new AgentException.Detail(Optional.of(401), "no key", Optional.empty(), "stderr says");
        try (TestHost host = new TestHost((prompt, agent) -> {
            agent.says("half");
            throw new AgentException(ErrorCode.AUTH_REQUIRED, "sign in", detail);
        })) {
            TurnReport report = host.prompt("go");

            assertEquals(Outcome.AUTH_REQUIRED, report.outcome());
            assertEquals(6, report.exitCode());
            assertEquals("half", report.text());
            assertEquals(Optional.of(401), report.error().orElseThrow().peerCode());
            assertEquals("stderr says", report.error().orElseThrow().stderrTail());
        }
    }

    @Test
    void followUpsRunInTheSameBracketAtMostThree() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> {
            agent.says(prompt.text());
            return new TurnResult(
                    StopReason.END_TURN,
                    Optional.empty(),
                    Optional.of(new FollowUp(Optional.of("code"), Optional.of(Prompt.of("next")))));
        })) {
            host.prompt("first");

            assertEquals(
                    List.of(
                            "prompt first",
                            "mode code",
                            "prompt next",
                            "mode code",
                            "prompt next",
                            "mode code",
                            "prompt next"),
                    host.engine.last().calls);
            assertEquals(1, host.bodies(EntryBody.TurnEnded.class).size());
            assertTrue(host.notices().get(0).contains("more than 3"), host.notices()::toString);
        }
    }

    @Test
    void aFollowUpThatOnlyChangesTheModeNeedsNoPrompt() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> new TurnResult(
                StopReason.END_TURN,
                Optional.empty(),
                Optional.of(new FollowUp(Optional.of("code"), Optional.empty()))))) {
            assertEquals(Optional.of(StopReason.END_TURN), host.prompt("go").stopReason());
            assertEquals(List.of("prompt go", "mode code"), host.engine.last().calls);
        }
    }

    @Test
    @Tag("R-AG-30")
    @Tag("R-AG-135")
    @Tag("PF-20")
    void turnsRunOneAfterAnotherAndAFailureLetsTheNextOneIn() throws Exception {
        CountDownLatch firstRuns = new CountDownLatch(1);
        CountDownLatch firstMayEnd = new CountDownLatch(1);
        try (TestHost host = new TestHost((prompt, agent) -> {
            if (prompt.text().equals("first")) {
                firstRuns.countDown();
                firstMayEnd.await();
                throw new AgentException(ErrorCode.AGENT_ERROR, "failed");
            }
            return DONE;
        })) {
            CompletableFuture<TurnReport> first = host.prompting("first");
            firstRuns.await();
            CompletableFuture<TurnReport> second = host.prompting("second");
            firstMayEnd.countDown();

            assertEquals(Outcome.AGENT_ERROR, TestHost.get(first).outcome());
            TestHost.get(second);
            List<String> brackets = host.entries().stream()
                    .map(SessionEntry::body)
                    .filter(body -> body instanceof EntryBody.TurnStarted || body instanceof EntryBody.TurnEnded)
                    .map(body -> body.getClass().getSimpleName())
                    .toList();
            assertEquals(List.of("TurnStarted", "TurnEnded", "TurnStarted", "TurnEnded"), brackets);
        }
    }

    @Test
    void allReadersSeeTheSameStream() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> {
            for (int i = 0; i < 500; i++) {
                agent.says("chunk " + i);
            }
            return DONE;
        })) {
            List<List<SessionEntry>> seen = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                List<SessionEntry> own = new ArrayList<>();
                seen.add(own);
                host.session.read(0, own::add);
            }
            host.prompt("go");

            assertEquals(502, seen.get(0).size());
            seen.forEach(own -> assertEquals(host.entries(), own));
        }
    }
}

package dev.termal.host.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.FollowUp;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.PermissionRequest;
import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import dev.termal.api.TurnResult;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.TurnReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LiveSessionTest {
    private static final TurnResult DONE = TurnResult.of(StopReason.END_TURN);

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
    void whatACancelledAgentStillAsksIsCancelledAndTheNextTurnIsAskedAgain() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicReference<PermissionDecision> afterCancel = new AtomicReference<>();
        try (TestHost host = new TestHost(
                (prompt, agent) -> {
                    begun.countDown();
                    agent.cancelled.await();
                    afterCancel.set(ask(agent, "t", ToolCall.Kind.EDIT));
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
                inNext.set(ask(agent, "u", ToolCall.Kind.EDIT));
                return DONE;
            });
            host.prompt("again");
            assertEquals(new PermissionDecision.Selected("yes"), inNext.get());
        }
    }

    @Test
    void aReaderThatHoldsUpTheAgentCostsItNoTime() throws Exception {
        String large = "x".repeat(1024 * 1024);
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch far = new CountDownLatch(1);
        try (TestHost host = new TestHost((prompt, agent) -> {
            for (int i = 0; i < 40; i++) {
                if (i == 16) {
                    far.countDown();
                }
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
            far.await();
            host.context.fakeClock().awaitPending(0); // the deadline is held: it waits for no wake-up
            host.context.advance(Duration.ofHours(1));
            release.countDown();

            assertEquals(Outcome.DONE, TestHost.get(report).outcome());
            slow.close();
        }
    }

    @Test
    void aClosedHostOpensNothing() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> DONE)) {
            host.sessions.close();
            AgentException refused = assertThrows(
                    AgentException.class,
                    () -> host.sessions.open(
                            host.engine, TestHost.request(PermissionPolicy.ASK, Map.of()), TurnRules.of(true)));
            assertEquals(ErrorCode.CLOSED, refused.code());
            assertEquals(1, host.engine.connects.size());
            assertFalse(host.engine.last().isOpen());
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

    @Test
    void aConversationWithoutAnIdIsNotSilentlyBegunAnew() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> {
            agent.close();
            throw new AgentException(ErrorCode.AGENT_EXITED, "gone");
        })) {
            host.engine.id = Optional.empty();
            assertEquals(Outcome.CRASHED, host.prompt("one").outcome());
            TurnReport second = host.prompt("two");

            assertEquals(Outcome.SESSION_LOST, second.outcome());
            assertEquals(1, host.engine.connects.size());
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
    void theOverallDeadlineIsATimeoutAndWaitsWhileAPersonDecides() throws Exception {
        TurnRules rules = new TurnRules(Optional.of(Duration.ofSeconds(10)), TurnRules.IDLE, true, false, List.of());
        CountDownLatch decided = new CountDownLatch(1);
        try (TestHost host = new TestHost(
                (prompt, agent) -> {
                    ask(agent, "t", ToolCall.Kind.EXECUTE);
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
    void aCancelAnswersWhatIsOpenBeforeTheAgentIsAsked() throws Exception {
        AtomicReference<PermissionDecision> got = new AtomicReference<>();
        try (TestHost host = new TestHost((prompt, agent) -> {
            got.set(ask(agent, "t", ToolCall.Kind.EDIT));
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
    void aReaderMayAnswer() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> {
            ask(agent, "t", ToolCall.Kind.EDIT);
            agent.calls("t", ToolCall.Kind.EDIT, ToolCall.Status.COMPLETED);
            return DONE;
        })) {
            host.session.read(0, entry -> {
                if (entry.body() instanceof EntryBody.PermissionRequested asked) {
                    assertTrue(host.session.answerPermission(asked.id(), new PermissionDecision.Selected("yes")));
                }
            });
            TurnReport report = host.prompt("go");

            assertEquals(Outcome.DONE, report.outcome());
            assertEquals(0, report.unapproved());
        }
    }

    @Test
    void toolCallsLeftOpenAreClosedWithOneNotice() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> {
            agent.calls("a", ToolCall.Kind.READ, ToolCall.Status.IN_PROGRESS);
            agent.calls("b", ToolCall.Kind.READ, ToolCall.Status.PENDING);
            return DONE;
        })) {
            host.prompt("go");

            List<ToolCall.Status> last = host.bodies(EntryBody.Said.class).stream()
                    .map(said ->
                            ((AgentEvent.ToolCallUpdate) said.event()).call().status())
                    .toList();
            assertEquals(
                    List.of(
                            ToolCall.Status.IN_PROGRESS,
                            ToolCall.Status.PENDING,
                            ToolCall.Status.CANCELLED,
                            ToolCall.Status.CANCELLED),
                    last);
            assertEquals(1, host.notices().size());
        }
    }

    @Test
    void aRefusedCallThatTheAgentForgetsIsShownAsRejected() throws Exception {
        try (TestHost host = TestHost.headless((prompt, agent) -> {
            ask(agent, "t", ToolCall.Kind.EDIT);
            return DONE;
        })) {
            TurnReport report = host.getAfterDrain(host.prompting("go"));

            assertEquals(Outcome.DENIED, report.outcome());
            assertEquals(5, report.exitCode());
            AgentEvent.ToolCallUpdate closed = (AgentEvent.ToolCallUpdate)
                    host.bodies(EntryBody.Said.class).get(0).event();
            assertEquals(ToolCall.Status.REJECTED, closed.call().status());
            assertTrue(host.notices().get(0).contains("nobody is there"), host.notices()::toString);
        }
    }

    @Test
    void aChangeThatNobodyGrantedIsCountedAndNoticed() throws Exception {
        TurnRules strict = new TurnRules(Optional.empty(), TurnRules.IDLE, true, true, List.of());
        try (TestHost host = new TestHost(
                (prompt, agent) -> {
                    agent.calls("t", ToolCall.Kind.EDIT, ToolCall.Status.IN_PROGRESS);
                    agent.calls("t", ToolCall.Kind.EDIT, ToolCall.Status.COMPLETED);
                    agent.calls("t", ToolCall.Kind.EDIT, ToolCall.Status.COMPLETED);
                    return DONE;
                },
                strict,
                PermissionPolicy.ASK,
                Map.of())) {
            TurnReport report = host.prompt("go");

            assertEquals(1, report.unapproved());
            assertEquals(Outcome.DONE, report.outcome());
            assertEquals(5, report.exitCode());
            assertEquals(1, host.notices().size());
        }
    }

    @Test
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
    void closingEndsTheTurnAndRefusesTheNext() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        try (TestHost host = new TestHost((prompt, agent) -> {
            begun.countDown();
            return agent.untilEnded();
        })) {
            CompletableFuture<TurnReport> report = host.prompting("go");
            begun.await();
            CompletableFuture<TurnReport> waiting = host.prompting("later");
            host.session.close();

            assertEquals(Outcome.CANCELLED, TestHost.get(report).outcome());
            ExecutionException refused =
                    assertThrows(ExecutionException.class, () -> waiting.get(60, TimeUnit.SECONDS));
            assertEquals(ErrorCode.CLOSED, ((AgentException) refused.getCause()).code());
            host.session.close();
        }
    }

    @Test
    void aReaderMayNotPromptButMayCancelAndClose() throws Exception {
        CompletableFuture<Throwable> refused = new CompletableFuture<>();
        try (TestHost host = new TestHost((prompt, agent) -> agent.untilEnded())) {
            host.session.read(0, entry -> {
                if (entry.body() instanceof EntryBody.TurnStarted) {
                    try {
                        host.prompt("nested");
                    } catch (IllegalStateException | InterruptedException e) {
                        refused.complete(e);
                    }
                    host.session.cancel();
                    host.session.close();
                }
            });
            CompletableFuture<TurnReport> report = host.prompting("go");

            assertInstanceOf(IllegalStateException.class, refused.get(60, TimeUnit.SECONDS));
            assertEquals(Outcome.CANCELLED, TestHost.get(report).outcome());
        }
    }

    @Test
    void whatAReplacedAgentStillSaysIsNoPartOfTheConversation() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> {
            agent.says("from " + (agent.processEnded.getCount() > 0 ? "a living agent" : "a dead one"));
            return DONE;
        })) {
            FakeEngine.FakeSession old = host.engine.last();
            old.close();
            host.prompt("go");
            old.says("ghost");
            host.prompt("again");

            assertTrue(host.bodies(EntryBody.Said.class).stream()
                    .noneMatch(said -> said.event().equals(AgentEvent.MessageChunk.text("ghost"))));
        }
    }

    @Test
    void theHostsOwnOptionsDoNotReachTheEngine() throws Exception {
        String message = "a message that is long enough to be told apart";
        try (TestHost host = new TestHost(
                (prompt, agent) -> {
                    agent.says(message);
                    agent.says(message + " and more");
                    return DONE;
                },
                TurnRules.of(true),
                PermissionPolicy.ASK,
                Map.of(HostOwnedOptions.RESENDS, HostOwnedOptions.CUMULATIVE, "engines", "own"))) {
            assertEquals(message + " and more", host.prompt("go").text());
            assertEquals(Map.of("engines", "own"), host.engine.connects.get(0).options());
        }
    }

    @Test
    void aSessionThatCannotBeOpenedLeavesNothing() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> DONE)) {
            FakeEngine engine = new FakeEngine((prompt, agent) -> DONE);
            engine.connecting = () -> {
                throw new AgentException(ErrorCode.EXECUTABLE_NOT_FOUND, "no such program");
            };
            AgentException failure = assertThrows(
                    AgentException.class,
                    () -> host.sessions.open(
                            engine, TestHost.request(PermissionPolicy.ASK, Map.of()), TurnRules.of(true)));
            assertEquals(ErrorCode.EXECUTABLE_NOT_FOUND, failure.code());
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

    /** Asks as an agent would, on the thread that prompts. */
    private static PermissionDecision ask(FakeEngine.FakeSession agent, String id, ToolCall.Kind kind) {
        PermissionRequest request = new PermissionRequest(
                ToolCall.builder(id).title("call " + id).kind(kind).build(),
                List.of(
                        new PermissionOption("yes", "Yes", PermissionOption.Kind.ALLOW_ONCE),
                        new PermissionOption("no", "No", PermissionOption.Kind.REJECT_ONCE)));
        return agent.handler
                .onPermissionRequest(request)
                .toCompletableFuture()
                .orTimeout(60, TimeUnit.SECONDS)
                .join();
    }
}

package dev.termal.host.session;

import static dev.termal.host.session.FakeEngine.DONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.TurnReport;
import dev.termal.host.mcp.Lender;
import dev.termal.host.store.SessionJournal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sessions from their opening to their close, also when the agent behind them is lost or replaced. */
@Timeout(120)
final class SessionLifeTest {
    @Test
    @Tag("R-AG-148")
    void aSessionThatCannotBeOpenedLeavesNothing() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> DONE)) {
            FakeEngine engine = new FakeEngine((prompt, agent) -> DONE);
            engine.connecting = () -> {
                throw new AgentException(ErrorCode.EXECUTABLE_NOT_FOUND, "no such program");
            };
            AgentException failure = assertThrows(
                    AgentException.class,
                    () -> host.sessions.open(
                            engine,
                            TestHost.request(PermissionPolicy.ASK, Map.of()),
                            TurnRules.of(true),
                            SessionJournal.none(),
                            TestHost.NO_RULES,
                            Lender.NOTHING,
                            entry -> {}));
            assertEquals(ErrorCode.EXECUTABLE_NOT_FOUND, failure.code());
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
    void anotherModelIsWishedOfTheSessionThatRunsAndOfTheNext() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> {
            if (prompt.text().equals("die")) {
                agent.close();
                throw new AgentException(ErrorCode.AGENT_EXITED, "gone");
            }
            return DONE;
        })) {
            host.session.setModel("small");
            host.prompt("one");
            host.session.setModel("large");
            host.session.setEffort("high");
            host.prompt("die");
            host.session.setEffort("low");
            host.prompt("two");

            assertEquals(
                    List.of(
                            "apply small  fresh",
                            "prompt one",
                            "apply large  agent-1",
                            "apply large high agent-1",
                            "prompt die"),
                    host.engine.sessions.get(0).calls);
            assertEquals(List.of("prompt two"), host.engine.last().calls);
            SessionRequest next = host.engine.opened.get(1);
            assertEquals(Optional.of("large"), next.model());
            assertEquals(Optional.of("low"), next.effort());
            assertEquals(Optional.of(new SessionId("agent-1")), next.resume());
        }
    }

    @Test
    void aModelThatIsNotThereIsRefusedAndNotWishedFor() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> DONE)) {
            AgentException refused = assertThrows(AgentException.class, () -> host.session.setModel("smal"));
            assertEquals(ErrorCode.CONFIGURATION, refused.code());
            assertEquals(
                    "no model \"smal\"; the choices are: small, large; did you mean 'small'?", refused.getMessage());
            assertEquals(List.of(), host.engine.last().calls);
            host.session.setModel("large");
            assertEquals(List.of(), host.notices());
            host.session.setModel("new-one");
            host.await(body ->
                    body instanceof EntryBody.HostNotice notice && notice.text().contains("new-one"));
        }
    }

    @Test
    void whatTheEngineRefusesIsNotWishedForEither() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> DONE)) {
            host.engine.last().refuses = Optional.of(new AgentException(ErrorCode.UNSUPPORTED, "no effort here"));
            assertThrows(AgentException.class, () -> host.session.setEffort("high"));
            host.session.kill();
            host.engine.last().processEnded.await();
            host.prompt("go");
            assertEquals(Optional.empty(), host.engine.opened.get(1).effort());
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
    void anAgentThatLivesIsNotAskedForItsConversationAgain() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> DONE)) {
            host.prompt("one");
            host.prompt("two");
            host.session.setMode("plan");
            host.prompt("three");

            assertEquals(1, host.engine.connects.size());
            assertEquals(1, host.engine.opened.size());
            assertEquals(List.of("prompt one", "prompt two", "mode plan", "prompt three"), host.engine.last().calls);
        }
    }

    @Test
    void whatWasWishedIsWishedAgainWheneverTheAgentIsStartedAnew() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> {
            agent.says("hello");
            agent.close();
            return DONE;
        })) {
            host.session.setMode("plan");
            host.session.setOption("depth", "3");
            host.prompt("one");
            host.prompt("two");
            host.session.setOption("depth", "4"); // which starts it anew, too
            host.prompt("three");
            host.prompt("four");

            List<SessionRequest> opened = host.engine.opened;
            assertEquals(4, opened.size());
            assertEquals(
                    List.of("3", "3", "4"),
                    opened.stream()
                            .skip(1)
                            .map(request -> request.options().get("depth"))
                            .toList());
            assertTrue(opened.stream()
                    .skip(1)
                    .allMatch(request -> request.mode().equals(Optional.of("plan"))
                            && request.resume().equals(host.engine.id)));
        }
    }

    @Test
    @Tag("R-AG-39")
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
    @Tag("R-AG-32")
    @Tag("R-AG-41")
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
    void aClosedHostOpensNothing() throws Exception {
        try (TestHost host = new TestHost((prompt, agent) -> DONE)) {
            host.sessions.close();
            AgentException refused = assertThrows(
                    AgentException.class,
                    () -> host.sessions.open(
                            host.engine,
                            TestHost.request(PermissionPolicy.ASK, Map.of()),
                            TurnRules.of(true),
                            SessionJournal.none(),
                            TestHost.NO_RULES,
                            Lender.NOTHING,
                            entry -> {}));
            assertEquals(ErrorCode.CLOSED, refused.code());
            assertEquals(1, host.engine.connects.size());
            assertFalse(host.engine.last().isOpen());
        }
    }
}

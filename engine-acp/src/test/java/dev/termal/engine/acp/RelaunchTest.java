package dev.termal.engine.acp;

import static dev.termal.engine.acp.Scripts.END;
import static dev.termal.engine.acp.Scripts.LEGACY;
import static dev.termal.engine.acp.Scripts.LOADS;
import static dev.termal.engine.acp.Scripts.prompted;
import static dev.termal.engine.acp.Scripts.started;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentSession;
import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.api.StopReason;
import dev.termal.api.TurnResult;
import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.api.spi.ProcessExit;
import dev.termal.testkit.Script;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** When a session starts its agent anew, and when it need not. */
@Timeout(120)
final class RelaunchTest {
    @TempDir
    Path folder;

    /** A binding whose launch carries the model and the permissions. */
    private static final class LaunchingBinding extends BareBinding {
        @Override
        public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
            LaunchSpec.Builder spec =
                    LaunchSpec.builder(List.of("agent"), request.session().cwd());
            request.session().model().ifPresent(model -> spec.args("-m", model));
            spec.args(request.session().permissions().name());
            return Optional.of(spec.build());
        }
    }

    @Test
    void whatTheProtocolCanSetNeedsNoNewProcess() throws Exception {
        Script script = started(LOADS)
                .expectMethod("session/new")
                .send(Wire.result(LEGACY))
                .expectMethod("session/set_model")
                .send(Wire.result("{}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session = rig.binding(new LaunchingBinding()).open();
            session.apply(rig.request().model("m2").build());
            session.prompt(Prompt.of("hi"));
            assertEquals(1, rig.agent.launches().size());
        }
    }

    @Test
    void aLaunchMayKnowModelsThatTheProtocolDoesNotOffer() throws Exception {
        Script first = started(LOADS)
                .expectMethod("session/new")
                .send(Wire.result(LEGACY))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(END);
        Script second = started(LOADS)
                .expectMethod("session/load")
                .send(Wire.result(LEGACY))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(END);
        try (AcpRig rig = new AcpRig(folder, first, second)) {
            AgentSession session = rig.binding(new LaunchingBinding())
                    .open(rig.request().model("slug-1").build());
            session.prompt(Prompt.of("hi"));
            session.apply(rig.request().model("slug-2").build());
            session.prompt(Prompt.of("hi"));
            rig.recorder.assertOrder("notice INFO the agent was started anew: model");
            assertEquals(
                    Optional.of("slug-2"), rig.agent.launches().get(1).session().model());
        }
    }

    @Test
    @Tag("DEATH-06")
    void whatOnlyALaunchCanGiveStartsTheAgentAnew() throws Exception {
        Script first = started(LOADS)
                .expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"s\"}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(END);
        Script second = started(LOADS)
                .expect("session/load", "\"sessionId\":\"s\"")
                .send(Wire.result("{}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(END);
        try (AcpRig rig = new AcpRig(folder, first, second)) {
            AgentSession session = rig.binding(new LaunchingBinding()).open();
            session.prompt(Prompt.of("one"));
            session.apply(rig.request().model("m2").build());
            session.prompt(Prompt.of("two"));
            assertEquals(
                    Optional.of("m2"), rig.agent.launches().get(1).session().model());
            assertEquals(
                    Optional.of(new SessionId("s")),
                    rig.agent.launches().get(1).session().resume());
            rig.recorder.assertOrder("notice INFO the agent was started anew: model");
            session.apply(rig.request().resume(new SessionId("s")).model("m2").build());
            assertEquals(2, rig.agent.launches().size(), "the agent's own id is no drift");
        }
    }

    /** The process, but its exit is told when the stage completes. */
    private static AgentProcess exiting(AgentProcess process, CompletionStage<ProcessExit> exit) {
        return (AgentProcess) Proxy.newProxyInstance(
                AgentProcess.class.getClassLoader(), new Class<?>[] {AgentProcess.class}, (self, method, args) -> {
                    try {
                        return method.getName().equals("onExit") ? exit : method.invoke(process, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    @Tag("DEATH-06")
    void theLateExitOfAProcessThatWasReplacedConcernsNobody() throws Exception {
        Script first = prompted().send(END);
        Script second = started(LOADS)
                .expectMethod("session/load")
                .send(Wire.result("{}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(Wire.update("s", Wire.text("begun")))
                .stall("the exit")
                .send(END);
        List<CompletableFuture<ProcessExit>> exits = new ArrayList<>();
        try (AcpRig rig = new AcpRig(folder, first, second)) {
            rig.binding(new LaunchingBinding()).through(process -> {
                exits.add(new CompletableFuture<>());
                return exiting(process, exits.get(exits.size() - 1));
            });
            AgentConnection connection = rig.connect();
            AgentSession session = connection.open(rig.request().build(), rig.recorder);
            session.prompt(Prompt.of("one"));
            session.apply(rig.request().model("m2").build());
            CompletableFuture<TurnResult> turn = AcpRig.prompting(session, "two");
            rig.recorder.awaitCall("text begun");
            exits.get(0).complete(new ProcessExit(3));
            rig.agent.release("the exit");
            assertEquals(StopReason.END_TURN, AcpRig.await(turn).stopReason());
            assertTrue(session.isOpen());
            assertEquals(2, exits.size());
            assertTrue(connection.diagnostics().facts().stream()
                    .filter(fact -> fact.key().equals("lifecycle"))
                    .anyMatch(fact -> fact.value().toString().contains("stale-exit pid ")));
            exits.get(1).complete(new ProcessExit(0));
        }
    }

    @Test
    void anotherConversationStartsTheAgentAnew() throws Exception {
        Script first =
                started(LOADS).expect("session/load", "\"sessionId\":\"a\"").send(Wire.result("{}"));
        Script second = started(LOADS)
                .expect("session/load", "\"sessionId\":\"b\"")
                .send(Wire.result("{}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(END);
        Script third = started(LOADS)
                .expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"c\"}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(END);
        try (AcpRig rig = new AcpRig(folder, first, second, third)) {
            AgentSession session =
                    rig.open(rig.request().resume(new SessionId("a")).build());
            session.apply(rig.request().resume(new SessionId("b")).build());
            session.prompt(Prompt.of("hi"));
            session.apply(rig.request().build());
            session.prompt(Prompt.of("hi"));
            assertEquals(Optional.of(new SessionId("c")), session.id());
            rig.recorder.assertOrder(
                    "notice INFO the agent was started anew: conversation",
                    "bound b",
                    "notice INFO the agent was started anew: conversation reset",
                    "bound c");
        }
    }

    @Test
    void aCancelReachesAPromptThatWaitsForANewProcess() throws Exception {
        Script first = started(LOADS)
                .expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"s\"}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(END)
                .exit(0);
        Script slow = new Script().expectMethod("initialize").stall("for good");
        Script third = started(LOADS)
                .expectMethod("session/load")
                .send(Wire.result("{}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(END);
        try (AcpRig rig = new AcpRig(folder, first, slow, third)) {
            AgentSession session = rig.open();
            session.prompt(Prompt.of("one"));
            rig.agent.process().onExit().toCompletableFuture().join();
            var waiting = AcpRig.prompting(session, "two");
            rig.agent.awaitStalled("for good");
            session.cancel();
            assertEquals(StopReason.CANCELLED, AcpRig.await(waiting).stopReason());
            assertEquals(StopReason.END_TURN, session.prompt(Prompt.of("three")).stopReason());
        }
    }

    @Test
    @Tag("LOAD-05")
    void aLaunchWaitsForItsMoment() throws Exception {
        Instant moment = Instant.now().plusMillis(100);
        try (AcpRig rig = new AcpRig(folder, started("{}"))) {
            rig.binding(new BareBinding() {
                @Override
                public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
                    return Optional.of(LaunchSpec.builder(List.of("agent"), folder)
                            .notBefore(moment)
                            .build());
                }
            });
            rig.connect();
            assertFalse(Instant.now().isBefore(moment));
        }
    }
}

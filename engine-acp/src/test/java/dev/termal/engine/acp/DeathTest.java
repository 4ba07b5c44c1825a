package dev.termal.engine.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
import dev.termal.api.ErrorCode;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionOption;
import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.StopReason;
import dev.termal.api.TurnResult;
import dev.termal.testkit.Script;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An agent that ends, in each way and in each phase: what waits for it fails once and says why, and the next prompt works. */
@Timeout(120)
final class DeathTest {
    private static final String MODES = "{\"sessionId\":\"s\",\"modes\":{\"currentModeId\":\"ask\",\"availableModes\":["
            + "{\"id\":\"ask\",\"name\":\"Ask\"},{\"id\":\"code\",\"name\":\"Code\"}]}}";

    @TempDir
    Path folder;

    private enum End {
        EXIT_0("exit code 0"),
        EXIT_3("exit code 3"),
        SIGKILL("SIGKILL"),
        OUTPUT_CLOSED("closed its output");

        private final String words;

        End(String words) {
            this.words = words;
        }

        Script of(Script script) {
            script.stderr("\u001b[31mlast words\u001b[0m\n");
            return switch (this) {
                case EXIT_0 -> script.exit(0);
                case EXIT_3 -> script.exit(3);
                case SIGKILL -> script.kill(Script.Signal.KILL);
                case OUTPUT_CLOSED -> script.closeOutput().stall("for good");
            };
        }

        void assertToldBy(AgentException failure) {
            assertEquals(ErrorCode.AGENT_EXITED, failure.code(), failure.getMessage());
            assertTrue(failure.getMessage().contains(words), failure::getMessage);
            assertTrue(failure.getMessage().contains("last words"), failure::getMessage);
            assertTrue(failure.detail().stderrTail().contains("last words"), "the error output is not told");
        }
    }

    private enum Opening {
        INITIALIZE,
        AUTHENTICATE,
        NEW,
        LOAD,
        OPTION;

        Script begun() {
            return switch (this) {
                case INITIALIZE -> new Script().expectMethod("initialize");
                case AUTHENTICATE -> initialized().expectMethod("authenticate");
                case NEW -> initialized().expectMethod("session/new");
                case LOAD -> initialized().expectMethod("session/load");
                case OPTION ->
                    initialized()
                            .expectMethod("session/new")
                            .send(Wire.result(MODES))
                            .expectMethod("session/set_mode");
            };
        }

        private static Script initialized() {
            Script script = new Script();
            Wire.initialize(script, Scripts.LOADS, "[{\"id\":\"login\",\"name\":\"Log in\"}]");
            return script;
        }

        /** A process that does what was asked. */
        Script well() {
            return Scripts.started(Scripts.LOADS)
                    .onMethod("session/new", Wire.result(MODES))
                    .onMethod("session/load", Wire.result("{}"))
                    .onMethod("session/set_mode", Wire.result("{}"));
        }

        SessionRequest request(AcpRig rig) {
            SessionRequest.Builder request = rig.request();
            if (this == LOAD) {
                request.resume(new SessionId("s"));
            } else if (this == OPTION) {
                request.mode("code");
            }
            return request.build();
        }
    }

    static Stream<Arguments> openings() {
        return Arrays.stream(Opening.values())
                .flatMap(opening -> Arrays.stream(End.values()).map(end -> Arguments.of(opening, end)));
    }

    @ParameterizedTest
    @MethodSource("openings")
    @Tag("ACP-06")
    @Tag("DEATH-01")
    @Tag("R-AG-42")
    void aDeathWhileASessionOpensFailsItAndTheNextOneOpens(Opening opening, End end) throws Exception {
        Script well = opening.well();
        try (AcpRig rig = new AcpRig(folder, end.of(opening.begun()), well)) {
            SessionRequest request = opening.request(rig);
            if (opening == Opening.AUTHENTICATE) {
                rig.option("authMethod", "login");
            }
            end.assertToldBy(assertThrows(AgentException.class, () -> rig.open(request)));
            rig.agent.process().onExit().toCompletableFuture().join();
            rig.option("authMethod", "none");
            assertTrue(rig.open(request).isOpen());
        }
    }

    private enum Phase {
        IDLE_IN_THE_TURN,
        IN_A_TOOL,
        WHILE_A_PERMISSION_IS_OPEN,
        AFTER_A_CANCEL,
        BETWEEN_TURNS;

        Script begun() {
            Script script = Scripts.prompted();
            return switch (this) {
                case IDLE_IN_THE_TURN -> script;
                case IN_A_TOOL -> script.send(Scripts.tool("t", ",\"status\":\"in_progress\""));
                case WHILE_A_PERMISSION_IS_OPEN -> script.send(Scripts.ask("5", "t"));
                case AFTER_A_CANCEL ->
                    script.send(Wire.update("s", Wire.text("begun"))).expectMethod("session/cancel");
                case BETWEEN_TURNS -> script.send(Scripts.END);
            };
        }
    }

    static Stream<Arguments> phases() {
        return Arrays.stream(Phase.values())
                .flatMap(phase -> Arrays.stream(End.values()).map(end -> Arguments.of(phase, end)));
    }

    @ParameterizedTest
    @MethodSource("phases")
    @Tag("ACP-35")
    @Tag("DEATH-02")
    @Tag("R-AG-40")
    void aDeathInASessionFailsItsTurnAndTheNextPromptWorks(Phase phase, End end) throws Exception {
        try (AcpRig rig = new AcpRig(folder, end.of(phase.begun()), Scripts.again())) {
            CompletableFuture<PermissionDecision> decision = new CompletableFuture<>();
            rig.recorder.onPermission(request -> decision);
            AgentSession session = rig.open();
            CompletableFuture<TurnResult> turn = AcpRig.prompting(session, "one");
            switch (phase) {
                case IDLE_IN_THE_TURN -> end.assertToldBy(assertThrows(AgentException.class, () -> AcpRig.await(turn)));
                case IN_A_TOOL -> {
                    end.assertToldBy(assertThrows(AgentException.class, () -> AcpRig.await(turn)));
                    rig.recorder.assertOrder("tool t in_progress", "tool t failed", "notice WARNING");
                }
                case WHILE_A_PERMISSION_IS_OPEN -> {
                    end.assertToldBy(assertThrows(AgentException.class, () -> AcpRig.await(turn)));
                    assertThrows(Exception.class, decision::join, "the open permission was not withdrawn");
                }
                case AFTER_A_CANCEL -> {
                    rig.recorder.awaitCall("text begun");
                    session.cancel();
                    assertEquals(
                            StopReason.CANCELLED,
                            AcpRig.await(turn).stopReason(),
                            "the cancel is the cause, not the death");
                }
                case BETWEEN_TURNS -> {
                    assertEquals(StopReason.END_TURN, AcpRig.await(turn).stopReason());
                    rig.agent.process().onExit().toCompletableFuture().join(); // a closed output ends it too
                }
            }
            assertTrue(session.isOpen());
            assertEquals(
                    StopReason.END_TURN,
                    AcpRig.await(AcpRig.prompting(session, "two")).stopReason());
            assertTrue(rig.recorder.text().endsWith("again"), rig.recorder::text);
            assertEquals(2, rig.agent.launches().size());
        }
    }

    @ParameterizedTest
    @EnumSource(End.class)
    @Tag("DEATH-02")
    void aDeathWhileAModeIsSetFailsThatCallAndTheNextPromptWorks(End end) throws Exception {
        Script script = Scripts.started(Scripts.LOADS)
                .expectMethod("session/new")
                .send(Wire.result(MODES))
                .expectMethod("session/set_mode");
        Script second = Scripts.prompted().send(Scripts.END); // nothing was said yet that could be lost
        try (AcpRig rig = new AcpRig(folder, end.of(script), second)) {
            AgentSession session = rig.open();
            end.assertToldBy(assertThrows(AgentException.class, () -> session.setMode("code")));
            rig.agent.process().onExit().toCompletableFuture().join();
            assertEquals(StopReason.END_TURN, session.prompt(Prompt.of("two")).stopReason());
            assertEquals(2, rig.agent.launches().size());
        }
    }

    private enum Unread {
        NEW,
        PROMPT,
        PERMISSION,
        CANCEL;

        /** The agent reads nothing from before it says what makes the host write. */
        Script begun() {
            return switch (this) {
                case NEW ->
                    new Script()
                            .expectMethod("initialize")
                            .stopReading()
                            .send(Wire.result("{\"protocolVersion\":1,\"agentCapabilities\":" + Scripts.LOADS + "}"))
                            .stall("for good");
                case PROMPT ->
                    Scripts.started(Scripts.LOADS)
                            .expectMethod("session/new")
                            .stopReading()
                            .send(Wire.result("{\"sessionId\":\"s\"}"))
                            .stall("for good");
                case PERMISSION ->
                    Scripts.prompted().stopReading().send(Scripts.ask("5", "t")).stall("for good");
                case CANCEL ->
                    Scripts.prompted()
                            .stopReading()
                            .send(Wire.update("s", Wire.text("begun")))
                            .stall("for good");
            };
        }
    }

    @ParameterizedTest
    @EnumSource(Unread.class)
    @Tag("ACP-14")
    @Tag("DEATH-03")
    void anAgentThatDoesNotReadIsEndedAndTheNextPromptWorks(Unread phase) throws Exception {
        Script second = phase == Unread.NEW
                ? Scripts.prompted().send(Wire.update("s", Wire.text("again"))).send(Scripts.END)
                : Scripts.again();
        try (AcpRig rig = new AcpRig(folder, phase.begun(), second)) {
            rig.recorder.answering(PermissionOption.Kind.ALLOW_ONCE);
            CompletableFuture<AgentSession> opened = new CompletableFuture<>();
            Thread opening = new Thread(() -> {
                try {
                    opened.complete(rig.open());
                } catch (InterruptedException | RuntimeException e) {
                    opened.completeExceptionally(e);
                }
            });
            opening.start();
            if (phase == Unread.NEW) {
                rig.agent.awaitLaunch(1);
                rig.agent.awaitBlockedWrite();
                rig.agent.timeOutWrites();
                opening.join();
                Throwable failure = assertThrows(Exception.class, opened::join).getCause();
                assertEquals(ErrorCode.TIMEOUT, ((AgentException) failure).code());
            }
            AgentSession session = phase == Unread.NEW ? rig.open() : opened.join();
            if (phase != Unread.NEW) {
                CompletableFuture<TurnResult> turn = AcpRig.prompting(session, "x".repeat(1_000_000));
                if (phase == Unread.CANCEL) {
                    rig.recorder.awaitCall("text begun");
                    session.cancel();
                }
                rig.agent.awaitBlockedWrite();
                rig.agent.timeOutWrites();
                if (phase == Unread.CANCEL) {
                    assertEquals(StopReason.CANCELLED, AcpRig.await(turn).stopReason());
                } else {
                    AgentException failure = assertThrows(AgentException.class, () -> AcpRig.await(turn));
                    assertEquals(
                            ErrorCode.TIMEOUT, failure.code(), failure.getMessage()); // not how it was ended for it
                }
            }
            assertEquals(
                    StopReason.END_TURN,
                    AcpRig.await(AcpRig.prompting(session, "two")).stopReason());
            assertEquals(2, rig.agent.launches().size());
        }
    }

    @Test
    @Tag("DEATH-03")
    void anAgentThatClosedItsInputIsEndedAndTheNextPromptWorks() throws Exception {
        Script deaf = Scripts.started(Scripts.LOADS)
                .expectMethod("session/new")
                .closeInput()
                .stderr("last words\n")
                .send(Wire.result("{\"sessionId\":\"s\"}"))
                .stall("for good");
        try (AcpRig rig = new AcpRig(folder, deaf, Scripts.again())) {
            AgentSession session = rig.open();
            AgentException failure = assertThrows(AgentException.class, () -> session.prompt(Prompt.of("one")));
            assertEquals(ErrorCode.AGENT_EXITED, failure.code());
            assertTrue(failure.getMessage().contains("closed its input"), failure::getMessage);
            assertTrue(failure.getMessage().contains("last words"), failure::getMessage);
            assertEquals(StopReason.END_TURN, session.prompt(Prompt.of("two")).stopReason());
        }
    }

    @Test
    @Tag("ACP-34")
    @Tag("DEATH-04")
    void anErrorEndsTheTurnAndNotTheProcess() throws Exception {
        Script script = Scripts.prompted()
                .send(Wire.error(429, "Too many requests", "{\"retryAfter\":3}").replace("{{id}}", "{{prompt.id}}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session = rig.open();
            AgentException failure = assertThrows(AgentException.class, () -> session.prompt(Prompt.of("one")));
            assertEquals(ErrorCode.LIMIT, failure.code());
            assertEquals(429, failure.detail().peerCode().orElseThrow());
            assertTrue(failure.detail().peerData().orElseThrow().text().contains("retryAfter"));
            assertEquals(StopReason.END_TURN, session.prompt(Prompt.of("two")).stopReason());
            assertEquals(1, rig.agent.launches().size());
        }
    }
}

package dev.termal.engine.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentSession;
import dev.termal.api.Answer;
import dev.termal.api.PermissionDecision;
import dev.termal.api.Prompt;
import dev.termal.api.RawJson;
import dev.termal.api.StopReason;
import dev.termal.api.TurnResult;
import dev.termal.testkit.Script;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cancel at every moment: it ends its own turn, never another one, and nothing is left open. */
@Timeout(120)
final class CancelTest {
    private static final String MODES = "{\"sessionId\":\"s\",\"modes\":{\"currentModeId\":\"ask\",\"availableModes\":["
            + "{\"id\":\"ask\",\"name\":\"Ask\"},{\"id\":\"code\",\"name\":\"Code\"}]}}";

    @TempDir
    Path folder;

    @Test
    @Tag("ACP-46")
    @Tag("CANCEL-01")
    @Tag("R-AG-33")
    @Tag("R-AG-62")
    @Tag("PF-15")
    void aCancelBeforeThereIsASessionEndsThePrompt() throws Exception {
        Script gone = Scripts.opened().exit(0);
        Script slow = Scripts.started(Scripts.LOADS).expectMethod("session/new").stall("for good");
        Script well = Scripts.prompted().send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, gone, slow, well)) {
            AgentSession session = rig.open();
            rig.agent.process().onExit().toCompletableFuture().join();
            CompletableFuture<TurnResult> turn = AcpRig.prompting(session, "one");
            rig.agent.awaitStalled("for good");
            session.cancel();
            assertEquals(StopReason.CANCELLED, AcpRig.await(turn).stopReason());
            assertTrue(rig.sent("session/prompt").isEmpty());
            assertEquals(StopReason.END_TURN, session.prompt(Prompt.of("two")).stopReason());
        }
    }

    @Test
    @Tag("CANCEL-02")
    @Tag("MODE-06")
    @Tag("R-AG-33")
    @Tag("PF-18")
    void aCancelBeforeThePromptLeavesNoWishUnset() throws Exception {
        Script first = Scripts.started(Scripts.LOADS)
                .expectMethod("session/new")
                .send(Wire.result(MODES))
                .expect("session/set_mode", "\"modeId\":\"code\"")
                .send(Wire.result("{}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(Scripts.END)
                .exit(0);
        Script second = Scripts.started(Scripts.LOADS)
                .expectMethod("session/load")
                .send(Wire.result(MODES))
                .expect("session/set_mode", "\"modeId\":\"code\"")
                .stall("slow")
                .expect("session/set_mode", "\"modeId\":\"code\"")
                .send(Wire.result("{}"))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, first, second)) {
            AgentSession session = rig.open(rig.request().mode("code").build());
            session.prompt(Prompt.of("one"));
            rig.agent.process().onExit().toCompletableFuture().join();
            CompletableFuture<TurnResult> turn = AcpRig.prompting(session, "two");
            rig.agent.awaitStalled("slow");
            session.cancel();
            assertEquals(StopReason.CANCELLED, AcpRig.await(turn).stopReason());
            rig.agent.release("slow");
            assertEquals(StopReason.END_TURN, session.prompt(Prompt.of("three")).stopReason());
            assertEquals("code", session.state().mode().orElseThrow());
        }
    }

    /** An agent that cancels whatever prompt it works on when it is told to. */
    @Test
    @Tag("ACP-46")
    @Tag("CANCEL-03")
    void aCancelThatRacesTheEndNeverMeetsTheNextTurn() throws Exception {
        AtomicReference<AgentSession> session = new AtomicReference<>();
        List<String> prompts = new CopyOnWriteArrayList<>();
        Script script = Scripts.opened().on(line -> true, (line, side) -> {
            if (line.contains("session/prompt")) {
                String end = "{\"jsonrpc\":\"2.0\",\"id\":"
                        + Json.parse(new RawJson(line)).path("id") + ",\"result\":{\"stopReason\":\"end_turn\"}}";
                if (line.contains("raced")) {
                    session.get().cancel();
                    session.get().cancel();
                }
                side.send(end);
            }
            prompts.add(line);
        });
        try (AcpRig rig = new AcpRig(folder, script)) {
            session.set(rig.open());
            for (int i = 0; i < 200; i++) {
                assertEquals(
                        StopReason.CANCELLED,
                        session.get().prompt(Prompt.of("raced")).stopReason());
                assertEquals(
                        StopReason.END_TURN,
                        session.get().prompt(Prompt.of("next")).stopReason());
            }
            List<String> lines = rig.agent.lines();
            for (int i = 0; i < lines.size(); i++) {
                assertFalse(
                        lines.get(i).contains("session/cancel")
                                && lines.get(i - 1).contains("next"),
                        "a cancel came after the prompt of the turn after");
            }
            assertEquals(200, rig.sent("session/cancel").size(), "cancelled twice, told once");
        }
    }

    @Test
    @Tag("ACP-38")
    @Tag("PERM-03")
    @Tag("PERM-04")
    @Tag("CANCEL-04")
    @Tag("R-AG-66")
    @Tag("PF-55")
    void allThatIsOpenIsAnsweredCancelledBeforeTheAgentIsTold() throws Exception {
        Script script = Scripts.prompted()
                .send(Scripts.tool("a", ",\"title\":\"A\",\"status\":\"in_progress\""))
                .send(Scripts.ask("5", "a"))
                .send(Scripts.ask("6", "b"))
                .send(Wire.request(
                        "7",
                        "elicitation/create",
                        "{\"mode\":\"form\",\"sessionId\":\"s\",\"message\":\"Pick\",\"requestedSchema\":{}}"))
                .skipTo("\"cancel")
                .skipTo("\"cancel")
                .skipTo("\"cancel")
                .expectMethod("session/cancel")
                .stall("thinking about it")
                .send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            CompletableFuture<PermissionDecision> decision = new CompletableFuture<>();
            CompletableFuture<Answer> answer = new CompletableFuture<>();
            rig.recorder.onPermission(request -> decision.minimalCompletionStage());
            rig.recorder.onQuestion(question -> answer);
            AgentSession session = rig.client(AcpRig.EVERYTHING).open();
            CompletableFuture<TurnResult> turn = AcpRig.prompting(session, "hi");
            rig.recorder.awaitCall("question");
            session.cancel();
            rig.agent.awaitStalled("thinking about it");
            rig.recorder.awaitCall("tool a cancelled"); // before the agent has said anything
            assertTrue(answer.isCancelled(), "nobody needs the answer any more");
            decision.complete(new PermissionDecision.Selected("y")); // too late
            rig.agent.release("thinking about it");
            assertEquals(StopReason.CANCELLED, AcpRig.await(turn).stopReason());
            for (String id : List.of("5", "6", "7")) {
                List<String> answers = rig.agent.lines().stream()
                        .filter(line -> line.contains("\"id\":" + id + ",\"result\""))
                        .toList();
                assertEquals(1, answers.size(), answers::toString);
                assertTrue(answers.get(0)
                        .contains(id.equals("7") ? "\"action\":\"cancel\"" : "\"outcome\":\"cancelled\""));
            }
        }
    }

    @Test
    @Tag("ACP-44")
    @Tag("CANCEL-05")
    void afterACancelTheAgentIsHeardUntilItAnswers() throws Exception {
        Script script = Scripts.prompted()
                .send(Scripts.tool("t", ",\"title\":\"T\",\"status\":\"in_progress\""))
                .expect("\"method\":\"session/cancel\"", "\"params\":{\"sessionId\":\"s\"}")
                .send(Wire.update("s", Wire.text("stopping")))
                .send(Wire.update(
                        "s", "{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"t\",\"status\":\"completed\"}"))
                .send(Wire.promptResult("{\"stopReason\":\"cancelled\"}"));
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session = rig.open();
            CompletableFuture<TurnResult> turn = AcpRig.prompting(session, "hi");
            rig.recorder.awaitCall("tool t in_progress");
            session.cancel();
            assertEquals(StopReason.CANCELLED, AcpRig.await(turn).stopReason());
            rig.recorder.assertOrder("tool t cancelled", "text stopping", "tool t cancelled");
            assertEquals(1, rig.recorder.events(AgentEvent.Notice.class).size());
            assertFalse(rig.sent("session/cancel").get(0).contains("\"id\""), "a cancel is a notification");
        }
    }

    @Test
    @Tag("ACP-36")
    @Tag("CANCEL-06")
    @Tag("R-AG-16")
    void aPromptHasNoTimeoutOfItsOwn() throws Exception {
        Script script = Scripts.prompted()
                .send(Wire.update("s", Wire.text("begun")))
                .stall("long")
                .send(Scripts.END);
        try (AcpRig rig = AcpRig.frozen(folder, script)) {
            CompletableFuture<TurnResult> turn = AcpRig.prompting(rig.open(), "hi");
            rig.recorder.awaitCall("text begun");
            rig.advance(Duration.ofDays(2));
            rig.agent.release("long");
            assertEquals(StopReason.END_TURN, AcpRig.await(turn).stopReason());
        }
    }
}

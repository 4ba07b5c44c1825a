package dev.termal.engine.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentEvent;
import dev.termal.api.AgentSession;
import dev.termal.api.PermissionOption;
import dev.termal.api.Prompt;
import dev.termal.api.RawJson;
import dev.termal.api.StopReason;
import dev.termal.api.TurnResult;
import dev.termal.testkit.EventRecorder;
import dev.termal.testkit.Script;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an agent says arrives in its order, all of it, wherever its answers stand in it. */
@Timeout(180)
final class OrderTest {
    @TempDir
    Path folder;

    @Test
    @Tag("ACP-28")
    @Tag("ORDER-01")
    @Tag("R-AG-77")
    @Tag("R-AG-133")
    void aLastChunkInOneWriteWithTheEndIsPartOfTheTurn() throws Exception {
        Script script = Scripts.opened().on(line -> line.contains("session/prompt"), (line, side) -> {
            String end = "{\"jsonrpc\":\"2.0\",\"id\":"
                    + Json.parse(new RawJson(line)).path("id") + ",\"result\":{\"stopReason\":\"end_turn\"}}";
            String both = Wire.update("s", Wire.text("EM")) + "\n" + end + "\n";
            side.sendBytes(both.getBytes(StandardCharsets.UTF_8));
        });
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session = rig.open();
            for (int turn = 1; turn <= 1000; turn++) {
                session.prompt(Prompt.of("hi"));
                assertEquals(turn, rig.recorder.texts().size());
            }
        }
    }

    @Test
    @Tag("ORDER-03")
    void whatIsSaidBetweenTurnsIsDeliveredAndAnswered() throws Exception {
        Script script = Scripts.prompted()
                .send(Scripts.END)
                .send(Wire.update("s", Wire.text("by myself")))
                .send(Scripts.tool("t", ",\"title\":\"nightly\",\"status\":\"in_progress\""))
                .send(Scripts.ask("9", "t"))
                .expect("\"id\":9", "\"optionId\":\"y\"")
                .expectMethod("session/prompt")
                .as("prompt")
                .send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            rig.recorder.answering(PermissionOption.Kind.ALLOW_ONCE);
            AgentSession session = rig.open();
            session.prompt(Prompt.of("one"));
            rig.agent.takeLine("\"id\":9");
            assertEquals(StopReason.END_TURN, session.prompt(Prompt.of("two")).stopReason());
            rig.recorder.assertOrder("text by myself", "tool t in_progress", "permission t");
        }
    }

    @Test
    @Tag("ORDER-04")
    @Tag("PERM-06")
    @Tag("R-AG-37")
    @Tag("PF-49")
    void aForeignSessionIsNotShownButWhatItAsksIsAnswered() throws Exception {
        Script script = Scripts.prompted()
                .send(Wire.update("x", Wire.text("foreign")))
                .send(Scripts.ask("4", "t").replace("\"sessionId\":\"s\"", "\"sessionId\":\"x\""))
                .expect("\"id\":4", "\"optionId\":\"n\"")
                .send(Wire.update("s", Wire.text("own")))
                .send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            rig.recorder.answering(PermissionOption.Kind.REJECT_ONCE);
            rig.open().prompt(Prompt.of("hi"));
            assertEquals("own", rig.recorder.text());
            assertEquals(1, rig.recorder.permissionRequests().size());
            assertTrue(
                    rig.logged().stream().anyMatch(entry -> entry.startsWith("WARNING dropped an update")),
                    () -> rig.logged().toString());
        }
    }

    @Test
    @Tag("ACP-12")
    @Tag("ORDER-05")
    void aSlowReaderSlowsTheAgentAndLosesNothing() throws Exception {
        int updates = 200_000;
        Script script = Scripts.prompted()
                .repeat(updates, Wire.update("s", Wire.text("{{n}}")))
                .send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            rig.recorder.pauseAt(AgentEvent.MessageChunk.class::isInstance);
            CompletableFuture<TurnResult> turn = AcpRig.prompting(rig.open(), "hi");
            rig.recorder.awaitPaused();
            rig.agent.awaitFullOutput(); // so neither queue nor heap takes what the reader does not
            rig.recorder.resume();
            assertEquals(StopReason.END_TURN, AcpRig.await(turn).stopReason());
            assertEquals(IntStream.range(0, updates).mapToObj(Integer::toString).toList(), rig.recorder.texts());
        }
    }

    @Test
    @Tag("ACP-12")
    @Tag("ORDER-05")
    void agentsThatFloodDoNotStarveAnother() throws Exception {
        Script flood = Scripts.prompted().repeat(200_000, Wire.update("s", Wire.text("{{n}}")));
        Script calm =
                Scripts.prompted().send(Wire.update("s", Wire.text("calm"))).send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, flood, flood, calm)) {
            AgentConnection connection = rig.connect();
            List<EventRecorder> flooded = List.of(EventRecorder.of(rig.agent), EventRecorder.of(rig.agent));
            for (EventRecorder recorder : flooded) {
                recorder.pauseAt(AgentEvent.MessageChunk.class::isInstance);
                AgentSession session = connection.open(rig.request().build(), recorder);
                AcpRig.prompting(session, "hi");
                recorder.awaitPaused();
                rig.agent.awaitFullOutput();
            }
            AgentSession third = connection.open(rig.request().build(), rig.recorder);
            assertEquals(StopReason.END_TURN, third.prompt(Prompt.of("hi")).stopReason());
            assertEquals("calm", rig.recorder.text());
            flooded.forEach(EventRecorder::resume);
        }
    }
}

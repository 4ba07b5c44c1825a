package dev.termal.agent.antigravity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.agent.antigravity.OpenFacts.Cancel;
import dev.termal.api.AgentSession;
import dev.termal.api.Fact;
import dev.termal.api.Prompt;
import dev.termal.api.StopReason;
import dev.termal.testkit.Script;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The ACP server as it was reported: each way in which it takes a cancel, or does not. */
@Timeout(120)
@Tag("R-AG-190")
@Tag("R-AG-194")
class AntigravityServerCancelTest extends AntigravityServerFixture {
    @Test
    @Tag("R-AG-63")
    @Tag("R-AG-65")
    @Tag("R-AG-67")
    @Tag("R-AG-130")
    @Tag("PF-12")
    @Tag("PF-16")
    void anAgentThatRefusesTheRequestLosesItsProcessAndIsNotAskedAgain() throws Exception {
        Script first = AcpServerLines.prompted(AcpServerLines.opened(AcpServerLines.begun()))
                .send(AcpServerLines.says("C1"))
                .expectMethod("session/cancel")
                .send(
                        "{\"jsonrpc\":\"2.0\",\"id\":{{id}},\"error\":{\"code\":-32601,\"message\":\"no\",\"data\":{\"method\":\"session/cancel\"}}}")
                .stall("for good");
        Script second = AcpServerLines.prompted(AcpServerLines.resumed(AcpServerLines.begun()))
                .send(AcpServerLines.says("C2"))
                .stall("for good, too");
        connected(
                withCancel(Cancel.REQUEST),
                (connection, recorder, agent) -> {
                    AgentSession session = connection.open(request().build(), recorder);
                    for (String said : List.of("C1", "C2")) {
                        CompletableFuture<StopReason> turn = aside(session);
                        recorder.awaitCall("text " + said);
                        session.cancel();
                        assertEquals(StopReason.CANCELLED, turn.get(60, TimeUnit.SECONDS));
                    }
                    assertEquals(
                            1,
                            agent.lines().stream()
                                    .filter(line -> line.contains("session/cancel"))
                                    .count());
                    assertEquals(Optional.of(new Fact.Value.Flag(false)), fact(connection, "cancelSupported"));
                    assertTrue(fact(connection, "kills").toString().contains("number=2"));
                    assertTrue(fact(connection, "reconnects").toString().contains("number=1"));
                    assertTrue(fact(connection, "lifecycle").toString().contains("cancel-refused agy_acp_server"));
                },
                first,
                second);
    }

    @Test
    @Tag("R-AG-62")
    void whereItIsKnownThatNothingHelpsNobodyIsAsked() throws Exception {
        Script script = AcpServerLines.prompted(AcpServerLines.opened(AcpServerLines.begun()))
                .send(AcpServerLines.says("C1"))
                .stall("for good");
        connected(
                withCancel(Cancel.NONE),
                (connection, recorder, agent) -> {
                    AgentSession session = connection.open(request().build(), recorder);
                    CompletableFuture<StopReason> turn = aside(session);
                    recorder.awaitCall("text C1");
                    session.cancel();
                    assertEquals(StopReason.CANCELLED, turn.get(60, TimeUnit.SECONDS));
                    assertFalse(String.join("", agent.lines()).contains("session/cancel"));
                },
                script);
    }

    @Test
    @Tag("R-AG-64")
    @Tag("R-AG-66")
    @Tag("R-AG-68")
    @Tag("R-AG-139")
    void anAgentThatTakesTheCancelKeepsItsProcess() throws Exception {
        Script script = AcpServerLines.prompted(AcpServerLines.opened(AcpServerLines.begun()))
                .send(AcpServerLines.permission("a1"))
                .expect("\"outcome\":\"cancelled\"")
                .expectMethod("session/cancel")
                .send(AcpServerLines.result("prompt.id", "{\"stopReason\":\"cancelled\"}"));
        AcpServerLines.ended(AcpServerLines.prompted(script).send(AcpServerLines.says("again")));
        connected(
                (connection, recorder, agent) -> {
                    CompletableFuture<Void> asked = new CompletableFuture<>();
                    recorder.onPermission(unused -> {
                        asked.complete(null);
                        return new CompletableFuture<>();
                    });
                    AgentSession session = connection.open(request().build(), recorder);
                    CompletableFuture<StopReason> turn = aside(session);
                    asked.get(60, TimeUnit.SECONDS);
                    session.cancel();
                    assertEquals(StopReason.CANCELLED, turn.get(60, TimeUnit.SECONDS));
                    session.prompt(Prompt.of("more"));
                    assertEquals("again", recorder.text());
                    assertEquals(1, agent.launches().size());
                },
                script);
    }

    @Test
    @Tag("R-AG-64")
    @Tag("R-AG-134")
    @Tag("PF-17")
    @Tag("PF-19")
    @Tag("PF-27")
    void anAgentThatNeverEndsItsTurnIsReplacedAndLoadedWithAllWishes() throws Exception {
        Script first = AcpServerLines.opened(AcpServerLines.begun());
        AcpServerLines.set(first, "model", "gemini-3.8-flash-low");
        AcpServerLines.prompted(first)
                .send(AcpServerLines.says("all but the end "))
                .stall("for good");
        Script second = AcpServerLines.resumed(AcpServerLines.begun());
        AcpServerLines.set(second, "model", "gemini-3.8-flash-low");
        AcpServerLines.ended(AcpServerLines.prompted(second).send(AcpServerLines.says("and on")));
        connected(
                (connection, recorder, agent) -> {
                    AgentSession session = connection.open(
                            request().model("gemini-3.8-flash-low").build(), recorder);
                    CompletableFuture<StopReason> turn = aside(session);
                    recorder.awaitCall("text all");
                    session.cancel();
                    assertEquals(StopReason.CANCELLED, turn.get(60, TimeUnit.SECONDS));
                    assertEquals(
                            StopReason.END_TURN,
                            session.prompt(Prompt.of("more")).stopReason());
                    assertEquals("all but the end and on", recorder.text());
                },
                first,
                second);
    }

    private static OpenFacts withCancel(Cancel cancel) {
        return new OpenFacts(
                OpenFacts.ASSUMED.tokens(),
                OpenFacts.ASSUMED.servers(),
                cancel,
                OpenFacts.ASSUMED.resumes(),
                OpenFacts.ASSUMED.namesHarness());
    }
}

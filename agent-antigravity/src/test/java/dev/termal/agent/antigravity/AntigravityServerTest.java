package dev.termal.agent.antigravity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
import dev.termal.api.ContentBlock;
import dev.termal.api.ErrorCode;
import dev.termal.api.Fact;
import dev.termal.api.McpServer;
import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.StopReason;
import dev.termal.testkit.Script;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The ACP server as it was reported: how sessions begin, what goes to it, and what is known of it. */
@Timeout(120)
@Tag("R-AG-190")
@Tag("R-AG-194")
class AntigravityServerTest extends AntigravityServerFixture {
    @Test
    @Tag("R-AG-12")
    @Tag("R-AG-25")
    @Tag("R-AG-43")
    @Tag("R-AG-119")
    @Tag("R-AG-120")
    @Tag("R-AG-83")
    @Tag("R-AG-147")
    @Tag("PF-50")
    void aTurnAndWhatIsKnownAfterIt() throws Exception {
        Script script = AcpServerLines.opened(AcpServerLines.begun())
                .send(AcpServerLines.update("{\"sessionUpdate\":\"available_commands_update\",\"availableCommands\":["
                        + "{\"name\":\"plan\",\"description\":\"\"},{\"name\":\"logout\",\"description\":\"\"}]}"));
        AcpServerLines.ended(
                AcpServerLines.prompted(script).send(AcpServerLines.says("HE")).send(AcpServerLines.says("LLO")));
        connected(
                (connection, recorder, agent) -> {
                    AgentSession session = connection.open(request().build(), recorder);
                    assertEquals(
                            StopReason.END_TURN, session.prompt(Prompt.of("hi")).stopReason());
                    assertEquals("HELLO", recorder.text());
                    String sent = String.join("\n", agent.lines());
                    assertTrue(sent.contains("\"readTextFile\":false,\"writeTextFile\":false"), sent);
                    assertFalse(sent.contains("session/authenticate") || sent.contains("\"authenticate\""), sent);
                    assertEquals(
                            Optional.of(new Fact.Value.Text(AcpServerLines.SESSION)),
                            fact(connection, "conversationId"));
                    assertEquals(Optional.of(new Fact.Value.Text("ready")), fact(connection, "state"));
                    assertTrue(fact(connection, "commands").toString().contains("plan"));
                    assertTrue(fact(connection, "agentVersion").toString().contains("RC01"));
                    for (String key : List.of("spawns", "prompts", "sessionsCreated", "sessionsBound")) {
                        assertTrue(fact(connection, key).toString().contains("number=1"), key);
                    }
                    for (String key : List.of("kills", "reconnects", "recycles", "sessionsLoaded")) {
                        assertTrue(fact(connection, key).toString().contains("number=0"), key);
                    }
                    assertTrue(fact(connection, "cancelSupported").isEmpty(), "nobody has tried");
                    assertTrue(fact(connection, "lifecycle").toString().contains("session-new"));
                },
                script);
    }

    @Test
    @Tag("R-AG-34")
    @Tag("R-AG-75")
    @Tag("R-AG-142")
    @Tag("R-AG-143")
    void modelEffortAndModeAreInTheServersWords() throws Exception {
        Script script = AcpServerLines.opened(AcpServerLines.begun());
        AcpServerLines.set(script, "model", "gemini-3.8-flash-low");
        AcpServerLines.set(script, "mode", "auto_edit");
        AcpServerLines.ended(AcpServerLines.prompted(script));
        AcpServerLines.set(script, "model", "gemini-3.1-pro-low");
        AcpServerLines.ended(AcpServerLines.prompted(script));
        connected(
                (connection, recorder, agent) -> {
                    SessionRequest first = request()
                            .model("flash")
                            .effort("low")
                            .mode("accept-edits")
                            .build();
                    AgentSession session = connection.open(first, recorder);
                    session.prompt(Prompt.of("hi"));
                    session.apply(first.toBuilder().model("pro").build());
                    session.prompt(Prompt.of("hi"));
                    agent.awaitPlayed();
                    assertEquals(1, agent.launches().size(), "no process is replaced for that");
                },
                script);
    }

    @Test
    @Tag("R-AG-34")
    @Tag("R-AG-179")
    @Tag("PF-25")
    void anUnknownModelIsRefusedWithTheChoicesAndNoPromptIsSent() throws Exception {
        connected(
                (connection, recorder, agent) -> {
                    AgentException unknown = assertThrows(
                            AgentException.class,
                            () -> connection.open(request().model("claude-x").build(), recorder));
                    assertEquals(ErrorCode.CONFIGURATION, unknown.code());
                    assertTrue(unknown.getMessage().contains("gemini-pro-agent"), unknown.getMessage());
                },
                AcpServerLines.opened(AcpServerLines.begun()));
    }

    @Test
    @Tag("R-AG-173")
    @Tag("R-AG-175")
    @Tag("PF-95")
    void planningOnlyIsRefusedAndSaysWhere() throws Exception {
        connected(
                (connection, recorder, agent) -> {
                    AgentException refused = assertThrows(
                            AgentException.class,
                            () -> connection.open(request().mode("plan").build(), recorder));
                    assertEquals(ErrorCode.UNSUPPORTED, refused.code());
                    assertTrue(refused.getMessage().contains("stream-json"), refused.getMessage());
                },
                AcpServerLines.opened(AcpServerLines.begun()));
    }

    @Test
    @Tag("R-AG-17")
    @Tag("R-AG-114")
    @Tag("R-AG-148")
    void whoIsNotSignedInIsToldTheServersRecipe() throws Exception {
        Script script = AcpServerLines.begun()
                .expectMethod("session/new")
                .send(
                        "{\"jsonrpc\":\"2.0\",\"id\":{{id}},\"error\":{\"code\":-32000,\"message\":\"Authentication required\","
                                + "\"data\":{\"message\":\"choose one of four ways\"}}}");
        connected(
                (connection, recorder, agent) -> {
                    AgentException refused = assertThrows(
                            AgentException.class,
                            () -> connection.open(request().build(), recorder));
                    assertEquals(ErrorCode.AUTH_REQUIRED, refused.code());
                    assertTrue(refused.detail().peerData().toString().contains("choose one of four ways"));
                    assertFalse(
                            String.join("", agent.lines()).contains("\"authenticate\""), "it would choose a method");
                },
                script);
    }

    @Test
    @Tag("R-AG-14")
    void aSessionWithoutAnIdIsAnError() throws Exception {
        Script script = AcpServerLines.begun()
                .expectMethod("session/new")
                .send(AcpServerLines.result("id", AcpServerLines.STATE));
        connected(
                (connection, recorder, agent) -> assertEquals(
                        ErrorCode.PROTOCOL,
                        assertThrows(
                                        AgentException.class,
                                        () -> connection.open(request().build(), recorder))
                                .code()),
                script);
    }

    @Test
    @Tag("R-AG-89")
    @Tag("R-AG-97")
    @Tag("R-AG-140")
    @Tag("PF-41")
    void whereOnlyLoadingContinuesHistoryIsNeverLive() throws Exception {
        Script script = AcpServerLines.begun()
                .expectMethod("session/load")
                .send(
                        AcpServerLines.update(
                                "{\"sessionUpdate\":\"user_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"OLD USER\"}}"))
                .send(AcpServerLines.says("OLD REPLY FULL TEXT"))
                .send(AcpServerLines.result("id", AcpServerLines.STATE));
        AcpServerLines.ended(AcpServerLines.prompted(script)
                .send(AcpServerLines.says("LIVE-1 "))
                .send(AcpServerLines.says("LIVE-2")));
        OpenFacts loads = new OpenFacts(
                OpenFacts.ASSUMED.tokens(),
                OpenFacts.ASSUMED.servers(),
                OpenFacts.ASSUMED.cancel(),
                false,
                OpenFacts.ASSUMED.namesHarness());
        connected(
                loads,
                (connection, recorder, agent) -> {
                    AgentSession session = connection.open(
                            request()
                                    .resume(new SessionId(AcpServerLines.SESSION))
                                    .build(),
                            recorder);
                    session.prompt(Prompt.of("hi"));
                    assertEquals("LIVE-1 LIVE-2", recorder.text());
                },
                script);
    }

    @Test
    @Tag("R-AG-15")
    @Tag("R-AG-22")
    @Tag("R-AG-154")
    @Tag("PF-56")
    void serversAreGivenWithTheirHeadersWhereverASessionBegins() throws Exception {
        McpServer notes = new McpServer.Http("notes", URI.create("http://127.0.0.1:9/mcp"), Map.of("x-token", "t"));
        Script first = AcpServerLines.opened(AcpServerLines.begun());
        AcpServerLines.prompted(first).exit(1);
        Script second = AcpServerLines.resumed(AcpServerLines.begun());
        AcpServerLines.ended(AcpServerLines.prompted(second));
        connected(
                (connection, recorder, agent) -> {
                    AgentSession session =
                            connection.open(request().mcpServer(notes).build(), recorder);
                    assertThrows(AgentException.class, () -> session.prompt(Prompt.of("hi")));
                    session.prompt(Prompt.of("again"));
                    List<String> openings = agent.lines().stream()
                            .filter(line -> line.contains("session/new") || line.contains("session/resume"))
                            .toList();
                    assertEquals(2, openings.size());
                    openings.forEach(line ->
                            assertTrue(line.contains("\"headers\":[{\"name\":\"x-token\",\"value\":\"t\"}]"), line));
                },
                first,
                second);
    }

    @Test
    @Tag("R-AG-163")
    @Tag("R-AG-165")
    void aPictureAndAResourceGoBesideTheText() throws Exception {
        Script script = AcpServerLines.opened(AcpServerLines.begun())
                .expect("\"type\":\"image\"", "\"type\":\"resource\"", "urn:digest")
                .as("prompt");
        connected(
                (connection, recorder, agent) -> connection
                        .open(request().build(), recorder)
                        .prompt(new Prompt(List.of(
                                new ContentBlock.Image("image/png", "aGk="),
                                new ContentBlock.TextResource(
                                        URI.create("urn:digest"), Optional.of("text/markdown"), "secret"),
                                ContentBlock.text("look")))),
                AcpServerLines.ended(script));
    }
}

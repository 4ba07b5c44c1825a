package dev.termal.engine.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
import dev.termal.api.ErrorCode;
import dev.termal.api.Fact;
import dev.termal.api.Prompt;
import dev.termal.api.StopReason;
import dev.termal.api.spi.Limits;
import dev.termal.testkit.Script;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever stands in an agent's output beside its messages, and whatever its lines look like. */
@Timeout(120)
final class FramingTest {
    private static final String COLOURED = "\u001b]0;gizmo\u0007\u001b[31mUnknown option:\u009b1m --acp\u202e\u001b[0m";

    @TempDir
    Path folder;

    /** Nothing is left in it that a terminal would obey, and it is one line. */
    private static void assertHarmless(String text) {
        assertTrue(
                text.codePoints()
                        .map(Character::getType)
                        .noneMatch(type -> type == Character.CONTROL
                                || type == Character.FORMAT
                                || type == Character.LINE_SEPARATOR
                                || type == Character.PARAGRAPH_SEPARATOR),
                () -> text.replaceAll("\\P{Print}", "?"));
    }

    @Test
    @Tag("ACP-09")
    @Tag("FRAME-01")
    void noiseBeforeBetweenAndAfterMessagesDisturbsNothing() throws Exception {
        Script script = new Script().verbatim(COLOURED).verbatim("");
        Wire.initialize(script, "{}");
        script.verbatim("42")
                .verbatim("\"x\"")
                .verbatim("null")
                .verbatim("{}")
                .verbatim("{\"foo\":1}")
                .malformed()
                .expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"s\"}"))
                .verbatim("[info] ready")
                .expectMethod("session/prompt")
                .as("prompt")
                .send(Wire.update("s", Wire.text("one")))
                .malformed()
                .send(Wire.update("s", Wire.text("two")))
                .verbatim("[info] done")
                .send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentConnection connection = rig.connect();
            AgentSession session = connection.open(rig.request().build(), rig.recorder);
            assertEquals(StopReason.END_TURN, session.prompt(Prompt.of("hi")).stopReason());
            assertEquals("onetwo", rig.recorder.text());
            Fact counted = connection.diagnostics().facts().stream()
                    .filter(fact -> fact.key().equals("noiseLines"))
                    .findFirst()
                    .orElseThrow();
            assertEquals(new Fact.Value.Numeric(BigDecimal.TEN), counted.value());
            String check = connection.diagnostics().checks().get(0).detail();
            assertTrue(check.contains("Unknown option:"), check);
            assertHarmless(check);
        }
    }

    @Test
    @Tag("FRAME-02")
    @Tag("FRAME-09")
    void noiseAloneIsShownAndNoTerminalObeysIt() throws Exception {
        for (Script script : new Script[] {
            new Script().verbatim(COLOURED).stderr("usage: gizmo\n").exit(2),
            new Script().verbatim(COLOURED).repeat(200, "more {{n}}").stall("for good")
        }) {
            try (AcpRig rig = new AcpRig(folder, script)) {
                AgentException failure = assertThrows(AgentException.class, rig::connect);
                assertEquals(ErrorCode.PROTOCOL, failure.code(), failure.getMessage());
                assertTrue(failure.getMessage().contains("Unknown option:"), failure::getMessage);
                assertHarmless(failure.getMessage());
            }
        }
    }

    @Test
    @Tag("FRAME-09")
    @Tag("SETUP-02")
    void whatASilentAgentPrintedIsInTheMessage() throws Exception {
        Script waiting =
                new Script().expectMethod("initialize").verbatim(COLOURED).stall("for good");
        try (AcpRig rig = new AcpRig(folder, waiting, waiting)) {
            rig.option("initializeTimeout", "300ms");
            AgentException failure = assertThrows(AgentException.class, rig::connect);
            assertEquals(ErrorCode.TIMEOUT, failure.code());
            assertTrue(failure.getMessage().contains("it printed:"), failure::getMessage);
            assertTrue(failure.getMessage().contains("Unknown option:"), failure::getMessage);
            assertHarmless(failure.getMessage());
            assertEquals(2, rig.agent.launches().size());
        }
    }

    @Test
    @Tag("FRAME-09")
    @Tag("SETUP-02")
    void aLineBehindWhichASilentAgentWaitsIsInTheMessage() throws Exception {
        Script waiting = new Script()
                .expectMethod("initialize")
                .bytes("\u001b[1mEnter the code:\u001b[0m ".getBytes(StandardCharsets.UTF_8))
                .stall("for good");
        try (AcpRig rig = new AcpRig(folder, waiting, waiting)) {
            rig.option("initializeTimeout", "300ms");
            AgentException failure = assertThrows(AgentException.class, rig::connect);
            assertEquals(ErrorCode.TIMEOUT, failure.code());
            assertTrue(failure.getMessage().contains("it printed: [1mEnter the code:"), failure::getMessage);
            assertHarmless(failure.getMessage());
        }
    }

    @Test
    @Tag("FRAME-09")
    void noTerminalObeysWhatAnAgentSaysInItsErrors() throws Exception {
        Script script = Scripts.prompted()
                .send(
                        "{\"jsonrpc\":\"2.0\",\"id\":{{prompt.id}},\"error\":{\"code\":-32603,"
                                + "\"message\":\"\\u001b[31mno\\u009b2J \\u202emoney\\u2028\",\"data\":{\"details\":\"\\u009b1mat all\"}}}")
                .expectMethod("session/prompt")
                .as("prompt")
                .stderr("\u001b[1mwarning\u001b[0m\n\u009b31mout of\u2029 memory\u202e\n")
                .exit(1);
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session = rig.open();
            AgentException answered = assertThrows(AgentException.class, () -> session.prompt(Prompt.of("hi")));
            assertTrue(answered.getMessage().contains("money"), answered::getMessage);
            assertTrue(answered.getMessage().contains("at all"), answered::getMessage);
            assertHarmless(answered.getMessage());
            AgentException died = assertThrows(AgentException.class, () -> session.prompt(Prompt.of("hi")));
            assertTrue(died.getMessage().contains("memory"), died::getMessage);
            assertHarmless(died.getMessage());
        }
    }

    @Test
    @Tag("FRAME-03")
    void linesMayBeginAndEndInOtherWays() throws Exception {
        Script script = new Script()
                .verbatim("\r")
                .verbatim("  \t ")
                .expectMethod("initialize")
                .send("\uFEFF" + Wire.result("{\"protocolVersion\":1}") + "\r")
                .expectMethod("session/new")
                .send("\u0000" + Wire.result("{\"sessionId\":\"s\"}") + "\u0000\r")
                .expectMethod("session/prompt")
                .as("prompt")
                .send("  " + Wire.update("s", Wire.text("x")) + " \r")
                .send(Scripts.END + "\r");
        try (AcpRig rig = new AcpRig(folder, script)) {
            rig.open().prompt(Prompt.of("hi"));
            assertEquals("x", rig.recorder.text());
        }
    }

    @Test
    @Tag("ACP-10")
    @Tag("FRAME-07")
    void anArrayIsManyMessages() throws Exception {
        Script script = Scripts.prompted()
                .send("[" + Wire.update("s", Wire.text("a")) + ",7," + Wire.update("s", Wire.text("b")) + ","
                        + Scripts.END + "]");
        try (AcpRig rig = new AcpRig(folder, script)) {
            assertEquals(StopReason.END_TURN, rig.open().prompt(Prompt.of("hi")).stopReason());
            assertEquals("ab", rig.recorder.text());
        }
    }

    @Test
    @Tag("FRAME-08")
    void anAnswerOverSeveralLinesIsNamed() throws Exception {
        for (String inner : new String[] {
            "  \"jsonrpc\": \"2.0\",\n  \"id\": 1,\n  \"result\": {}",
            "\t\"id\": 1,\n\t\"result\": {\n\t\t\"protocolVersion\": 1\n\t},\n\t\"jsonrpc\": \"2.0\""
        }) {
            Script script = new Script().expectMethod("initialize");
            ("{\n" + inner + "\n}").lines().forEach(script::verbatim);
            try (AcpRig rig = new AcpRig(folder, script.stall("for good"))) {
                AgentException failure = assertThrows(AgentException.class, rig::connect);
                assertEquals(ErrorCode.PROTOCOL, failure.code());
                assertTrue(failure.getMessage().contains("several lines"), failure::getMessage);
            }
        }
    }

    @Test
    @Tag("ACP-11")
    @Tag("FRAME-06")
    @Tag("PF-14")
    void aLineOfTenMebibytesArrivesWhole() throws Exception {
        int length = 10 * 1024 * 1024;
        Script script = Scripts.prompted()
                .send(Wire.update("s", Wire.text("x".repeat(length))))
                .send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            rig.open().prompt(Prompt.of("hi"));
            assertEquals(length, rig.recorder.text().length());
        }
    }

    @Test
    @Tag("ACP-11")
    @Tag("FRAME-06")
    void aLineOverTheBoundEndsTheConnectionAfterWhatCameBefore() throws Exception {
        Script endless = Scripts.prompted()
                .send(Wire.update("s", Wire.text("before ")))
                .longLine(300_000)
                .stall("for good");
        try (AcpRig rig = new AcpRig(folder, endless, Scripts.again())) {
            rig.agent.limits(Limits.DEFAULT.withSizes(100_000, 16));
            AgentSession session = rig.open();
            AgentException failure = assertThrows(AgentException.class, () -> session.prompt(Prompt.of("hi")));
            assertEquals(ErrorCode.PROTOCOL, failure.code());
            assertTrue(failure.getMessage().contains("100000"), failure::getMessage);
            assertEquals("before ", rig.recorder.text());
            rig.agent.process().onExit().toCompletableFuture().join();
            session.prompt(Prompt.of("go on"));
            assertEquals("before again", rig.recorder.text());
        }
    }

    @Test
    @Tag("ACP-07")
    @Tag("FRAME-11")
    @Tag("R-AG-01")
    @Tag("R-AG-188")
    void anyTextPassesBothWaysOnOneLine() throws Exception {
        String text = "a\nb\rc\u0085d\u2028e\u2029f\u0000g\ud83d\ude00h\ud800i\udc00j\"\\\u001b";
        String escaped = Json.object().put("text", text).toString();
        Script script = Scripts.prompted()
                .send(
                        Wire.update(
                                "s",
                                "{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"\\ud800\\u2028\"}}"))
                .send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            rig.open().prompt(Prompt.of(text));
            String line = rig.sent("session/prompt").get(0);
            assertFalse(line.matches("(?s).*[\\u0000-\\u001f\\u0085\\u2028\\u2029\\ud800\\udc00].*"), line);
            assertTrue(line.contains("\\ud800i\\udc00"), line);
            assertTrue(line.contains("\ud83d\ude00"), line);
            assertEquals(
                    text,
                    Json.parse(new dev.termal.api.RawJson(line))
                            .path("params")
                            .path("prompt")
                            .path(0)
                            .path("text")
                            .stringValue(),
                    escaped);
            assertEquals("\ud800\u2028", rig.recorder.text());
        }
    }
}

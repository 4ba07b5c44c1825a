package dev.termal.engine.acp.jsonrpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.engine.acp.jsonrpc.Frame.Malformed;
import dev.termal.engine.acp.jsonrpc.Frame.Notification;
import dev.termal.engine.acp.jsonrpc.Frame.Request;
import dev.termal.engine.acp.jsonrpc.Frame.Response;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

class FrameCodecTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "0",
                "-7",
                "9007199254740993",
                "123456789012345678901234567890",
                "\"1\"",
                "\"\"",
                "\"0\"",
                "\"a\\\"b\"",
                "null"
            })
    @Tag("CORR-03")
    @Tag("R-AG-03")
    void idsComeBackWithTheirType(String id) {
        Request request =
                assertInstanceOf(Request.class, one("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"m\"}"));

        String answer = FrameCodec.encode(Response.ofResult(request.id(), FrameCodec.JSON.createObjectNode()));

        assertEquals("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}", answer);
    }

    @Test
    @Tag("R-AG-03")
    @Tag("R-AG-188")
    void aMessageWithoutAnIdIsANotification() {
        Notification notification = assertInstanceOf(
                Notification.class, one("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"a\":[1]}}"));

        assertEquals("m", notification.method());
        assertEquals("{\"a\":[1]}", notification.params().toString());
    }

    @Test
    void absentParamsStayAbsent() {
        assertEquals(
                "{\"jsonrpc\":\"2.0\",\"method\":\"m\"}",
                FrameCodec.encode(new Notification("m", MissingNode.getInstance())));
        assertTrue(((Notification) one("{\"jsonrpc\":\"2.0\",\"method\":\"m\"}"))
                .params()
                .isMissingNode());
    }

    @Test
    void answersKeepResultAndErrorApart() {
        Response nothing = (Response) one("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}");
        Response error = (Response) one("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-1}}");
        Response old = (Response) one("{\"id\":1,\"result\":null,\"error\":{\"code\":-1}}");
        Response both = (Response) one("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":{\"code\":-1}}");
        Response neither = (Response) one("{\"jsonrpc\":\"2.0\",\"id\":1}");

        assertTrue(nothing.result().isPresent() && nothing.error().isEmpty());
        assertTrue(error.result().isEmpty() && error.error().isPresent());
        assertTrue(old.result().isEmpty() && old.error().isPresent());
        assertTrue(both.result().isPresent() && both.error().isPresent());
        assertTrue(neither.result().isEmpty() && neither.error().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\r", "\t \r", "\uFEFF", "\0", "\uFEFF\r"})
    @Tag("FRAME-03")
    void blankLinesAreNothing(String line) {
        assertEquals(List.of(), FrameCodec.decode(line));
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s\r", "\uFEFF%s", "\0%s\0", "  %s  ", "\uFEFF%s\r"})
    @Tag("FRAME-03")
    void whatSomeSystemsPutAroundLinesIsTolerated(String around) {
        Frame frame = one(String.format(around, "{\"jsonrpc\":\"2.0\",\"method\":\"m\"}"));

        assertEquals("m", assertInstanceOf(Notification.class, frame).method());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Loading config...",
                "42",
                "\"x\"",
                "null",
                "true",
                "{}",
                "{\"foo\":1}",
                "{\"result\":1}",
                "{\"id\":1,\"foo\":1}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":7}",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"m\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":[1],\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"res",
                "{\"jsonrpc\":\"2.0\",\"method\":\"m\"} trailing",
                "{\"a\":NaN}",
                "[]",
                "[",
                "{"
            })
    @Tag("ACP-09")
    @Tag("FRAME-01")
    void whatIsNoMessageIsAValueWithAReason(String line) {
        Malformed malformed = assertInstanceOf(Malformed.class, one(line));

        assertEquals(line, malformed.head());
        assertFalse(malformed.reason().isBlank());
    }

    @Test
    @Tag("ACP-10")
    @Tag("FRAME-07")
    void anArrayIsUnpackedAndItsBadElementsStayAlone() {
        List<Frame> frames = FrameCodec.decode(
                "[{\"jsonrpc\":\"2.0\",\"method\":\"a\"},7,{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}]");

        assertInstanceOf(Notification.class, frames.get(0));
        assertInstanceOf(Malformed.class, frames.get(1));
        assertInstanceOf(Response.class, frames.get(2));
        assertEquals(3, frames.size());
    }

    @Test
    @Tag("FRAME-12")
    void bombsAreMalformed() {
        String deep =
                "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";
        String number = "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":[" + "9".repeat(100_000) + "]}";

        assertInstanceOf(Malformed.class, one(deep));
        assertInstanceOf(Malformed.class, one("[".repeat(100_000)));
        assertInstanceOf(Malformed.class, one(number));
    }

    @Test
    @Tag("FRAME-06")
    void aStringMayFillTheLongestLine() {
        String text = "ä".repeat(8 * 1024 * 1024);

        Notification frame = (Notification) one("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":\"" + text + "\"}");

        assertEquals(text, frame.params().stringValue());
        assertEquals(
                text, ((Notification) one(FrameCodec.encode(frame))).params().stringValue());
    }

    @Test
    void ofDuplicateKeysTheLastCounts() {
        Notification frame = (Notification) one("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"a\":1,\"a\":2}}");

        assertEquals(2, frame.params().path("a").intValue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "line\nfeed",
                "carriage\r\nreturn",
                "\u2028\u2029\u0085",
                "😀",
                "\uD83D",
                "\uDE00\uD83D",
                "\0",
                "\t\"\\"
            })
    @Tag("ACP-07")
    @Tag("FRAME-11")
    void anyTextSurvivesOnOneLine(String text) {
        JsonNode params = FrameCodec.JSON.createObjectNode().put("text", text);

        String line = FrameCodec.encode(new Notification("m", params));

        assertEquals(text, ((Notification) one(line)).params().path("text").stringValue());
        assertEquals(1, line.lines().count());
        for (char c : "\n\r\u2028\u2029\u0085".toCharArray()) {
            assertEquals(-1, line.indexOf(c));
        }
        // and as bytes: an unpaired surrogate has none
        assertEquals(
                line,
                new String(
                        line.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                        java.nio.charset.StandardCharsets.UTF_8));
    }

    @Test
    void rawControlCharactersInStringsAreRead() {
        Notification frame = (Notification) one("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":\"a\0b\u2028\"}");

        assertEquals("a\0b\u2028", frame.params().stringValue());
    }

    @Test
    @Tag("FRAME-09")
    void theHeadOfNoiseIsShortAndHarmless() {
        Malformed malformed = (Malformed) one("a\u001b[2Jbad\u202E" + "x".repeat(10_000));

        assertEquals("a [2Jbad xx", malformed.head().substring(0, 11));
        assertEquals(FrameCodec.HEAD_CHARS + 1, malformed.head().length());
    }

    private static Frame one(String line) {
        List<Frame> frames = FrameCodec.decode(line);
        assertEquals(1, frames.size());
        return frames.get(0);
    }
}

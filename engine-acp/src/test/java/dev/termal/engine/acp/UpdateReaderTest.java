package dev.termal.engine.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.RawJson;
import dev.termal.api.ToolCall;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class UpdateReaderTest {
    private final UpdateReader reader = new UpdateReader();

    private static JsonNode json(String text) {
        return Json.parse(new RawJson(text));
    }

    private List<String> read(String update) {
        return reader.read(json(update)).stream().map(EventText::of).toList();
    }

    private ToolCall call(String fields) {
        List<AgentEvent> events =
                reader.read(json("{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"t\"" + fields + "}"));
        return ((AgentEvent.ToolCallUpdate) events.get(0)).call();
    }

    @Test
    @Tag("ACP-29")
    @Tag("TOL-01")
    @Tag("R-AG-87")
    @Tag("PF-48")
    void whatIsNotKnownIsKeptWhole() {
        for (String update : List.of(
                "{\"sessionUpdate\":\"future_thing\",\"x\":1}",
                "{\"sessionUpdate\":\"agent_message_chunk\",\"content\":7}",
                "{\"sessionUpdate\":\"tool_call\",\"title\":\"no id\"}",
                "{\"sessionUpdate\":\"plan\",\"entries\":\"none\"}",
                "{\"sessionUpdate\":\"current_mode_update\"}",
                "{\"x\":2}",
                "[]",
                "null")) {
            List<AgentEvent> events = reader.read(json(update));
            AgentEvent.Extension kept = (AgentEvent.Extension) events.get(0);
            assertEquals(json(update), json(kept.payload().text()));
        }
    }

    @Test
    void emptyTextIsNothing() {
        assertEquals(
                List.of(),
                read("{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"\"}}"));
    }

    @Test
    @Tag("ACP-31")
    @Tag("TOL-03")
    @Tag("R-AG-83")
    void plansKeepTheirGoodItems() {
        assertEquals(
                List.of("plan COMPLETED/HIGH 'a', OTHER/OTHER 'b'"),
                read("{\"sessionUpdate\":\"plan\",\"entries\":[{\"content\":\"a\",\"priority\":\"high\","
                        + "\"status\":\"completed\"},{\"content\":\"b\",\"priority\":\"huge\",\"status\":\"done\"},"
                        + "{\"priority\":\"low\"},null]}"));
    }

    @Test
    @Tag("ACP-32")
    @Tag("TOL-07")
    void factsAreToldWhenTheyChange() {
        String title = "{\"sessionUpdate\":\"session_info_update\",\"title\":\"T\"}";
        assertEquals(1, read(title).size());
        assertEquals(0, read(title).size());
        assertEquals(
                0,
                read("{\"sessionUpdate\":\"session_info_update\",\"updatedAt\":\"x\"}")
                        .size());
        assertEquals(
                1,
                read("{\"sessionUpdate\":\"session_info_update\",\"title\":null}")
                        .size());
        assertEquals(Optional.empty(), reader.facts().title());
        read("{\"sessionUpdate\":\"current_mode_update\",\"modeId\":\"m\"}");
        assertEquals(Optional.of("m"), reader.facts().mode());
        read("{\"sessionUpdate\":\"current_mode_update\",\"currentModeId\":\"n\",\"modeId\":7}");
        assertEquals(Optional.of("n"), reader.facts().mode());
    }

    @Test
    @Tag("ACP-31")
    @Tag("TOOL-01")
    void anUpdateKeepsWhatItDoesNotSay() {
        call(",\"title\":\"T\",\"kind\":\"read\",\"status\":\"in_progress\",\"rawInput\":{\"a\":1},"
                + "\"locations\":[{\"path\":\"/a\",\"line\":3},{\"line\":1}],"
                + "\"content\":[{\"type\":\"content\",\"content\":{\"type\":\"text\",\"text\":\"x\"}}]");
        ToolCall kept = call(",\"title\":null,\"kind\":5,\"status\":\"completed\",\"content\":null,\"rawInput\":null");
        assertEquals("T", kept.title());
        assertEquals(ToolCall.Kind.READ, kept.kind());
        assertEquals(ToolCall.Status.COMPLETED, kept.status());
        assertEquals(1, kept.content().size());
        assertEquals(1, kept.locations().size());
        assertTrue(kept.input().isPresent());
        assertTrue(call(",\"content\":[]").content().isEmpty(), "a list replaces the list");
    }

    @Test
    @Tag("ACP-29")
    @Tag("TOL-02")
    @Tag("TOL-03")
    @Tag("TOOL-04")
    void unknownWordsAreOtherAndBadContentCostsOnlyItself() {
        ToolCall call = call(",\"kind\":\"teleport\",\"status\":\"paused\",\"content\":[{\"type\":\"hologram\"},7,"
                + "{\"type\":\"diff\",\"path\":\"/a\",\"oldText\":null,\"newText\":\"\"},{\"type\":\"diff\"},"
                + "{\"type\":\"text\",\"text\":\"bare\"},{\"type\":\"terminal\",\"terminalId\":\"1\"}]");
        assertEquals(ToolCall.Kind.OTHER, call.kind());
        assertEquals(ToolCall.Status.OTHER, call.status());
        assertEquals(
                "t OTHER OTHER 't' Unknown[type=hologram, json=RawJson[text={\"type\":\"hologram\"}]]"
                        + " diff(/a new -> '') 'bare' terminal(1)",
                EventText.of(call));
    }

    @Test
    void aCommandIsKnownWhereTheArgumentsNameIt() {
        assertEquals(
                Optional.of("rm -rf x"),
                call(",\"rawInput\":{\"command\":\"rm -rf x\"}").command());
        assertEquals(
                Optional.of("bash -lc 'ls; echo '\\''a'\\'''"),
                call(",\"rawInput\":{\"command\":[\"bash\",\"-lc\",\"ls; echo 'a'\"]}")
                        .command());
    }

    @Test
    void aCommandIsUnknownWhereTheyDoNot() {
        assertEquals(
                Optional.empty(),
                call(",\"title\":\"ls\",\"rawInput\":{\"command\":[\"ls\",7]}").command());
        assertEquals(Optional.empty(), call(",\"rawInput\":\"ls\"").command());
        assertEquals(
                Optional.of("ls"),
                call(",\"_meta\":{\"termal\":{\"command\":\"ls\",\"tool\":\"sh\"}}")
                        .command());
    }

    @Test
    void callsThatEndedHereStaySoUntilTheNextTurn() {
        ToolCalls calls = reader.calls();
        call(",\"status\":\"in_progress\"");
        assertEquals(2, calls.cancelOpen().size());
        assertEquals(0, calls.cancelOpen().size());
        assertEquals(
                ToolCall.Status.CANCELLED, call(",\"status\":\"completed\"").status());
        calls.beginTurn();
        assertEquals(
                ToolCall.Status.COMPLETED, call(",\"status\":\"completed\"").status());
    }

    @Test
    void callsAreForgottenTwoTurnsLater() {
        ToolCalls calls = reader.calls();
        call(",\"title\":\"T\",\"status\":\"completed\"");
        calls.beginTurn();
        assertEquals("T", call("").title());
        calls.beginTurn();
        calls.beginTurn();
        assertEquals("t", call("").title(), "a late update of a forgotten call begins a new one");
    }

    @Test
    @Tag("TOOL-06")
    void callsAreBoundedAndOpenOnesKept() {
        call(",\"title\":\"open\",\"status\":\"in_progress\"");
        IntStream.range(0, 2000)
                .forEach(n -> reader.read(json("{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"n" + n
                        + "\",\"title\":\"N\",\"status\":\"completed\"}")));
        assertEquals("open", call("").title());
        assertTrue(reader.calls().get("n0").isEmpty());
        assertTrue(reader.calls().get("n1999").isPresent());
    }
}

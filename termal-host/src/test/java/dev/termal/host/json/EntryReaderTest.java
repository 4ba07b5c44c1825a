package dev.termal.host.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentId;
import dev.termal.api.EngineId;
import dev.termal.api.ToolCall;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EntryReaderTest {
    private static final EntryJson JSON =
            new EntryJson(new SessionKey("key-1"), new AgentId("sample"), new EngineId("some"));

    @ParameterizedTest
    @MethodSource("dev.termal.host.json.Samples#bodies")
    void whatIsReadSaysWhatWasWritten(EntryBody body) {
        JSON.json(body).map(Json::line).ifPresent(text -> {
            EntryBody read = EntryReader.body(text);
            assertEquals(body.getClass(), read.getClass());
            assertEquals(text, JSON.json(read).map(Json::line).orElseThrow());
        });
    }

    @ParameterizedTest
    @MethodSource("dev.termal.host.json.Samples#bodies")
    void valuesAreEqualButForTheSpellingOfForeignJson(EntryBody body) {
        String text = JSON.json(body).map(Json::line).orElse("");
        if (!text.isEmpty() && !body.toString().contains("RawJson")) {
            assertEquals(body, EntryReader.body(text));
        }
    }

    @Test
    void aTypeOfALaterVersionIsKeptWhole() {
        EntryBody read = EntryReader.body("{\"type\":\"dance\",\"steps\":3}");
        EntryBody.Said said = assertInstanceOf(EntryBody.Said.class, read);
        AgentEvent.Extension extension = assertInstanceOf(AgentEvent.Extension.class, said.event());
        assertEquals("dance", extension.name());
        assertEquals("{\"type\":\"dance\",\"steps\":3}", extension.payload().text());
    }

    @Test
    void aWordOfALaterVersionIsOther() {
        EntryBody.Said said = assertInstanceOf(
                EntryBody.Said.class,
                EntryReader.body("{\"type\":\"tool_call\",\"id\":\"t\",\"status\":\"melted\",\"kind\":\"bake\"}"));
        ToolCall call =
                assertInstanceOf(AgentEvent.ToolCallUpdate.class, said.event()).call();
        assertEquals(ToolCall.Status.OTHER, call.status());
        assertEquals(ToolCall.Kind.OTHER, call.kind());
    }
}

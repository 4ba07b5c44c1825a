package dev.termal.host.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.RawJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.JsonNodeFactory;

class JsonTest {
    @Test
    void numbersKeepTheirDigits() {
        assertEquals("{\"n\":1.10}", Json.line(Json.parse(new RawJson("{\"n\": 1.10}"))));
        assertEquals(
                "123456789012345678901234567890", Json.line(Json.parse(new RawJson("123456789012345678901234567890"))));
    }

    @Test
    void whatIsNoJsonBecomesText() {
        assertEquals("\"{broken\"", Json.line(Json.parse(new RawJson("{broken"))));
        assertEquals("\"1 2\"", Json.line(Json.parse(new RawJson("1 2"))));
        String deep = "[".repeat(100_000);
        assertTrue(Json.parse(new RawJson(deep)).isString());
    }

    @Test
    void aPersonsMistakeIsTold() {
        assertThrows(JacksonException.class, () -> Json.read("{broken"));
    }

    @Test
    void nothingDrivesATerminal() {
        String line = Json.line(JsonNodeFactory.instance.stringNode("\u001B[2J\u009B31m\u007F\n"));
        assertTrue(line.chars().noneMatch(Character::isISOControl), line);
        assertEquals("\u001B[2J\u009B31m\u007F\n", Json.read(line).stringValue());
    }

    @Test
    void halvesOfCharactersSurviveAsBytes() {
        for (String text : List.of(
                "\uD83D", "\uDE00\uD83D", "a\uD83Db", "\uD83D\uDE00", "\uD83D\uD83D\uDE00\uDE00", "\u007F\uD83D")) {
            byte[] bytes = Json.line(JsonNodeFactory.instance.stringNode(text)).getBytes(StandardCharsets.UTF_8);
            assertEquals(
                    text, Json.read(new String(bytes, StandardCharsets.UTF_8)).stringValue());
        }
    }
}

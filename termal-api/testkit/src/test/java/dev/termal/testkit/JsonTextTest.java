package dev.termal.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonTextTest {
    @Test
    void prefersTheOutermostField() {
        String line = "{\"params\":{\"id\":1,\"x\":\"a}\\\"\"},\"id\" : \"seven\"}";
        assertEquals(Optional.of("\"seven\""), JsonText.field(line, "id"));
        assertEquals(Optional.of("seven"), JsonText.text(line, "id"));
        assertEquals(Optional.of("a}\""), JsonText.text(line, "x"));
        assertEquals(Optional.of("{\"id\":1,\"x\":\"a}\\\"\"}"), JsonText.field(line, "params"));
        assertEquals(Optional.empty(), JsonText.outermost(line, "x"));
        assertEquals(Optional.empty(), JsonText.field(line, "seven"));
    }

    @Test
    void givesEveryKindOfValue() {
        String line = "{\"a\":null,\"b\":-1.5e3,\"c\":[1,[2]] ,\"d\":true}";
        assertEquals(Optional.of("null"), JsonText.field(line, "a"));
        assertEquals(Optional.of("-1.5e3"), JsonText.field(line, "b"));
        assertEquals(Optional.of("[1,[2]]"), JsonText.field(line, "c"));
        assertEquals(Optional.of("true"), JsonText.field(line, "d"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "}", "]]", "\"", "{\"id", "{\"id\"", "{\"id\":", "{\"id\":\"", "{\"\\", "no json"})
    void isNeverUpset(String broken) {
        JsonText.field(broken, "id");
        assertEquals(broken, JsonText.withField(broken, "other", "1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "q\"b\\", "\n\r\t\b\f\u0000\u001f", "ü 漢 🙂 \u2028"})
    void quotesAndUnquotes(String text) {
        assertEquals(text, JsonText.unquote(JsonText.quote(text)));
    }
}

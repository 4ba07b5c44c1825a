package dev.termal.host.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

class JsonMistakeTest {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static String told(String json) {
        return JsonMistake.of(assertThrows(JacksonException.class, () -> MAPPER.readTree(json)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            quoteCharacter = '~',
            value = {
                "{\"a\":1                @ it ends too early: a } is missing",
                "{\"a\":[1               @ it ends too early: a ] is missing",
                "{\"a\":\"b              @ it ends within a text, whose closing quote is missing",
                "{\"a\":1,\"a\":2}       @ \"a\" stands there twice",
                "{ // note               @ JSON has no comments",
                "{\"a\":1,}              @ there is a comma too many before it",
                "{a:1}                   @ a name in double quotes is wanted here",
                "{\"a\":oops}            @ 'oops' is no value: a text stands in double quotes",
                "{\"a\":'b'}             @ a text stands in double quotes",
                "{\"a\":1 \"b\":2}       @ a comma is missing, or something stands between two values",
                "{\"a\" 1}               @ a colon is missing after a name",
                "\uFFFD\uFFFD{          @ a character stands there that begins no value",
                "{\"a\":1} {}            @ something follows after its end",
            })
    void saysWhatIsWrongInPlainWords(String json, String what) {
        String told = told(json.strip());
        assertEquals(what, told.substring(told.indexOf(": ") + 2), told);
        assertEquals("at line 1, column ", told.substring(0, 18), told);
    }

    @Test
    void aTextOverTheEndOfItsLine() {
        assertEquals(
                "at line 1, column 8: a text goes over the end of its line, or has a tab in it",
                told("{\"a\":\"b\n\"}"));
    }

    @Test
    void neverSpeaksOfTheParser() {
        String deep = "[".repeat(5_000);
        String number = "1".repeat(5_000);
        for (String json : new String[] {
            deep, number, "{\"a\":\"\\q\"}", "{\"a\":01}", "{\"a\":\u0001}", "\u00ff", "{\"a\":1e}", "]"
        }) {
            String told = told(json);
            assertFalse(told.matches("(?s).*(Source|REDACTED|Feature|StreamRead|CTRL-CHAR|parser|code \\d).*"), told);
        }
    }
}

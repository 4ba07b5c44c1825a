package dev.termal.host.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ErrorTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x answered with an error: {\"error\":{\"code\":400,\"message\":\"no such model\",\"status\":\"INTERNAL\"}}"
                        + " | x answered with an error: no such model",
                "[API Error: {\"error\":{\"message\":\"key not valid\"}}] | [API Error: key not valid]",
                "{\"error\":{\"message\":\"{\\\"error\\\":{\\\"message\\\":\\\"inner\\\"}}\",\"code\":400}} | inner",
                "[{\"error\":{\"message\":\"in a list\"}}] | [in a list]",
                "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}} | Overloaded",
                "400 {\"detail\":\"wrong\"} (twice) | 400 wrong (twice)"
            })
    void jsonSaysWhatItSaysToPeople(String text, String readable) {
        assertEquals(readable, ErrorText.readable(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "plain", "a {brace} of words", "}{", "{\"code\":1}", "{\"message\":\"\"}", "{\"error\":{}}"})
    void whatSaysNothingMoreStaysAsItIs(String text) {
        assertEquals(text, ErrorText.readable(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"details\":\"disk full\"}                  | false",
                "{\"details\":\"disk\\n  full\",\"code\":null} | false",
                "\"disk full\"                                | false",
                "{\"error\":{\"message\":\"disk full\"}}      | false",
                "\"{\\\"message\\\":\\\"disk full\\\"}\"         | false",
                "{\"details\":\"disk full\",\"path\":\"/a\"}  | true",
                "{\"details\":\"disk full\",\"errno\":28}     | true",
                "no JSON at all                             | true"
            })
    void whatIsShownAlreadyIsNoDetail(String data, boolean more) {
        assertEquals(more, ErrorText.saysMore(data, "x answered with an error: Internal error: disk full"));
    }

    @Test
    void depthHasABound() {
        String deep = "{\"error\":".repeat(400) + "1" + "}".repeat(400);
        assertEquals(deep, ErrorText.readable(deep));
    }
}

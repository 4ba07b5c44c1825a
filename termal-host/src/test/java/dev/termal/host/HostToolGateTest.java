package dev.termal.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of what was seen. */
@Tag("R-AG-130")
class HostToolGateTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 1 | true  | PASS 'tools/list seen, tools/call seen, its result is in the answer'",
                "2 | 1 | false | PASS 'tools/list seen, tools/call seen, its result is not in the answer'",
                "1 | 0 | false | FAIL 'registered; tools/list seen, tools/call not seen; it said no'",
                "0 | 0 | false | FAIL 'registered; tools/list not seen, tools/call not seen; it said no'"
            })
    void eachThatWasNotSeenIsNamed(long listed, int called, boolean wordGiven, String expected) {
        var verdict = HostToolGate.judged(listed, called, wordGiven, "it said no");
        assertEquals(expected.replace("'", ""), verdict.result() + " " + verdict.evidence());
    }
}

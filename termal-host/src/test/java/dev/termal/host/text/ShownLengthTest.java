package dev.termal.host.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShownLengthTest {
    @ParameterizedTest
    @CsvSource({
        "PT0S, 0.0 s, 0 s",
        "PT0.249S, 0.2 s, 0 s",
        "PT59.9S, 59.9 s, 59 s",
        "PT1M, 1 min 0 s, 1 min 0 s",
        "PT59M59.9S, 59 min 59 s, 59 min 59 s",
        "PT2H10M5S, 2 h 10 min, 2 h 10 min"
    })
    void lengthsAreReadEasily(Duration length, String done, String running) {
        assertEquals(done, ShownLength.of(length));
        assertEquals(running, ShownLength.inSeconds(length));
    }
}

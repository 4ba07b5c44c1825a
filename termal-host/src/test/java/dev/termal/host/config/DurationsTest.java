package dev.termal.host.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({"500ms,500", "5s,5000", "10m,600000", "1h30m,5400000", "1h1m1s1ms,3661001", "90s,90000"})
    void readsAndWritesEachUnit(String text, long millis) {
        assertEquals(Optional.of(Duration.ofMillis(millis)), Durations.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "5 s", "-5s", "5s10m", "1.5h", "0s", "5S", "99999999999999999h"})
    void takesNothingElse(String text) {
        assertEquals(Optional.empty(), Durations.parse(text));
    }

    @Test
    void formatsWhatItReads() {
        for (String text : new String[] {"500ms", "5s", "10m", "1h30m", "2h5s"}) {
            assertEquals(text, Durations.format(Durations.parse(text).orElseThrow()));
        }
        assertEquals("0s", Durations.format(Duration.ZERO));
    }
}

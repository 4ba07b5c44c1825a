package dev.termal.host.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {
    private static final List<String> WORDS = List.of("run", "agents", "engines", "--permissions", "ask", "auto");

    @ParameterizedTest
    @CsvSource(
            nullValues = "nothing",
            value = {
                "rnu, run",
                "Agents, agents",
                "agent, agents",
                "engnies, engines",
                "--permision, --permissions",
                "aks, ask",
                "x, nothing",
                "frobnicate, nothing",
                "'', nothing",
            })
    void findsWhatWasLikelyMeant(String typed, String meant) {
        assertEquals(Optional.ofNullable(meant), Nearest.to(typed, WORDS));
    }
}

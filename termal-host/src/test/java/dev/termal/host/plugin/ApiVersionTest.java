package dev.termal.host.plugin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ApiVersionTest {
    @ParameterizedTest
    @CsvSource({"1.2.0, 1.2.0", "1.0, 1.2.0", "1.2.0-SNAPSHOT, 1.2.0", "1.2.0, 1.2.0-SNAPSHOT", "0.1.0, 0.2.0", "2, 2.1"
    })
    void sameMajorAndNotNewerFits(String plugin, String host) {
        assertEquals(Optional.empty(), ApiVersion.refusal(plugin, host));
    }

    @ParameterizedTest
    @CsvSource({
        "1.3.0, 1.2.0, update the host",
        "1.2.1, 1.2.0, update the host",
        "2.0, 1.2.0, for 1.x",
        "1.2.0, 2.0, for 2.x",
        "latest, 1.0, no version",
        "1.10, 1.9, update the host"
    })
    void allElseIsRefused(String plugin, String host, String words) {
        assertTrue(ApiVersion.refusal(plugin, host).orElseThrow().contains(words));
    }

    @Test
    void theRefusalNamesBothVersions() {
        String text = ApiVersion.refusal("3.0", "1.2").orElseThrow();
        assertTrue(text.contains("3.0") && text.contains("1.2"), text);
    }
}

package dev.termal.host.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ProcessLauncherTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    @Test
    void aMomentIsAwaitedButNoneThatIsPastOrFarAway() {
        assertEquals(Duration.ofSeconds(20), ProcessLauncher.waitFor(NOW.plusSeconds(20), NOW));
        assertEquals(Duration.ZERO, ProcessLauncher.waitFor(NOW.minusSeconds(20), NOW));
        assertEquals(Duration.ofMinutes(1), ProcessLauncher.waitFor(NOW.plusSeconds(2000), NOW));
    }
}

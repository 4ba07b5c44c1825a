package dev.termal.host.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.AgentId;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.api.spi.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ProcessLauncherTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void aMomentIsWaitedForButNotAnyMoment() {
        assertEquals(Duration.ofSeconds(20), ProcessLauncher.waitFor(NOW.plusSeconds(20), NOW));
        assertEquals(Duration.ZERO, ProcessLauncher.waitFor(NOW.minusSeconds(20), NOW));
        assertEquals(Duration.ofMinutes(1), ProcessLauncher.waitFor(NOW.plusSeconds(2000), NOW));
    }

    @Test
    void whoWaitsForAMomentCanBeInterrupted(@TempDir Path folder) {
        LaunchSpec later = LaunchSpec.builder(List.of("agent"), folder)
                .notBefore(Instant.now().plusSeconds(50))
                .build();
        try (ProcessLauncher launcher = new ProcessLauncher(folder, Map.of(), Limits.DEFAULT)) {
            Thread.currentThread().interrupt();
            AgentException error =
                    assertThrows(AgentException.class, () -> launcher.start(later, new AgentId("agent"), Set.of()));
            assertEquals(ErrorCode.CANCELLED, error.code());
            assertTrue(Thread.interrupted(), "the interrupt is kept for the caller");
        }
    }
}

package dev.termal.host.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.LaunchSpec;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class EarliestStartTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    private final EarliestStart start = new EarliestStart(Clock.fixed(NOW, ZoneOffset.UTC));

    private static LaunchSpec.Builder spec() {
        return LaunchSpec.builder(List.of("agent"), Path.of("/"));
    }

    @AfterEach
    void forgetInterrupts() {
        assertFalse(Thread.interrupted(), "an interrupt is left behind");
    }

    @Test
    void aLaunchThatAsksForNothingOrForThePastDoesNotWait() {
        start.await(spec().build());
        start.await(spec().notBefore(NOW).build());
        start.await(spec().notBefore(NOW.minusSeconds(3600)).build());
    }

    @Test
    void whoWaitsCanBeInterrupted() {
        Thread.currentThread().interrupt();
        AgentException error = assertThrows(
                AgentException.class,
                () -> start.await(spec().notBefore(NOW.plusSeconds(50)).build()));
        assertEquals(ErrorCode.CANCELLED, error.code());
        assertTrue(Thread.interrupted());
    }
}

package dev.termal.engine.acp.jsonrpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.ProcessExit;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProcessChannelTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final CompletableFuture<ProcessExit> exit = new CompletableFuture<>();
    private final ProcessChannel channel = new ProcessChannel(new AgentProcess() {
        @Override
        public long pid() {
            return 1;
        }

        @Override
        public void send(String line) {}

        @Override
        public void endInput() {}

        @Override
        public Optional<String> receive() {
            return Optional.empty();
        }

        @Override
        public long malformedBytes() {
            return 0;
        }

        @Override
        public String stderrTail() {
            return "last words";
        }

        @Override
        public CompletionStage<ProcessExit> onExit() {
            return exit;
        }

        @Override
        public OptionalLong treeMemory() {
            return OptionalLong.empty();
        }

        @Override
        public void close() {}
    });

    @Test
    @Tag("R-AG-19")
    void theExitIsToldWhenItIsKnown() {
        exit.complete(new ProcessExit(3));

        assertEquals(Optional.of(new ProcessExit(3)), channel.awaitExit(LONG));
        assertEquals("last words", channel.stderrTail());
    }

    @Test
    void anExitThatDoesNotComeIsNotWaitedForLong() {
        assertEquals(Optional.empty(), channel.awaitExit(Duration.ofMillis(1)));
    }

    @Test
    void anExitThatCannotBeKnownIsNone() {
        exit.completeExceptionally(new IllegalStateException());

        assertEquals(Optional.empty(), channel.awaitExit(LONG));
    }

    @Test
    void anInterruptIsKept() {
        Thread.currentThread().interrupt();

        assertEquals(Optional.empty(), channel.awaitExit(LONG));
        assertTrue(Thread.interrupted());
    }
}

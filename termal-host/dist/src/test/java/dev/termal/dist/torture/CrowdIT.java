package dev.termal.dist.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.termal.api.Prompt;
import dev.termal.host.TermalSession;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.TurnReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Several agents in one host, some of which never stop talking. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class CrowdIT {
    @TempDir
    Path folder;

    @Test
    @Tag("ACP-12")
    void whoFloodsDoesNotStarveOthers() throws Exception {
        Files.createDirectory(folder.resolve("first"));
        List<String> command =
                List.of(Embedded.program("agent.sh", folder).toString(), folder.toString(), "never", "", "true");
        try (Embedded host = new Embedded(folder, command, Map.of("cancelGrace", "200ms"))) {
            List<Flood> floods = List.of(new Flood(host), new Flood(host));
            for (Flood flood : floods) {
                flood.flowing.await();
            }
            Embedded.Opened third = host.open();
            assertEquals(Outcome.DONE, third.prompt("hello").outcome());
            assertEquals(Outcome.DONE, third.prompt("hello again").outcome());
            for (Flood flood : floods) {
                assertFalse(flood.turn.isDone(), "it still talks");
                flood.session.cancel();
                assertEquals(Outcome.CANCELLED, flood.turn.get().outcome());
            }
        }
    }

    /** A turn in which the agent talks without end. */
    private static final class Flood {
        private final CountDownLatch flowing = new CountDownLatch(10_000);
        private final TermalSession session;
        private final CompletableFuture<TurnReport> turn;

        Flood(Embedded host) throws InterruptedException {
            session = host.openSilently(Duration.ofMinutes(2));
            session.read(0, entry -> flowing.countDown());
            turn = CompletableFuture.supplyAsync(() -> {
                try {
                    return session.prompt(Prompt.of("flood"));
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
    }
}

package dev.termal.dist.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.HostRun;
import dev.termal.dist.packaged.RunTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What one process can tell of the sessions that another has open. */
class DoctorIT extends RunTest {
    private JsonNode examined() {
        Ended ended = host.run("doctor", "-o", "json");
        return JsonMapper.shared().readTree(ended.out()).path("sessions");
    }

    /** The session as soon as its owner has kept what it knows. */
    private JsonNode awaitSession() {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (System.nanoTime() < deadline) {
            JsonNode sessions = examined();
            if (sessions.size() == 1) {
                return sessions.get(0);
            }
        }
        throw new AssertionError("nothing was kept of the session");
    }

    private List<Path> kept() throws Exception {
        try (Stream<Path> files = Files.list(host.home().resolve("run/sessions"))) {
            return files.toList();
        }
    }

    @Test
    @Tag("R-AG-43")
    @Tag("R-AG-120")
    void whatAnotherProcessKnowsOfItsSession() throws Exception {
        HostRun run =
                host.start("run", "-a", "demo", "-o", "json", "slow:60000").closeInput();
        run.await(line -> line.path("text").asString("").startsWith("Waiting"));
        JsonNode session = awaitSession();
        assertEquals("demo", session.path("agent").asString());
        assertEquals(run.pid(), session.path("pid").asLong());
        assertTrue(session.path("ageMs").asLong(-1) >= 0, session::toString);
        assertTrue(session.path("facts").toString().contains("\"running\""), session::toString);
        Ended text = host.run("doctor", "-a", "demo", "--no-connect");
        assertTrue(text.out().contains("demo by acp: running, process " + run.pid() + " (termal run"), text::toString);
        assertTrue(text.out().contains("The agent's session: "), text::toString);
        assertFalse(host.run("doctor", "-a", "gemini", "--no-connect").out().contains("demo by acp"));

        run.signal("KILL").end();
        host.awaitNothingLeft();
        assertEquals(0, examined().size(), "a dead process has no session");
        assertEquals(List.of(), kept());
    }

    @Test
    void aSessionThatIsOverLeavesNothing() throws Exception {
        HostRun run =
                host.start("run", "-a", "demo", "-o", "json", "slow:60000").closeInput();
        run.await(line -> line.path("text").asString("").startsWith("Waiting"));
        awaitSession();
        run.interrupt().end();
        assertEquals(List.of(), kept());
    }
}

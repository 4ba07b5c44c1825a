package dev.termal.dist.packaged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A test that runs a packaged host of its own; it fails where a process is left. */
@EnabledOnOs(OS.LINUX) // leftovers are looked for in /proc
@Timeout(300)
public abstract class RunTest {
    /** The test's folder. */
    @TempDir
    protected Path folder;

    /** The host. */
    protected PackagedHost host;

    @BeforeEach
    final void makeHost() {
        host = new PackagedHost(folder);
    }

    @AfterEach
    final void nothingIsLeft() {
        host.close();
    }

    /** Checks outcome and exit code, which the last event has as well. */
    protected static void assertEnded(Ended ended, String outcome, int exit) {
        assertEquals(outcome, ended.outcome(), ended::toString);
        assertEquals(exit, ended.exit(), ended::toString);
        assertEquals(exit, ended.event("turn_ended").path("exitCode").asInt(), ended::toString);
    }

    /** The texts of all events of a type. */
    protected static List<String> texts(Ended ended, String type) {
        return ended.events(type).stream()
                .map(event -> event.path("text").asString(""))
                .toList();
    }

    /** How the last tool call was told last. */
    protected static JsonNode lastToolCall(Ended ended) {
        List<JsonNode> calls = ended.events("tool_call");
        assertFalse(calls.isEmpty(), ended::toString);
        return calls.get(calls.size() - 1);
    }
}

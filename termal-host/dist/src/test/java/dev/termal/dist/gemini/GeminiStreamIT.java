package dev.termal.dist.gemini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.HostRun;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The packaged host on the published Gemini CLI without a terminal: a process that prints events and cannot ask. */
class GeminiStreamIT extends GeminiStage {
    GeminiStreamIT() {
        super("stream-json");
    }

    @Test
    void runsACommandWhereAllIsAllowed() throws Exception {
        Ended ended = run("SHELL echo ran > ran.txt; cat ran.txt\nTEXT after", "--permissions", "auto");
        assertEnded(ended, "done", 0);
        assertEquals("ran\n", Files.readString(workspace.resolve("ran.txt")));
        JsonNode call = lastToolCall(ended);
        assertEquals("execute", call.path("kind").asString());
        assertEquals("completed", call.path("status").asString());
        assertEquals("after", ended.event("turn_ended").path("text").asString());
        assertTrue(ended.event("turn_ended").path("usage").path("inputTokens").asInt() > 0, ended::toString);
        assertEquals(
                "stream-json", ended.events("session").get(0).path("engine").asString());
    }

    @Test
    void changesNothingWhereNothingIsAllowed() throws Exception {
        Ended ended = run("WRITE " + workspace.resolve("denied.txt") + "|no\nTEXT after", "--permissions", "deny");
        assertFalse(Files.exists(workspace.resolve("denied.txt")), ended::toString);
        assertFalse(
                ended.events("tool_call").stream()
                        .anyMatch(call -> call.path("status").asString().equals("completed")),
                ended::toString);
    }

    @Test
    void aBadKeyIsToldAsSuch() throws Exception {
        assertEnded(run("ERR 401"), "auth_required", 6);
    }

    @Test
    void anInterruptLeavesNothing() throws Exception {
        HostRun run = start("TEXT begun\nHOLD");
        run.await("message");
        run.interrupt();
        assertEnded(run.end(), "cancelled", 130);
        host.awaitNothingLeft();
    }
}

package dev.termal.dist.gemini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.HostRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The packaged host on the published Gemini CLI, which talks to a model on loopback: no account, no network. */
class GeminiRealIT extends GeminiStage {
    private static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    GeminiRealIT() {
        super("acp");
    }

    @Test
    void saysAndThinks() throws Exception {
        Ended ended = run("THINK about it\nTEXT one \nTEXT two\\u2028three");
        assertEnded(ended, "done", 0);
        assertEquals("one two\u2028three", String.join("", texts(ended, "message")));
        assertTrue(String.join("", texts(ended, "thought")).contains("about it"), ended::toString);
        JsonNode end = ended.event("turn_ended");
        assertEquals("one two\u2028three", end.path("text").asString());
        assertEquals("end_turn", end.path("stopReason").asString());
        assertEquals(100, end.path("usage").path("inputTokens").asInt(), ended::toString);
        assertEquals(20, end.path("usage").path("outputTokens").asInt(), ended::toString);
        assertEquals("gemini", ended.events("session").get(0).path("agent").asString());
        assertEquals("fake", model.calls().get(0).key());
        assertEquals("gemini-2.5-pro", model.calls().get(0).model());
    }

    @Test
    void runsACommandThatIsAllowed() throws Exception {
        Ended ended = run("SHELL echo ran > ran.txt\nTEXT after", "--permissions", "auto");
        assertEnded(ended, "done", 0);
        assertEquals("ran\n", Files.readString(workspace.resolve("ran.txt")));
        JsonNode asked = ended.event("permission_requested");
        assertEquals("execute", asked.path("toolCall").path("kind").asString());
        assertEquals(
                "echo ran > ran.txt", asked.path("toolCall").path("command").asString(), ended::toString);
        assertEquals("run_shell_command", asked.path("toolCall").path("tool").asString(), ended::toString);
        assertEquals("completed", lastToolCall(ended).path("status").asString(), ended::toString);
    }

    @ParameterizedTest
    @CsvSource({"deny", "read-only", "ask"})
    void doesNotRunACommandThatIsDenied(String policy) throws Exception {
        Ended ended = run("SHELL echo ran > ran.txt\nTEXT after", "--permissions", policy);
        assertEnded(ended, "denied", 5);
        assertFalse(Files.exists(workspace.resolve("ran.txt")));
        assertEquals(1, ended.event("turn_ended").path("denied").asInt(), ended::toString);
        assertEquals("rejected", lastToolCall(ended).path("status").asString(), ended::toString);
        assertEquals("after", ended.event("turn_ended").path("text").asString());
    }

    @Test
    void writesAFileAndShowsTheDiff() throws Exception {
        Files.writeString(workspace.resolve("b.txt"), "old");
        Ended ended = run("WRITE a.txt|new text\nWRITE b.txt|changed\nTEXT after", "--permissions", "auto");
        assertEnded(ended, "done", 0);
        assertEquals("new text", Files.readString(workspace.resolve("a.txt")));
        assertEquals("changed", Files.readString(workspace.resolve("b.txt")));
        List<JsonNode> diffs = ended.events("permission_requested").stream()
                .map(asked -> asked.path("toolCall").path("content").path(0))
                .toList();
        assertEquals(
                List.of("diff", "diff"),
                diffs.stream().map(diff -> diff.path("type").asString()).toList());
        assertEquals("new text", diffs.get(0).path("newText").asString());
        assertEquals("old", diffs.get(1).path("oldText").asString());
        assertEquals("changed", diffs.get(1).path("newText").asString());
        assertTrue(diffs.get(1).path("path").asString().endsWith("b.txt"));
    }

    @Test
    void isCancelledInTheMiddleOfAnAnswer() throws Exception {
        HostRun run = start("TEXT begun\nHOLD");
        run.await("message");
        run.interrupt();
        Ended ended = run.end();
        assertEnded(ended, "cancelled", 130);
        assertEquals("begun", ended.event("turn_ended").path("text").asString());
        host.awaitNothingLeft();
    }

    @Test
    void isCancelledWhileACommandRuns() throws Exception {
        HostRun run = start("SHELL touch begun; sleep 1000", "--permissions", "auto");
        run.await("permission_answered");
        run.interrupt();
        assertEnded(run.end(), "cancelled", 130);
        host.awaitNothingLeft();
    }

    @Test
    void seesAPicture() throws Exception {
        Path picture = folder.resolve("picture.png");
        Files.write(picture, Base64.getDecoder().decode(PIXEL));
        Ended ended = run("IMAGE", "--image", picture.toString());
        assertEnded(ended, "done", 0);
        assertEquals(
                "pictures: [image/png " + PIXEL.length() + "]",
                ended.event("turn_ended").path("text").asString());
    }

    @ParameterizedTest
    @CsvSource({"400, agent_error, 1", "401, auth_required, 6"})
    void anErrorOfTheModelsApiIsAnOutcome(int status, String outcome, int exitCode) throws Exception {
        Ended ended = run("ERR " + status);
        assertEnded(ended, outcome, exitCode);
        JsonNode error = ended.event("turn_ended").path("error");
        assertEquals(status, error.path("peerCode").asInt(), ended::toString);
        assertTrue(error.path("message").asString().endsWith(": fake error " + status), ended::toString);
    }

    @Test
    void anErrorThatPassesIsRetriedByTheCli() throws Exception {
        Ended ended = run("ERR 500 1\nTEXT at last");
        assertEnded(ended, "done", 0);
        assertEquals("at last", ended.event("turn_ended").path("text").asString());
        assertEquals(2, model.calls().size());
    }

    @Test
    void takesModelAndMode() throws Exception {
        Ended ended = run(
                "SHELL echo ran > ran.txt\nTEXT after", "-m", "gemini-3.5-flash-lite", "--mode", "yolo", "--strict");
        assertTrue(ended.events("permission_requested").isEmpty(), ended::toString);
        assertEquals("ran\n", Files.readString(workspace.resolve("ran.txt")));
        assertEquals("gemini-3.5-flash-lite", model.calls().get(0).model());
        assertEquals(1, ended.event("turn_ended").path("unapproved").asInt(), ended::toString);
        assertEquals(5, ended.exit(), ended::toString);
        assertTrue(
                ended.events("state").stream()
                        .anyMatch(state -> state.path("mode").asString("").equals("yolo")),
                ended::toString);
        assertFalse(String.join("", texts(ended, "message")).contains("MODE_UPDATE"), ended::toString);
    }

    @Test
    void planModeOnlyReads() throws Exception {
        Ended ended = run("SHELL echo ran > ran.txt\nTEXT after", "--mode", "plan", "--permissions", "auto");
        assertEnded(ended, "done", 0);
        assertFalse(Files.exists(workspace.resolve("ran.txt")));
    }

    @Test
    void aModeThatIsNotOfferedIsAnErrorThatListsThoseThatAre() throws Exception {
        HostRun run = start("TEXT x", "--mode", "turbo");
        Ended ended = run.end();
        assertFalse(ended.exit() == 0, ended::toString);
        assertTrue((ended.out() + ended.err()).contains("autoEdit"), ended::toString);
        assertTrue(model.calls().isEmpty());
        host.awaitNothingLeft();
    }

    @Test
    void nothingSurvivesTheHost() throws Exception {
        HostRun run = start("SHELL sleep 1000", "--permissions", "auto");
        run.await("permission_answered");
        run.signal("KILL").end();
        host.awaitNothingLeft();
    }

    /** Within one turn: the model asks for it, the CLI calls it over HTTP, and the model gets what the host's tool gave. */
    @Test
    @Tag("R-AG-136")
    void callsAToolOfTheHost() throws Exception {
        Files.writeString(workspace.resolve("note.txt"), "as it is written");
        host.with("TERMAL_HOST_TOOLS", "read_file");
        Ended ended =
                run("LENT read_file|{\"path\":\"note.txt\"}\nRESULT"); // nobody is there to ask, and it only reads
        assertEnded(ended, "done", 0);
        assertTrue(ended.event("turn_ended").path("text").asString().contains("as it is written"), ended::toString);
        List<JsonNode> ours = ended.events("tool_call").stream()
                .filter(call -> call.path("id").asString("").startsWith("host-"))
                .toList();
        assertEquals("completed", ours.get(ours.size() - 1).path("status").asString(), ended::toString);
        assertEquals(1, ended.events("turn_started").size());
        assertEquals(
                1,
                ended.events("tool_call").stream()
                        .filter(call -> !call.has("sameAs"))
                        .map(call -> call.path("id").asString())
                        .distinct()
                        .count(),
                ended::toString);
    }

    @Test
    void thePersonsSettingsAreLeftAsTheyWere() throws Exception {
        Path settings = folder.resolve("home/.gemini/settings.json");
        Files.writeString(settings, "{}");
        assertEnded(run("TEXT x"), "done", 0);
        assertEquals("{}", Files.readString(settings));
    }
}

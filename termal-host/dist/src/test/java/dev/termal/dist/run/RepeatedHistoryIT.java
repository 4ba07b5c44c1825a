package dev.termal.dist.run;

import static dev.termal.testkit.JsonRpcLines.result;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.RunTest;
import dev.termal.dist.packaged.ScriptedAcp;
import dev.termal.testkit.Script;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A kept session goes on with an agent that repeats its history when it loads. */
class RepeatedHistoryIT extends RunTest {

    private static Script agent() {
        return new Script()
                .onMethod("initialize", result("{\"protocolVersion\":1,\"agentCapabilities\":{\"loadSession\":true}}"));
    }

    private static Script answering(Script script, String text) {
        return script.expectMethod("session/prompt")
                .as("prompt")
                .send(ScriptedAcp.says(text))
                .send(ScriptedAcp.endsTurn())
                .expectEndOfInput();
    }

    private Ended run(Script script, String prompt) throws Exception {
        host.config("{\"agents\":{\"mine\":{\"options\":{\"replayQuiet\":\"2s\"},\"command\":"
                + ScriptedAcp.command(script, Files.createTempDirectory(folder, "script")) + "}}}");
        return host.run("run -a mine -s kept -o json", prompt);
    }

    private static Script repeating(Script script) {
        return script.send(ScriptedAcp.update("{\"sessionUpdate\":\"user_message_chunk\","
                        + "\"content\":{\"type\":\"text\",\"text\":\"one\"}}"))
                .send(ScriptedAcp.says("first words"));
    }

    /** Where the history comes: before the answer to the load, after it, or both. */
    enum Place {
        BEFORE,
        AFTER,
        AROUND
    }

    @ParameterizedTest
    @EnumSource
    @Tag("LOAD-01")
    void isShownAndKeptOnce(Place place) throws Exception {
        Script first = agent().expectMethod("session/new").send(result("{\"sessionId\":\"s1\"}"));
        assertEnded(run(answering(first, "first words"), "one"), "done", 0);
        Script second = agent().expectMethod("session/load");
        if (place != Place.AFTER) {
            repeating(second);
        }
        second.send(result("{}"));
        if (place != Place.BEFORE) {
            repeating(second);
        }
        Ended again = run(answering(second, "second words"), "two");
        assertEnded(again, "done", 0);
        assertEquals(List.of("second words"), texts(again, "message"), again::toString);
        assertEquals("second words", again.event("turn_ended").path("text").asString(""));
        Ended kept = host.run("sessions", "export", "kept", "-o", "json");
        assertEquals(0, kept.exit(), kept::toString);
        assertEquals(List.of("first words", "second words"), texts(kept, "message"), kept::toString);
        assertEquals(2, kept.events("turn_started").size(), "its own prompts are no second ones");
    }
}

package dev.termal.dist.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.RunTest;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Every word of the demo agent in every format: outcome, exit code, and that standard output holds what it should alone. */
class DemoWordsIT extends RunTest {
    private static final String WORDS = "plan tool diff image permission question slow:10 chunks:3";

    @Test
    void jsonTellsAllThatHappens() {
        Ended r = host.run("run -a demo -o json --permissions auto --effort high", WORDS);
        assertEquals(0, r.exit(), r::toString);
        assertEquals("", r.err());
        List<JsonNode> events = r.events();
        assertEquals("session", events.get(0).path("type").asString(""), "the first line");
        assertEquals("turn_ended", events.get(events.size() - 1).path("type").asString(""), "the last line");
        Set<String> types =
                events.stream().map(line -> line.path("type").asString("")).collect(Collectors.toSet());
        assertEquals(
                Set.of(
                        "session",
                        "turn_started",
                        "message",
                        "thought",
                        "tool_call",
                        "plan",
                        "usage",
                        "state",
                        "permission_requested",
                        "permission_answered",
                        "question_asked",
                        "question_answered",
                        "turn_ended"),
                types);
        JsonNode end = r.event("turn_ended");
        assertEquals("done", end.path("outcome").asString(""));
        assertEquals("end_turn", end.path("stopReason").asString(""));
        assertEquals(1, end.path("unanswered").asInt(), "nobody was there for the question");
        assertTrue(end.path("text").asString("").contains("Allowed, and done."), end::toString);
        assertTrue(end.path("usage").path("outputTokens").asInt() > 0, end::toString);
        assertRising(events);
        assertTrue(
                events.stream()
                        .anyMatch(line ->
                                line.path("content").path("type").asString("").equals("image")),
                "an image");
        assertTrue(r.out().contains("\"type\":\"diff\""), "a diff");
    }

    private static void assertRising(List<JsonNode> events) {
        long last = 0;
        for (JsonNode line : events.subList(1, events.size())) {
            long seq = line.path("seq").asLong();
            assertTrue(seq > last, () -> "out of order: " + line);
            last = seq;
        }
    }

    @Test
    void textAndQuietPrintTheAgentsWordsAlone() {
        Ended text = host.run("run -a demo --permissions auto", "plan tool permission chunks:3");
        assertEquals(0, text.exit(), text::toString);
        assertEquals(
                "Demo agent, no model behind it. You said: plan tool permission chunks:3\n\n"
                        + "The plan is done.\n\nThe folder has 0 entries.\n\nAllowed, and done.\n1 2 3\n",
                text.out());
        assertTrue(text.err().contains("✓ List "), text.err());
        assertFalse(text.err().contains("\u001b"), "no colour where there is no terminal");
        Ended quiet = host.run("run -a demo -o quiet --permissions auto", "plan tool permission chunks:3");
        assertEquals(text.out(), quiet.out());
        assertEquals("", quiet.err());
        assertEquals(0, quiet.exit());
    }

    @Test
    void helpListsTheWords() {
        Ended r = host.run("run -a demo", "help");
        assertEquals(0, r.exit(), r::toString);
        for (String word : (WORDS + " fail:<crash|hang|noise|auth|lost|limit|empty|error>").split(" ")) {
            assertTrue(r.out().contains("  " + word.replaceAll(":\\d+", ":<")), word);
        }
    }

    @Test
    void manyChunksAllArriveInOrder() {
        Ended r = host.run("run -a demo -o quiet", "chunks:5000");
        assertEquals(0, r.exit(), r::toString);
        StringBuilder numbers = new StringBuilder();
        for (int i = 1; i <= 5000; i++) {
            numbers.append(i).append(i < 5000 ? " " : "\n");
        }
        assertEquals("Demo agent, no model behind it. You said: chunks:5000\n" + numbers, r.out());
    }

    @ParameterizedTest
    @CsvSource({
        "fail:crash, crashed,       1, agent_exited",
        "fail:noise, done,          0, ''",
        "fail:auth,  auth_required, 6, auth_required",
        "fail:lost,  done,          0, ''",
        "fail:limit, limit,         1, ''",
        "fail:empty, empty,         1, ''",
        "fail:error, agent_error,   1, agent_error",
    })
    void failuresHaveTheirOutcomes(String word, String outcome, int exit, String code) {
        Ended r = host.run("run -a demo -o json", word);
        assertEquals(outcome, r.outcome(), r::toString);
        assertEquals(exit, r.exit());
        JsonNode end = r.event("turn_ended");
        assertEquals(exit, end.path("exitCode").asInt());
        assertEquals(code, end.path("error").path("code").asString(""), end::toString);
        assertEquals("", r.err(), "the turn's end says it");
    }

    @Test
    void aCrashIsToldOnceInText() {
        Ended r = host.run("run -a demo", "fail:crash");
        assertEquals(1, r.exit(), r::toString);
        assertTrue(r.out().endsWith("And now it crashes.\n"), r.out());
        assertEquals(
                "termal: crashed: demo ended (exit code 3); it wrote: demo agent: crashes, as it was told to\n",
                r.err());
    }

    @Test
    void deadlinesEndAgentsThatHang() {
        host.config("{\"agents\":{\"demo\":{\"options\":{\"cancelGrace\":\"200ms\"}}}}");
        Ended stalled = host.run("run -a demo -o json --idle-timeout 8s", "fail:hang");
        assertEquals("stalled", stalled.outcome(), stalled::toString);
        assertEquals(3, stalled.exit());
        assertEquals("", stalled.err(), "no log lines among the messages");
        Ended timeout = host.run("run -a demo --timeout 8s", "slow:60000");
        assertEquals(3, timeout.exit(), timeout::toString);
        assertTrue(timeout.out().endsWith("Waiting 60000 ms. \n"), timeout.out());
        assertTrue(timeout.err().contains("termal: timeout: "), timeout.err());
    }
}

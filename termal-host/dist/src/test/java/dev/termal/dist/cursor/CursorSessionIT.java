package dev.termal.dist.cursor;

import static dev.termal.dist.packaged.ScriptedAcp.says;
import static dev.termal.testkit.JsonRpcLines.error;
import static dev.termal.testkit.JsonRpcLines.result;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.testkit.Script;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One session over both engines in turn: each goes on with its own conversation. */
class CursorSessionIT extends CursorStage {
    private static final int TIMES = 3;

    private static Script loaded(String text) {
        return ended(started()
                .expect("session/load", "\"sessionId\":\"s1\"")
                .send(result(line(SESSION.replace("\"sessionId\":\"s1\",", ""))))
                .expectMethod("session/prompt")
                .as("prompt")
                .send(says(text)));
    }

    private static Script printed(String text) {
        return new Script()
                .send("{\"type\":\"system\",\"subtype\":\"init\",\"session_id\":\"c1\",\"model\":\"Auto\"}")
                .send(
                        "{\"type\":\"assistant\",\"session_id\":\"c1\",\"timestamp_ms\":1,\"message\":{\"role\":\"assistant\","
                                + "\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}}")
                .send(
                        "{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,\"session_id\":\"c1\",\"result\":\""
                                + text + "\"}")
                .exit(0);
    }

    @Test
    void thereAndBack() throws Exception {
        List<Script> starts = new ArrayList<>();
        for (int i = 0; i < TIMES; i++) {
            starts.add(i == 0 ? ended(prompted().send(says("a0"))) : loaded("a" + i));
            starts.add(printed("c" + i));
        }
        plays(starts.toArray(Script[]::new));
        for (int i = 0; i < TIMES; i++) {
            Ended one = run("one", "-s", "both", "-e", "acp");
            assertEnded(one, "done", 0);
            assertEquals("a" + i, one.event("turn_ended").path("text").asString());
            Ended two = run("two", "-s", "both", "-e", "stream-json");
            assertEnded(two, "done", 0);
            assertEquals("c" + i, two.event("turn_ended").path("text").asString());
        }
        List<String> printing =
                launches().stream().filter(launch -> launch.contains("--print")).toList();
        assertEquals(TIMES, printing.size());
        assertEquals(
                TIMES - 1L,
                printing.stream()
                        .filter(launch -> launch.contains("--resume=c1"))
                        .count());
        JsonNode session = JsonMapper.shared()
                .readTree(host.run("sessions", "show", "both", "-o", "json").out());
        assertEquals("s1", session.path("agentSessions").path("acp").asString());
        assertEquals("c1", session.path("agentSessions").path("stream-json").asString());
        assertEquals("stream-json", session.path("engine").asString(), "the one that ran last");
        assertEquals(2 * TIMES, session.path("turns").asInt());
    }

    @Test
    void aLostConversationFailsOrBeginsAnewAsSaid() throws Exception {
        Script forgetful = started()
                .expectMethod("session/load")
                .send(error("{\"code\":-32602,\"message\":\"Invalid params\"}"))
                .expectEndOfInput()
                .stall("for good");
        Script anew = started()
                .expectMethod("session/load")
                .send(error("{\"code\":-32602,\"message\":\"Invalid params\"}"))
                .expectEndOfInput()
                .stall("for good");
        plays(
                ended(prompted().send(says("first"))),
                forgetful,
                anew,
                ended(prompted().send(says("again"))));
        assertEnded(run("one", "-s", "x"), "done", 0);
        Ended lost = run("two", "-s", "x");
        assertEquals(4, lost.exit(), lost::toString);
        Ended again = run("two", "-s", "x", "--on-lost", "new");
        assertEnded(again, "done", 0);
        assertTrue(
                texts(again, "notice").stream().anyMatch(text -> text.contains("a new one begins")), again::toString);
    }
}

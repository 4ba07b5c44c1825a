package dev.termal.engine.acp.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.engine.acp.jsonrpc.JsonRpcCall;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Sessions of the demo agent: side by side, after a restart, listed and deleted. */
final class DemoSessionsTest extends DemoFixture {
    @Test
    void severalSessionsDoNotDisturbEachOther() throws Exception {
        client.initialize("{}");
        String slow = client.newSession(folder);
        String fast = client.newSession(folder);
        JsonRpcCall waiting = client.startPrompt(slow, "slow:1000000");

        assertEquals("end_turn", client.prompt(fast, "hello").path("stopReason").stringValue());
        assertFalse(waiting.future().isDone());
        client.cancel(fast);
        client.cancel(slow);
        assertEquals(
                "cancelled",
                waiting.await(Duration.ofSeconds(60)).path("stopReason").stringValue());
    }

    @Test
    void theTitleIsTheBeginningOfTheFirstPrompt() throws Exception {
        client.prompt(session(), "😀".repeat(70));

        assertEquals(
                "😀".repeat(60) + "…",
                client.updates("session_info_update").get(0).path("title").stringValue());
    }

    @Test
    void loadRepeatsEverythingAfterARestart() throws Exception {
        String id = session();
        client.call("session/set_mode", "{'sessionId':'" + id + "','modeId':'plan'}");
        client.call("session/set_config_option", "{'sessionId':'" + id + "','configId':'model','value':'shout'}");
        client.prompt(id, "one \\uD83D \\u2028");
        client.prompt(id, "two plan");
        String said = client.said();

        DemoClient restarted = connect();
        restarted.initialize("{}");
        JsonNode result =
                restarted.call("session/load", "{'sessionId':'" + id + "','cwd':'" + folder + "','mcpServers':[]}");

        assertEquals("one \uD83D \u2028two plan", restarted.text("user_message_chunk"));
        assertEquals(said, restarted.said());
        assertTrue(said.contains("YOU SAID") || said.contains("ONE"), "shouted");
        assertEquals(4, restarted.updates("plan").size());
        assertEquals("plan", result.path("modes").path("currentModeId").stringValue());
        assertEquals(
                "shout",
                result.path("configOptions").path(1).path("currentValue").stringValue());
        assertEquals(
                "end_turn", restarted.prompt(id, "three").path("stopReason").stringValue());
    }

    @Test
    void resumeRepeatsNothing() throws Exception {
        String id = session();
        client.prompt(id, "one");

        DemoClient restarted = connect();
        restarted.call("session/resume", "{'sessionId':'" + id + "','cwd':'/'}");
        restarted.prompt(id, "two");

        assertEquals("Demo agent, no model behind it. You said: two\n", restarted.said());
        assertEquals("", restarted.text("user_message_chunk"));
    }

    @Test
    void whatCannotBeReadIsNotThere() throws Exception {
        String id = session();
        client.prompt(id, "one");
        Path file = folder.resolve("sessions").resolve(id + ".jsonl");
        Path broken = folder.resolve("sessions/broken.jsonl");
        Files.writeString(broken, "{\"sessionId\":");
        Files.writeString(folder.resolve("sessions/empty.jsonl"), "");
        Files.writeString(folder.resolve("sessions").resolve(id + ".tmp"), "left by a killed process");
        Files.write(folder.resolve("sessions/binary.jsonl"), new byte[] {(byte) 0xff, 0, 1});
        Files.writeString(file, Files.readString(file) + "{\"sessionUpdate\":\"agent_mess");

        DemoClient restarted = connect();

        assertEquals(1, restarted.call("session/list", "{}").path("sessions").size());
        assertEquals(-32002, restarted.errorOf("session/load", "{'sessionId':'broken','cwd':'/','mcpServers':[]}"));
        restarted.call("session/load", "{'sessionId':'" + id + "','cwd':'/','mcpServers':[]}");
        assertTrue(restarted.said().contains("You said: one"));
        assertEquals("end_turn", restarted.prompt(id, "two").path("stopReason").stringValue());
    }

    @Test
    void theListIsPagedAndFiltered() throws Exception {
        client.initialize("{}");
        for (int i = 0; i < 101; i++) {
            client.newSession(folder);
        }
        client.newSession(folder.resolve("other"));

        JsonNode first = client.call("session/list", "{}");
        JsonNode second = client.call(
                "session/list", "{'cursor':'" + first.path("nextCursor").stringValue() + "'}");

        assertEquals(100, first.path("sessions").size());
        assertEquals(2, second.path("sessions").size());
        assertFalse(second.has("nextCursor"));
        assertEquals(
                1,
                client.call("session/list", "{'cwd':'" + folder.resolve("other") + "'}")
                        .path("sessions")
                        .size());
    }

    @Test
    void theOldestAreForgottenWithAllThatTheyWrote() throws Exception {
        Path sessions = folder.resolve("sessions");
        for (int i = 0; i < 5; i++) {
            Path file = Files.writeString(sessions.resolve("demo-" + i + ".jsonl"), "{}");
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_000 * i));
        }
        Files.writeString(Files.createDirectory(sessions.resolve("demo-0")).resolve("demo.txt"), "text");
        Files.setLastModifiedTime(sessions.resolve("demo-0"), FileTime.fromMillis(0));
        Files.writeString(sessions.resolve("demo-1.tmp"), "left by a killed process");
        Files.setLastModifiedTime(sessions.resolve("demo-1.tmp"), FileTime.fromMillis(0));

        new SessionFiles(sessions).prune(3);

        try (var files = Files.list(sessions)) {
            assertEquals(
                    List.of("demo-2.jsonl", "demo-3.jsonl", "demo-4.jsonl"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void deletedIsGoneAndDeletingNothingIsFine() throws Exception {
        String id = session();
        JsonRpcCall prompt = client.startPrompt(id, "slow:1000000");

        client.call("session/delete", "{'sessionId':'" + id + "'}");
        client.call("session/delete", "{'sessionId':'" + id + "'}");
        client.call("session/delete", "{'sessionId':'../../x'}");

        assertTrue(prompt.future().isDone());
        assertEquals(0, client.call("session/list", "{}").path("sessions").size());
        try (var files = Files.list(folder.resolve("sessions"))) {
            assertEquals(0, files.count());
        }
    }
}

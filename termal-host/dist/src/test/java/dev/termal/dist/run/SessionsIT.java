package dev.termal.dist.run;

import static dev.termal.testkit.JsonRpcLines.result;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.HostRun;
import dev.termal.dist.packaged.RunTest;
import dev.termal.dist.packaged.ScriptedAcp;
import dev.termal.testkit.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Sessions that last, with the packaged host. */
class SessionsIT extends RunTest {

    private JsonNode shown(String session) {
        Ended r = host.run("sessions", "show", session, "-o", "json");
        assertEquals(0, r.exit(), r::toString);
        return JsonMapper.shared().readTree(r.out());
    }

    @Test
    void aConversationGoesOnByNameAndByFolder() {
        Ended first = host.run("run -a demo -s talk -o json", "one");
        assertEnded(first, "done", 0);
        Ended second = host.run("run -s talk -o json", "two");
        assertEnded(second, "done", 0);
        Ended third = host.run("run --continue -o json", "three");
        assertEnded(third, "done", 0);
        assertEquals(
                first.events("session").get(0).path("session"),
                third.events("session").get(0).path("session"));
        assertEquals(2, second.event("turn_ended").path("turn").asInt());
        assertEquals(
                0,
                third.events("turn_started").stream()
                        .filter(event -> event.path("turn").asInt() < 3)
                        .count(),
                "what was is not shown again");
        JsonNode session = shown("talk");
        assertEquals(3, session.path("history").size());
        assertEquals("idle", session.path("state").asString());
        assertEquals(1, session.path("agentSessions").size());
        Ended taken = host.run("run -a demo --new -s talk", "no");
        assertEquals(2, taken.exit(), taken::toString);
        assertTrue(host.run("sessions", "search", "three").out().contains("talk"));
        Ended export = host.run("sessions", "export", "talk");
        assertTrue(export.out().contains("## Turn 3"), export::toString);
    }

    @Test
    void oneOwnerAndTheOthersWait() {
        HostRun owner = host.start("run", "-a", "demo", "-s", "shared", "-o", "json", "slow:60000")
                .closeInput();
        owner.await("turn_started");
        assertEquals("running", shown("shared").path("state").asString());
        Ended impatient = host.run("run -s shared --no-wait -o json", "hi");
        assertEquals(2, impatient.exit(), impatient::toString);
        String message = impatient.event("error").path("error").path("message").asString();
        assertTrue(message.startsWith("the session is in use by process "), message);
        Ended removal = host.run("sessions", "rm", "shared");
        assertEquals(2, removal.exit(), removal::toString);
        HostRun waiter =
                host.start("run", "-s", "shared", "-o", "json", "after you").closeInput();
        waiter.awaitErr(text -> text.contains("waiting for the session"));
        assertEquals(1, shown("shared").path("waiting").size());
        owner.interrupt().end();
        Ended waited = waiter.end();
        assertEnded(waited, "done", 0);
        assertEquals(
                List.of("cancelled", "done"),
                shown("shared")
                        .path("history")
                        .valueStream()
                        .map(turn -> turn.path("outcome").asString())
                        .toList());
    }

    @Test
    void theyComeInTheirOrderAndWhoGivesUpIsTakenOut() {
        HostRun owner = host.start("run", "-a", "demo", "-s", "queue", "-o", "json", "slow:60000")
                .closeInput();
        owner.await("turn_started");
        HostRun first = waiter("first", 1);
        HostRun givesUp = waiter("never", 2);
        HostRun second = waiter("second", 3);
        HostRun unwanted = waiter("not this one", 4);
        assertEquals(130, givesUp.interrupt().end().exit());
        JsonNode last = shown("queue").path("waiting").get(2);
        assertEquals("not this one", last.path("text").asString());
        Ended cancel = host.run("sessions", "queue", "--cancel", last.path("id").asString());
        assertEquals(0, cancel.exit(), cancel::toString);
        Ended cancelled = unwanted.end();
        assertEquals(130, cancelled.exit(), cancelled::toString);
        assertEquals(
                "cancelled", cancelled.event("error").path("error").path("code").asString());
        assertEquals(2, shown("queue").path("waiting").size());
        owner.interrupt().end();
        assertEnded(first.end(), "done", 0);
        assertEnded(second.end(), "done", 0);
        assertEquals(
                List.of("slow:60000", "first", "second"),
                shown("queue")
                        .path("history")
                        .valueStream()
                        .map(turn -> turn.path("prompt").asString())
                        .toList());
    }

    private HostRun waiter(String prompt, int waiting) {
        HostRun run = host.start("run", "-s", "queue", "-o", "json", prompt).closeInput();
        run.awaitErr(text -> text.contains("waiting for the session"));
        assertEquals(waiting, shown("queue").path("waiting").size());
        return run;
    }

    @Test
    void afterAKillNothingLooksAliveAndTheSessionGoesOn() throws Exception {
        HostRun killed = host.start("run", "-a", "demo", "-s", "cut", "-o", "json", "slow:60000")
                .closeInput();
        killed.await("message");
        killed.signal("KILL").end();
        assertEquals("interrupted", shown("cut").path("state").asString());
        host.awaitNothingLeft();
        Ended next = host.run("run -s cut -o json", "go on");
        assertEnded(next, "done", 0);
        assertEquals(
                List.of("interrupted", "done"),
                shown("cut")
                        .path("history")
                        .valueStream()
                        .map(turn -> turn.path("outcome").asString())
                        .toList());
    }

    @Test
    void aStoreThatCannotBeUsedCostsTheKeepingAndNotTheTurn() throws Exception {
        Files.createDirectories(host.home());
        Files.writeString(host.home().resolve("termal.db"), "no database ".repeat(1000));
        Ended moved = host.run("run -a demo -o json", "hi");
        assertEnded(moved, "done", 0);
        assertTrue(
                texts(moved, "notice").stream().anyMatch(text -> text.contains("was damaged and is now")),
                moved::toString);
        assertTrue(host.run("sessions", "list").out().contains("hi"));

        for (String part : List.of("", "-wal", "-shm")) {
            Files.deleteIfExists(host.home().resolve("termal.db" + part));
        }
        Files.createDirectory(host.home().resolve("termal.db"));
        Ended unkept = host.run("run -a demo -o json", "hi");
        assertEnded(unkept, "done", 0);
        assertTrue(texts(unkept, "notice").stream().anyMatch(text -> text.contains("not kept")), unkept::toString);
        Ended named = host.run("run -a demo -s x", "hi");
        assertEquals(2, named.exit(), named::toString);
        assertFalse(named.err().contains("\tat "), named::toString);
    }

    @Test
    void theAgentsOwnListAndItsRemoval() {
        assertEquals(0, host.run("run -a demo -s mine", "hi").exit());
        Ended list = host.run("sessions", "list", "--remote", "-a", "demo", "-o", "json");
        assertEquals(0, list.exit(), list::toString);
        String id = shown("mine").path("agentSessions").path("acp").asString();
        assertTrue(list.out().contains(id), list::toString);
        Ended removed = host.run("sessions", "rm", "--remote", "-a", "demo", id);
        assertEquals(0, removed.exit(), removed::toString);
        assertFalse(host.run("sessions", "list", "--remote", "-a", "demo").out().contains(id));
        Ended fork = host.run("sessions", "fork", "mine", "copy");
        assertEquals(1, fork.exit(), fork::toString);
        assertTrue(fork.err().contains("does not support session fork"), fork::toString);
        Ended lost = host.run("run -s mine", "are you there?");
        assertEquals(4, lost.exit(), lost::toString);
    }

    @Test
    void aSessionIsCopiedWhereItsAgentCanCopyItsOwnPart() throws Exception {
        agent(
                "talks",
                ScriptedAcp.untilPrompt()
                        .send(ScriptedAcp.says("good day"))
                        .send(ScriptedAcp.endsTurn())
                        .expectEndOfInput());
        assertEquals(0, host.run("run -a mine -s talk", "hi").exit());
        agent(
                "copies",
                new Script()
                        .onMethod("initialize", result("""
                                {"protocolVersion":1,"agentCapabilities":{"sessionCapabilities":{"fork":{}}}}"""))
                        .onMethod("session/fork", result("{\"sessionId\":\"s2\"}"))
                        .expectEndOfInput());
        Ended fork = host.run("sessions", "fork", "talk", "copy");
        assertEquals(0, fork.exit(), fork::toString);
        JsonNode copy = shown("copy");
        assertEquals(fork.out().strip(), copy.path("key").asString());
        assertEquals("s2", copy.path("agentSessions").path("acp").asString());
        assertEquals("s1", shown("talk").path("agentSessions").path("acp").asString());
        assertTrue(host.run("sessions", "export", "copy").out().contains("good day"));
    }

    private void agent(String name, Script script) throws IOException {
        String command = ScriptedAcp.command(script, Files.createDirectory(folder.resolve(name)));
        host.config("{\"agents\":{\"mine\":{\"command\":" + command + "}}}");
    }
}

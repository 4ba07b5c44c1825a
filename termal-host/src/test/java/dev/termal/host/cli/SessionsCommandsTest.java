package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.host.Termal;
import dev.termal.host.event.StoredSession;
import dev.termal.host.json.Json;
import dev.termal.host.store.SessionJournal;
import dev.termal.host.store.StoreRig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The commands about sessions, with a host whose store has some. */
@Timeout(120)
class SessionsCommandsTest {
    @TempDir
    private Path home;

    private TestShell shell;
    private StoredSession named;
    private StoredSession other;

    @BeforeEach
    void keepTwo() throws Exception {
        named = StoreRig.session("parser", "/work");
        other = StoreRig.session("", "/elsewhere");
        try (StoreRig rig = new StoreRig(home)) {
            SessionJournal one = rig.store.createNamed(named);
            StoreRig.talk(one, "write a \u001b[31mparser", "with a needle");
            one.close();
            SessionJournal two = rig.store.create(other);
            StoreRig.talk(two, "hello", "hi");
            two.close();
        }
        shell = fresh();
    }

    private TestShell fresh() {
        TestShell made = new TestShell(Termal::open);
        made.environment = Map.of("TERMAL_HOME", home.toString());
        made.cwd = home;
        return made;
    }

    private String ok(String... args) {
        shell = fresh();
        assertEquals(0, shell.run(args), shell::err);
        return shell.out();
    }

    private int fails(String... args) {
        shell = fresh();
        return shell.run(args);
    }

    @Test
    void listShowsWhatIsThere() {
        String text = ok("sessions", "list");
        assertTrue(text.contains("parser") && text.contains(other.key().value().substring(0, 8)), text);
        JsonNode json = Json.read(ok("sessions", "list", "-o", "json"));
        assertEquals(2, json.size());
        assertEquals(other.key().value(), json.get(0).get("key").asString(), "the latest first");
        assertEquals("idle", json.get(0).get("state").asString());
        assertTrue(json.get(0).get("name").isNull());
        assertEquals("parser\n", ok("completion", "--asked", "sessions"));
        assertTrue(text.contains("done") && text.contains("/elsewhere"), text);
        assertEquals("done", json.get(0).get("lastOutcome").asString());
        assertEquals("No session is kept in this folder.\n", ok("sessions", "list", "--here"));
        assertEquals(
                1, Json.read(ok("sessions", "list", "-n", "1", "-o", "json")).size());
        JsonNode sample = Json.read(ok("sessions", "list", "-a", "sample", "-n", "1", "-o", "json"));
        assertEquals(other.key().value(), sample.get(0).get("key").asString());
        assertEquals(2, fails("sessions", "list", "-n", "0"));
    }

    @Test
    void listOfAnAgentThatNobodyKnowsIsNotFound() {
        assertEquals(
                2,
                Json.read(ok("sessions", "list", "-a", "sample", "-o", "json")).size());
        assertEquals(
                "No session is kept of sample in this folder.\n", ok("sessions", "list", "-a", "sample", "--here"));
        assertEquals(4, fails("sessions", "list", "-a", "nobody"));
        assertTrue(shell.err().contains("no agent is named \"nobody\""), shell::err);
        assertEquals(4, fails("sessions", "list", "-a", "nobody", "-o", "json"));
    }

    @Test
    void onATerminalAListEndsAtItsEdge() {
        shell = fresh();
        shell.terminals = TestShell.TERMINAL;
        assertEquals(0, shell.run("sessions", "list"));
        assertTrue(shell.out().startsWith("\u001b[?7l") && shell.out().contains("\u001b[?7h"), shell::out);
    }

    @Test
    void showHasTheTurnsAndWhatTheyUsed() {
        String text = ok("sessions", "show", "parser");
        assertTrue(text.contains("sample over one") && text.contains("done"), text);
        JsonNode json = Json.read(ok("sessions", "show", "parser", "-o", "json"));
        assertEquals(1, json.get("history").size());
        assertEquals("done", json.get("history").get(0).get("outcome").asString());
        assertEquals(0, json.get("waiting").size());
        assertTrue(json.get("usage").isObject());
        ok("sessions", "show", other.key().value().substring(0, 8));
        assertEquals(4, fails("sessions", "show", "nothing"));
        assertTrue(shell.err().contains("there is no session \"nothing\""), shell::err);
    }

    @Test
    void searchFindsAndSaysWhereItDoesNot() {
        String text = ok("sessions", "search", "needle");
        assertTrue(text.contains("parser") && text.contains("with a needle"), text);
        JsonNode json = Json.read(ok("sessions", "search", "-o", "json", "needle", "with"));
        assertEquals("parser", json.get(0).get("name").asString());
        assertEquals("", ok("sessions", "search", "haystack"));
        assertTrue(shell.err().contains("nothing found"), shell::err);
        assertEquals("[ ]\n", ok("sessions", "search", "haystack", "-o", "json"));
        assertEquals(2, fails("sessions", "search", ""));
        assertEquals(2, fails("sessions", "search", "x", "-n", "0"));
        assertTrue(shell.err().contains("-n (--limit)"), shell::err);
    }

    @Test
    void queueShowsWhatWaitsAndCancelsIt() throws Exception {
        assertEquals("Nothing waits.\n", ok("sessions", "queue"));
        assertEquals("[ ]\n", ok("sessions", "queue", "-o", "json"));
        assertEquals(4, fails("sessions", "queue", "nothing"));
        try (StoreRig rig = new StoreRig(home)) {
            rig.store.open(named.key(), StoreRig.ENGINE, StoredSession.Wishes.NONE, StoreRig.impatient());
            CompletableFuture<SessionJournal> first = rig.waiter(named.key());
            CompletableFuture<SessionJournal> second = rig.waiter(named.key());
            JsonNode json = Json.read(ok("sessions", "queue", "-o", "json"));
            assertEquals("parser", json.get(0).get("name").asString());
            assertTrue(json.get(0).get("holder").asString().startsWith("this process since"), json::toString);
            JsonNode waiting = json.get(0).get("waiting");
            assertEquals(List.of("what it is for", "what it is for"), texts(waiting));
            String one = waiting.get(0).get("id").asString();
            String two = waiting.get(1).get("id").asString();
            String text = ok("sessions", "queue", "parser");
            assertTrue(text.indexOf(one + " ") < text.indexOf(two + " ") && text.contains("what it is for"), text);
            assertEquals("Nothing waits.\n", ok("sessions", "queue", "-a", "another"));
            assertTrue(ok("sessions", "show", "parser").contains(one + ": process "), shell::out);

            assertEquals(1, fails("sessions", "queue", other.key().value(), "--cancel", one));
            assertTrue(shell.err().contains("no prompt of the number " + one), shell::err);
            assertEquals("cancelled " + one + "\n", ok("sessions", "queue", "--cancel", one));
            assertEquals(ErrorCode.CANCELLED, failure(first));
            assertEquals(1, fails("sessions", "queue", "--cancel", one, "--cancel", two));
            assertEquals("cancelled " + two + "\n", shell.out());
            assertEquals(ErrorCode.CANCELLED, failure(second));
        }
    }

    private static List<String> texts(JsonNode waiting) {
        return waiting.valueStream()
                .map(prompt -> prompt.get("text").asString())
                .toList();
    }

    private static ErrorCode failure(CompletableFuture<?> waiter) {
        CompletionException failed = assertThrows(
                CompletionException.class,
                () -> waiter.orTimeout(60, TimeUnit.SECONDS).join());
        return ((AgentException) failed.getCause()).code();
    }

    @Test
    void exportGivesAllAsMarkdownOrJson() throws Exception {
        String markdown = ok("sessions", "export", "parser");
        assertTrue(markdown.contains("## Turn 1") && markdown.contains("with a needle"), markdown);
        List<String> lines =
                ok("sessions", "export", "parser", "-o", "json").lines().toList();
        assertEquals(
                List.of("session", "turn_started", "message", "turn_ended"),
                lines.stream()
                        .map(line -> Json.read(line).get("type").asString())
                        .toList());
        ok("sessions", "export", "parser", "--out", "out.md");
        assertEquals(markdown, Files.readString(home.resolve("out.md")));
        assertEquals("", shell.out());
        assertEquals(1, fails("sessions", "export", "parser", "--out", "no/such/folder"));
    }

    @Test
    void namesChangeAndSessionsGo() {
        ok("sessions", "rename", other.key().value(), "greeting");
        assertEquals(2, fails("sessions", "rename", "greeting", "parser"));
        assertTrue(shell.err().contains("already"), shell::err);
        assertEquals(2, fails("sessions", "rename", "greeting", "two\nlines"));
        assertTrue(shell.err().contains("\\u000a"), shell::err);
        ok("sessions", "rm", "greeting");
        assertEquals(4, fails("sessions", "rm", "parser", "greeting"));
        ok("sessions", "show", "parser"); // none goes where one is not there
    }

    @Test
    void pruneTakesOldOnesWithoutANameUnlessTold() {
        assertTrue(ok("sessions", "prune", "--days", "0", "--dry-run").contains("would be removed"));
        assertEquals(2, Json.read(ok("sessions", "list", "-o", "json")).size());
        JsonNode gone = Json.read(ok("sessions", "prune", "--days", "0", "-o", "json"));
        assertEquals(1, gone.size());
        assertEquals("Nothing to remove.\n", ok("sessions", "prune", "--days", "0"));
        ok("sessions", "prune", "--days", "0", "--named");
        assertEquals(0, Json.read(ok("sessions", "list", "-o", "json")).size());
    }

    @Test
    void nothingReachesATerminalThatDrivesIt() {
        assertFalse(ok("sessions", "show", "parser").contains("\u001b"));
        assertFalse(ok("sessions", "list").contains("\u001b"));
        shell = fresh();
        shell.terminals = TestShell.TERMINAL;
        shell.environment = Map.of("TERMAL_HOME", home.toString(), "NO_COLOR", "1");
        assertEquals(0, shell.run("sessions", "export", "parser"));
        assertFalse(shell.out().contains("\u001b"), shell.out());
    }

    @Test
    void aDamagedFileThatWasMovedIsToldAlsoWhereThenNothingIsFound() throws Exception {
        Files.writeString(home.resolve("termal.db"), "no database at all ".repeat(100));
        assertEquals(4, fails("sessions", "show", "parser"));
        assertTrue(shell.err().contains("was damaged and is now"), shell::err);
    }

    @Test
    void aFileThatCannotBeReadIsOneLine() throws Exception {
        Files.delete(home.resolve("termal.db"));
        Files.createDirectory(home.resolve("termal.db"));
        assertEquals(2, fails("sessions", "list"));
        assertTrue(shell.err().contains("cannot be opened") && !shell.err().contains("\tat "), shell::err);
    }
}

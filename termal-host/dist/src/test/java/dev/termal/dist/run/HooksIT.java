package dev.termal.dist.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.HostRun;
import dev.termal.dist.packaged.RunTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A person's own commands, run by whatever command has a turn. */
class HooksIT extends RunTest {
    private static final String APPEND = "\"command\": [\"sh\", \"-c\", \"sleep 0.3; cat >> told\"]";

    private List<JsonNode> told() throws IOException {
        Path file = host.cwd().resolve("told");
        return Files.exists(file)
                ? Files.readAllLines(file).stream()
                        .map(line -> JsonMapper.shared().readTree(line))
                        .toList()
                : List.of();
    }

    private void hooks(String... events) {
        host.config("{\"hooks\": {" + String.join(", ", events) + "}}");
    }

    private static String append(String event) {
        return "\"" + event + "\": {" + APPEND + "}";
    }

    @Test
    void runAskAndChatTellOfTheirTurnsBeforeTheyEnd() throws Exception {
        hooks(append("turn_done"), append("failed"), append("needs_input"));
        Ended run = host.run("run -a demo -s mine -o quiet", "hello");
        assertEquals(0, run.exit(), run::toString);
        assertEquals("", run.err());
        assertEquals(1, told().size());
        JsonNode done = told().get(0);
        assertEquals("turn_done", done.get("event").asString());
        assertEquals("demo", done.get("agent").asString());
        assertEquals("mine", done.get("name").asString());
        assertEquals(host.cwd().toString(), done.get("cwd").asString());
        assertTrue(done.get("message").asString().endsWith("You said: hello"), done::toString);
        assertEquals(0, done.at("/entry/exitCode").asInt());

        host.run("ask -a demo", "fail:crash");
        assertEquals("failed", told().get(1).get("event").asString());
        assertEquals("crashed", told().get(1).get("outcome").asString());

        HostRun chat = host.start("chat", "-a", "demo").type("one\ntwo\n").closeInput();
        assertEquals(0, chat.end().exit());
        assertEquals(4, told().size(), "a hook for each of its turns");
        Ended denied = host.run("run -a demo", "permission");
        assertEquals(5, denied.exit(), denied::toString);
        assertEquals(
                List.of("failed"),
                told().stream()
                        .skip(4)
                        .map(each -> each.get("event").asString())
                        .toList(),
                "nobody is waited for where nobody is there");
    }

    @Test
    void anAgentThatDoesNotStartIsTold() throws Exception {
        host.config("{\"hooks\": {" + append("failed") + "},"
                + " \"agents\": {\"mute\": {\"command\": [\"sh\", \"-c\", \"echo no account >&2; exit 1\"]}}}");
        Ended run = host.run("run -a mute", "hello");
        assertFalse(run.exit() == 0, run::toString);
        assertEquals(1, told().size());
        assertTrue(told().get(0).get("message").asString().contains("no account"), told()::toString);
    }

    @Test
    void aProgramThatIsMissingIsTold() throws Exception {
        host.config(
                "{\"hooks\": {" + append("failed") + "}, \"agents\": {\"gone\": {\"command\": [\"/nope/agent\"]}}}");
        assertEquals(4, host.run("run -a gone", "hello").exit());
        assertEquals(1, told().size());
        assertTrue(told().get(0).get("message").asString().contains("/nope/agent"), told()::toString);
        assertEquals(4, host.run("run -a gone --dry-run", "hello").exit());
        assertEquals(1, told().size(), "who looks what would be done has not tried");
    }

    @Test
    void atItsLimitOneIsEndedAndTheRunIsAsItWas() throws Exception {
        hooks("\"turn_done\": {\"command\": [\"sh\", \"-c\", \"sleep 1000 & sleep 1000\"], \"timeout\": \"300ms\"}");
        Ended run = host.run("run -a demo -o json", "hello");
        assertEnded(run, "done", 0);
        host.awaitNothingLeft();
        Ended log = host.run("logs");
        assertTrue(log.out().contains("the hook turn_done did not end within 300 ms"), log::toString);
    }

    @Test
    void aRepositoryHasNoneEvenWhereItIsTrusted() throws Exception {
        Path file = host.cwd().resolve(".termal/config.json");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "{\"hooks\": {" + append("turn_done") + "}}");
        assertEquals(0, host.run("trust", "--yes").exit());
        Ended run = host.run("run -a demo", "hello");
        assertEquals(0, run.exit(), run::toString);
        assertTrue(
                run.err().contains(file + " hooks: ignored, as only your own config can have commands run"),
                run::toString);
        assertEquals(List.of(), told());
    }

    /** Neither an agent's own agents nor a hook's own turns are what a person waits for. */
    @Test
    void insideOfAnAgentOrAHookThereAreNone() throws Exception {
        hooks(append("turn_done"));
        assertEquals(
                0,
                host.with("TERMAL_INSIDE", "hook;").run("run -a demo", "hello").exit());
        assertEquals(List.of(), told());
    }

    @Test
    void aProgramThatIsNotThereIsNamedAtOnce() {
        hooks("\"turn_done\": {\"command\": [\"no-such-program\"]}");
        Ended run = host.run("run -a demo", "hello");
        assertEquals(0, run.exit(), run::toString);
        assertTrue(run.err().contains("hooks.turn_done.command: there is no program no-such-program"), run::toString);
        assertTrue(host.run("doctor").out().contains("there is no program no-such-program"));
    }
}

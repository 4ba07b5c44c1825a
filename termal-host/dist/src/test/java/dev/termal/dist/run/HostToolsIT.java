package dev.termal.dist.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.CallingAgent;
import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.Jdk;
import dev.termal.dist.packaged.RunTest;
import dev.termal.dist.packaged.ScriptedAcp;
import dev.termal.testkit.NpmPackages;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Agents, as real children of the packaged host, call its tools within a turn. */
class HostToolsIT extends RunTest {
    private static final CallingAgent READER = new CallingAgent("read_file", "{\"path\":\"note.txt\"}");

    private void write() throws Exception {
        Files.writeString(host.cwd().resolve("note.txt"), "as it is written\n");
    }

    private void assertRead(Ended ended) {
        assertEnded(ended, "done", 0);
        assertEquals(
                "tools ask_user read_file list_dir grep poll_result; as it is written\n",
                ended.event("turn_ended").path("text").asString(),
                ended::toString);
        List<JsonNode> cards = ended.events("tool_call");
        assertEquals(
                List.of("pending", "in_progress", "completed"),
                cards.stream().map(card -> card.path("status").asString("")).toList(),
                ended::toString);
        JsonNode card = cards.get(2);
        assertEquals("read", card.path("kind").asString());
        assertEquals("termal", card.path("mcpServer").asString());
        assertEquals("note.txt", card.path("input").path("path").asString(), ended::toString);
        assertEquals(List.of(), ended.events("permission_requested"));
    }

    @ParameterizedTest
    @MethodSource("dev.termal.dist.packaged.Jdk#all")
    @Tag("R-AG-136")
    void areCalledWithinATurn(Jdk jdk) throws Exception {
        write();
        assertRead(host.on(jdk).with("TERMAL_HOST_TOOLS", "all").run(READER.run("go")));
    }

    @Test
    @Tag("R-AG-136")
    @Tag("R-AG-160")
    void areCalledByACliThatReadsOfThemInAPrivateFile() throws Exception {
        write();
        assertRead(byLines(READER, "\"all\""));
        assertFalse(Files.exists(folder.resolve("home/.gemini/config/mcp_config.json")));
    }

    private Ended byLines(CallingAgent caller, String hostTools) throws Exception {
        host.with("AGY_BIN", caller.program(folder).toString())
                .config("{\"agents\":{\"antigravity\":{\"hostTools\":" + hostTools + "}}}");
        return host.run("run -a antigravity -e stream-json -o json", "go");
    }

    /** As most agents do, which are built on it. */
    @Test
    void areCalledWithTheProtocolsOwnSdk() throws Exception {
        write();
        Path program = folder.resolve("mcp-agent.mjs");
        try (InputStream source = getClass().getResourceAsStream("/others/mcp-agent.mjs")) {
            Files.copy(Objects.requireNonNull(source), program);
        }
        Path sdk =
                NpmPackages.folder("@modelcontextprotocol/sdk", "1.32.2").resolve("@modelcontextprotocol/sdk/dist/esm");
        List<String> command = List.of(
                NpmPackages.node().toString(),
                program.toString(),
                sdk.toString(),
                "read_file",
                "{\"path\":\"note.txt\"}");
        assertRead(host.with("TERMAL_HOST_TOOLS", "all")
                .run("run", "-o", "json", "--agent-cmd", ScriptedAcp.json(command), "go"));
    }

    @Test
    void areNotLentUnlessSaid() {
        Ended ended = host.run(READER.run("go"));
        assertEquals(
                "no server", ended.event("turn_ended").path("text").asString().strip(), ended::toString);
        assertTrue(ended.events("tool_call").isEmpty(), ended::toString);
    }

    @Test
    @Tag("R-AG-130")
    void aProbeSeesThemListedAndCalled() throws Exception {
        CallingAgent caller = new CallingAgent("secret_word", "{}");
        host.config("{\"agents\":{\"caller\":{\"command\":" + ScriptedAcp.json(caller.command("acp")) + "}}}");
        Ended ended = host.run("probe", "caller");
        assertTrue(
                ended.out()
                        .lines()
                        .anyMatch(line -> line.matches(
                                "F +host tools +PASS +tools/list seen, tools/call seen, its result is in the answer")),
                ended::toString);
        host.awaitNothingLeft();
    }

    @Test
    @Tag("R-AG-120")
    void whatIsLentIsSeenBeforeAnythingRuns() throws Exception {
        host.config("{\"agents\":{\"caller\":{\"hostTools\":[\"ask_user\"],\"command\":"
                + ScriptedAcp.json(READER.command("acp")) + "}}}");
        Ended doctor = host.run("doctor", "-a", "caller");
        assertTrue(doctor.out().contains("starts when an agent that is lent tools"), doctor::toString);
        assertTrue(doctor.out().contains("Host tools lent: ask_user poll_result"), doctor::toString);
        Ended plan = host.run("run", "--dry-run", "-a", "caller", "go");
        assertTrue(plan.out().contains("host tools    ask_user, poll_result"), plan::toString);
        host.awaitNothingLeft();
    }

    /** By both engines: the tool gives the skill's file, within the turn. */
    @ParameterizedTest
    @ValueSource(strings = {"acp", "stream-json"})
    @Tag("R-AG-145")
    void aSkillIsTakenUp(String engine) throws Exception {
        Path skill = host.home().resolve("skills/release");
        Files.createDirectories(skill);
        Files.writeString(skill.resolve("SKILL.md"), "---\ndescription: How we release\n---\nTag it first.");
        CallingAgent caller = new CallingAgent("activate_skill", "{\"name\":\"release\"}");
        Ended ended = engine.equals("acp")
                ? host.with("TERMAL_HOST_TOOLS", "activate_skill").run(caller.run("go"))
                : byLines(caller, "[\"activate_skill\"]");
        assertEnded(ended, "done", 0);
        assertTrue(ended.event("turn_ended").path("text").asString().contains("Tag it first."), ended::toString);
        assertEquals(
                "activate_skill", ended.events("tool_call").get(0).path("tool").asString(), ended::toString);
    }

    @Test
    void askUserIsAQuestionThatNobodyAnswersHere() {
        Ended ended = host.with("TERMAL_HOST_TOOLS", "ask_user")
                .run(new CallingAgent("ask_user", "{\"question\":\"Which?\"}").run("go"));
        assertEnded(ended, "done", 0);
        assertEquals("Which?", ended.event("question_asked").path("text").asString(), ended::toString);
        assertTrue(
                ended.event("turn_ended")
                        .path("text")
                        .asString()
                        .endsWith("The person did not answer: nobody is there to answer"),
                ended::toString);
        assertEquals(1, ended.event("turn_ended").path("unanswered").asInt(), ended::toString);
    }
}

package dev.termal.dist.antigravity;

import static dev.termal.testkit.JsonRpcLines.notification;
import static dev.termal.testkit.JsonRpcLines.result;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.dist.packaged.Ended;
import dev.termal.dist.packaged.RunTest;
import dev.termal.dist.packaged.ScriptedProgram;
import dev.termal.testkit.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The packaged host probes the scripted ACP server of Antigravity, as its builds are known to be and as they must not be. */
class AntigravityProbeIT extends RunTest {
    private static final String DONE = result("{\"stopReason\":\"end_turn\"}");

    private static String options(String current) {
        return "{\"sessionId\":\"s-1\",\"modes\":{\"currentModeId\":\"default\",\"availableModes\":["
                + "{\"id\":\"default\",\"name\":\"Default\"},{\"id\":\"yolo\",\"name\":\"Yolo\"}]},"
                + "\"configOptions\":[{\"id\":\"model\",\"name\":\"Model\",\"category\":\"model\",\"type\":\"select\","
                + "\"currentValue\":\"" + current + "\",\"options\":["
                + "{\"value\":\"gemini-3.8-flash-low\",\"name\":\"L\"},{\"value\":\"gemini-3.7-flash-high\",\"name\":\"H\"}]}]}";
    }

    private static String update(String update) {
        return notification("session/update", "{\"sessionId\":\"s-1\",\"update\":" + update + "}");
    }

    private static String says(String text) {
        return update("{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"" + text
                + "\"}}");
    }

    /**
     * A server without pictures that tells no tokens and does not heed a cancel, whose edits show on the pending call and end
     * under another id.
     *
     * @param model what it answers to whoever sets a model
     */
    private void server(String version, String model) throws IOException {
        Script script = new Script()
                .onMethod(
                        "initialize",
                        result(
                                "{\"protocolVersion\":1,\"agentCapabilities\":{\"loadSession\":true,\"sessionCapabilities\":"
                                        + "{\"list\":{},\"resume\":{}}},\"agentInfo\":{\"name\":\"antigravity-acp\",\"version\":\""
                                        + version
                                        + "\"}}"))
                .onMethod("session/new", result(options("gemini-3.7-flash-high")))
                .onMethod("session/resume", result(options("gemini-3.7-flash-high")))
                .onMethod("session/list", result("{\"sessions\":[{\"sessionId\":\"s-1\",\"cwd\":\"/w\"}]}"))
                .onMethod("session/set_mode", result("{}"))
                .onMethod("session/set_config_option", model)
                .on("Count from", says("1"))
                .on(
                        "probe.txt",
                        update(
                                "{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"t1\",\"title\":\"Run create_file?\",\"kind\":\"edit\","
                                        + "\"status\":\"pending\",\"content\":[{\"type\":\"diff\",\"path\":\"/w/probe.txt\",\"newText\":\"hello\"}]}"),
                        update("{\"sessionUpdate\":\"tool_call_update\",\"toolCallId\":\"t2\",\"status\":\"completed\","
                                + "\"rawOutput\":\"create_file\"}"),
                        says("done"),
                        DONE)
                .onMethod("session/prompt", says("ready"), DONE);
        host.with("AGY_ACP_BIN", ScriptedProgram.in(folder, "agy_acp_server.par", script))
                .config("{\"agents\":{\"antigravity\":{\"engine\":\"acp\",\"options\":{\"cancelGrace\":\"1s\"}}}}");
    }

    private JsonNode kept(String version) throws IOException {
        return JsonMapper.shared()
                .readTree(host.home()
                        .resolve("probes/antigravity-acp/" + version + ".json")
                        .toFile());
    }

    private static void assertVerdict(Ended ended, String id, String verdict) {
        assertTrue(
                ended.out().lines().anyMatch(line -> line.matches(id + " .* " + verdict + " .*")),
                () -> id + ": " + ended);
    }

    @Test
    @Tag("R-AG-130")
    @Tag("R-AG-131")
    void aServerThatDoesNotHeedACancelIsGoodEnough() throws Exception {
        server("RC01", result("{}"));
        Ended ended = host.run("probe", "antigravity");
        assertEquals(0, ended.exit(), ended::toString);
        assertTrue(ended.err().contains("spends tokens"), ended::toString);
        for (String id : List.of("P1", "P2", "P3", "P5", "P8", "P9", "C")) {
            assertVerdict(ended, id, "PASS");
        }
        assertVerdict(ended, "P7", "ABSENT");
        assertVerdict(ended, "B", "ABSENT");
        assertVerdict(ended, "D", "FALLBACK");
        assertVerdict(ended, "F", "ABSENT");
        assertEquals("RC01", kept("RC01").path("build").asString());
        assertTrue(kept("RC01").toString().contains("Count from"), "what was said is kept");
        host.awaitNothingLeft();
    }

    @Test
    @Tag("R-AG-130")
    @Tag("R-AG-131")
    void aGateThatIsReliedOnAndFailsIsAnExitCodeAndEachBuildHasItsOwnFile() throws Exception {
        server("RC01", "{\"jsonrpc\":\"2.0\",\"id\":{{id}},\"error\":{\"code\":-32603,\"message\":\"no\"}}");
        Ended ended = host.run("probe", "antigravity", "-o", "json");
        assertEquals(1, ended.exit(), ended::toString);
        assertTrue(ended.err().contains("failed, and relied on: A"), ended::toString);
        assertFalse(JsonMapper.shared().readTree(ended.out()).isEmpty(), ended::toString);

        server("RC02", result("{}"));
        host.run("probe", "antigravity");
        try (Stream<Path> files = Files.list(host.home().resolve("probes/antigravity-acp"))) {
            assertEquals(
                    List.of("RC01.json", "RC02.json"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
        host.awaitNothingLeft();
    }
}

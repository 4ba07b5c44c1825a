package dev.termal.engine.acp;

import static dev.termal.engine.acp.Scripts.END;
import static dev.termal.engine.acp.Scripts.LEGACY;
import static dev.termal.engine.acp.Scripts.started;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
import dev.termal.api.ErrorCode;
import dev.termal.api.McpServer;
import dev.termal.api.Prompt;
import dev.termal.testkit.Script;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a session is opened with: wishes, a system prompt, MCP servers and folders. */
@Timeout(120)
final class AcpSessionTest {
    @TempDir
    Path folder;

    private static String options(String model, String effort, boolean web) {
        return "\"configOptions\":[{\"id\":\"model\",\"name\":\"Model\",\"category\":\"model\",\"type\":\"select\","
                + "\"currentValue\":\"" + model + "\",\"options\":[{\"group\":\"g\",\"name\":\"G\",\"options\":["
                + "{\"value\":\"m1\",\"name\":\"One\"},{\"value\":\"m2\",\"name\":\"Two\"}]}]},"
                + "{\"id\":\"effort\",\"name\":\"Effort\",\"category\":\"thought_level\",\"type\":\"select\","
                + "\"currentValue\":\"" + effort + "\",\"options\":[{\"value\":\"low\",\"name\":\"Low\"},"
                + "{\"value\":\"high\",\"name\":\"High\"}]},"
                + "{\"id\":\"web\",\"name\":\"Web\",\"type\":\"boolean\",\"currentValue\":" + web + "},"
                + "{\"id\":\"dial\",\"name\":\"Dial\",\"type\":\"dial\",\"currentValue\":1}]";
    }

    @Test
    @Tag("ACP-22")
    @Tag("MODE-01")
    @Tag("MODE-02")
    @Tag("R-AG-34")
    void wishesAreSetWhenASessionOpensAndOnlyWhereTheyDiffer() throws Exception {
        Script script = started("{}")
                .expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"s\"," + options("m1", "low", false) + "}"))
                .expect("set_config_option", "\"configId\":\"model\"", "\"value\":\"m2\"")
                .send(Wire.result("{" + options("m2", "low", false) + "}"))
                .expect("set_config_option", "\"configId\":\"web\"", "\"type\":\"boolean\"", "\"value\":true")
                .send(Wire.result("{" + options("m2", "low", true) + "}"));
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session = rig.open(rig.request()
                    .model("two")
                    .effort("low")
                    .option("web", "true")
                    .build());
            assertEquals("m2", session.state().option("model").orElseThrow().value());
            assertEquals(3, session.state().options().size(), "an option of an unknown type is left out");
            AgentException unknown = assertThrows(AgentException.class, () -> session.setOption("effort", "extreme"));
            assertEquals(ErrorCode.CONFIGURATION, unknown.code());
            assertTrue(unknown.getMessage().contains("low, high"), unknown::getMessage);
            assertThrows(AgentException.class, () -> session.setOption("nope", "x"));
            assertThrows(AgentException.class, () -> session.setMode("plan"));
        }
    }

    @Test
    @Tag("MODE-02")
    void anUnknownModelIsRefusedWithTheChoices() throws Exception {
        Script script = started("{}").expectMethod("session/new").send(Wire.result(LEGACY));
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentException refused = assertThrows(
                    AgentException.class,
                    () -> rig.open(rig.request().model("m9").build()));
            assertEquals(ErrorCode.CONFIGURATION, refused.code());
            assertTrue(refused.getMessage().contains("m1, m2"), refused::getMessage);
        }
    }

    @Test
    @Tag("ACP-23")
    @Tag("ACP-25")
    @Tag("TOL-06")
    @Tag("MODE-04")
    void modelsAndModesOfTheOlderFormCanBeSet() throws Exception {
        Script script = started("{}")
                .expectMethod("session/new")
                .send(Wire.result(LEGACY))
                .expect("session/set_model", "\"modelId\":\"m2\"")
                .send(Wire.result("{}"))
                .expect("session/set_mode", "\"modeId\":\"code\"")
                .send(Wire.result("null"));
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session = rig.open();
            session.setOption("model", "m2");
            session.setMode("Code");
            assertEquals("m2", session.state().option("model").orElseThrow().value());
            assertEquals(Optional.of("code"), session.state().mode());
        }
    }

    @Test
    @Tag("PF-96")
    @Tag("R-AG-144")
    void theSystemPromptGoesBeforeTheFirstPromptOnly() throws Exception {
        Script script = started("{}")
                .expectMethod("session/new")
                .send(Wire.result("{\"sessionId\":\"s\"}"))
                .expect("session/prompt", "be brief", "one")
                .as("prompt")
                .send(END)
                .expect("session/prompt", "\"prompt\":[{\"type\":\"text\",\"text\":\"two\"}]")
                .as("prompt")
                .send(END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session =
                    rig.open(rig.request().systemPrompt("be brief").build());
            session.prompt(Prompt.of("one"));
            session.prompt(Prompt.of("two"));
        }
    }

    /** Nothing stands before a command, which would be none then; the text goes with the next prompt. */
    @Test
    @Tag("R-AG-144")
    @Tag("R-AG-176")
    void aCommandGoesAloneAndTheSystemPromptWithTheNextPrompt() throws Exception {
        Script script = started("{}")
                .expectMethod("session/new")
                .send(Wire.update(
                        "s",
                        "{\"sessionUpdate\":\"available_commands_update\",\"availableCommands\":"
                                + "[{\"name\":\"init\",\"description\":\"\"}]}"))
                .send(Wire.result("{\"sessionId\":\"s\"}"))
                .expect("session/prompt", "\"prompt\":[{\"type\":\"text\",\"text\":\"/init now\"}]")
                .as("prompt")
                .send(END)
                .expect("session/prompt", "be brief", "/usr is full")
                .as("prompt")
                .send(END)
                .expect("session/prompt", "\"prompt\":[{\"type\":\"text\",\"text\":\"two\"}]")
                .as("prompt")
                .send(END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session =
                    rig.open(rig.request().systemPrompt("be brief").build());
            session.prompt(Prompt.of("/init now"));
            session.prompt(Prompt.of("/usr is full"));
            session.prompt(Prompt.of("two"));
        }
    }

    @Test
    @Tag("ACP-05")
    @Tag("MCP-02")
    void serversThatTheAgentCannotReachAreLeftOutAndNamed() throws Exception {
        Script script = started("{\"mcpCapabilities\":{\"http\":true}}")
                .expect(
                        "session/new",
                        "\"mcpServers\":[{\"name\":\"local\",\"command\":\"/bin/x\",\"args\":[],\"env\":["
                                + "{\"name\":\"A\",\"value\":\"1\"}]},{\"type\":\"http\",\"name\":\"near\","
                                + "\"url\":\"http://localhost/\",\"headers\":[]}]")
                .send(Wire.result("{\"sessionId\":\"s\"}"));
        try (AcpRig rig = new AcpRig(folder, script)) {
            rig.open(rig.request()
                    .mcpServer(new McpServer.Stdio("local", Path.of("/bin/x"), List.of(), Map.of("A", "1")))
                    .mcpServer(new McpServer.Http("near", URI.create("http://localhost/"), Map.of()))
                    .mcpServer(new McpServer.Sse("far", URI.create("http://example.org/"), Map.of()))
                    .build());
            rig.recorder.awaitCall("notice WARNING MCP server far");
        }
    }

    @Test
    @Tag("ACP-05")
    void foldersThatNeitherLaunchNorProtocolCanGiveAreRefused() throws Exception {
        Path more = Path.of("/more");
        try (AcpRig rig = new AcpRig(folder, started("{}"))) {
            AgentException refused = assertThrows(
                    AgentException.class,
                    () -> rig.open(rig.request().additionalDirectory(more).build()));
            assertEquals(ErrorCode.UNSUPPORTED, refused.code());
        }
        Script able = started("{\"sessionCapabilities\":{\"additionalDirectories\":{}}}")
                .expect("session/new", "\"additionalDirectories\":[\"/more\"]")
                .send(Wire.result("{\"sessionId\":\"s\"}"));
        try (AcpRig rig = new AcpRig(folder, able)) {
            rig.open(rig.request().additionalDirectory(more).build());
        }
    }
}

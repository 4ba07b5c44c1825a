package dev.termal.agent.antigravity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.McpServer;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.JsonEdit;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.testkit.FakeMachine;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AntigravityStreamJsonTest {
    private static final List<String> LIVING =
            List.of("--input-format", "stream-json", "--output-format", "stream-json", "--disable-slash-commands");

    private final AntigravityProfile profile = new AntigravityProfile();
    private final EngineBinding binding = profile.bindings().get(0);

    @TempDir
    private Path folder;

    private FakeMachine machine;

    @BeforeEach
    void machine() {
        machine = FakeMachine.in(folder).executable("agy").knows(profile);
    }

    private SessionRequest.Builder session() {
        return SessionRequest.builder(folder.toAbsolutePath());
    }

    private LaunchSpec launch(SessionRequest.Builder session) {
        return binding.launchSpec(new LaunchRequest.ForSession(session.build()), machine)
                .orElseThrow();
    }

    /** What stands between the working folder and the flags of a process that lives. */
    private List<String> further(SessionRequest.Builder session) {
        List<String> arguments = launch(session).command();
        assertEquals(List.of("--add-dir", folder.toAbsolutePath().toString()), arguments.subList(1, 3));
        int end = arguments.size() - LIVING.size();
        assertEquals(LIVING, arguments.subList(end, arguments.size()));
        return arguments.subList(3, end);
    }

    @Test
    @Tag("R-AG-98")
    @Tag("R-AG-183")
    void theCliComesFirst() {
        assertEquals("stream-json", profile.bindings().get(0).engine().value());
        assertEquals("acp", profile.bindings().get(1).engine().value());
        assertEquals("per-session", binding.options().get("process"));
    }

    @Test
    @Tag("R-AG-44")
    @Tag("R-AG-51")
    @Tag("R-AG-26")
    @Tag("R-AG-176")
    void wishesAreArgumentsInTheirOrder() {
        assertEquals(List.of(), further(session()));
        assertEquals(
                List.of(
                        "--add-dir",
                        folder.resolve("more").toAbsolutePath().toString(),
                        "--model",
                        "gemini-3.7-flash",
                        "--effort",
                        "high",
                        "--mode",
                        "accept-edits",
                        "--dangerously-skip-permissions",
                        "--conversation",
                        "conv-777"),
                further(session()
                        .additionalDirectory(folder.resolve("more").toAbsolutePath())
                        .model("gemini-3.7-flash")
                        .effort("xhigh")
                        .mode("accept-edits")
                        .permissions(PermissionPolicy.AUTO)
                        .resume(new SessionId("conv-777"))));
    }

    @Tag("R-AG-69")
    @Tag("R-AG-70")
    @Tag("R-AG-71")
    @ParameterizedTest
    @CsvSource({
        "ASK, default, ''",
        "ASK, accept-edits, --mode accept-edits",
        "ASK, plan, --mode plan",
        "AUTO, default, --dangerously-skip-permissions",
        "AUTO, plan, --mode plan --dangerously-skip-permissions",
        "READ_ONLY, accept-edits, --mode plan",
        "DENY, default, ''",
        "DENY, accept-edits, ''",
        "DENY, plan, --mode plan"
    })
    void thePolicyIsFlags(PermissionPolicy policy, String mode, String flags) {
        assertEquals(
                flags, String.join(" ", further(session().permissions(policy).mode(mode))));
    }

    @Tag("R-AG-172")
    @Tag("PF-79")
    @ParameterizedTest
    @ValueSource(strings = {"-x", "--model", "a b", "a/b", "é", "-"})
    void whatCouldBeAFlagIsRefused(String value) {
        for (SessionRequest.Builder bad : List.of(
                session().resume(new SessionId(value)),
                session().model("-" + value),
                session().effort("-" + value))) {
            AgentException refused = assertThrows(AgentException.class, () -> launch(bad));
            assertEquals(ErrorCode.CONFIGURATION, refused.code());
        }
        assertThrows(AgentException.class, () -> AntigravityStreamJson.conversation("a".repeat(129)));
        assertEquals("a".repeat(128), AntigravityStreamJson.conversation("a".repeat(128)));
    }

    @Test
    @Tag("R-AG-53")
    @Tag("PF-88")
    void theProgramAndItsArgumentsAreThePersons() throws Exception {
        machine.variable("AGY_EXTRA_ARGS", " --log-file  /tmp/x ");
        assertEquals(List.of("--log-file", "/tmp/x"), further(session()));
        machine.variable("AGY_BIN", "~/no-such");
        AgentException missing = assertThrows(AgentException.class, () -> launch(session()));
        assertEquals(ErrorCode.EXECUTABLE_NOT_FOUND, missing.code());
        assertTrue(missing.getMessage().contains("~/no-such"), missing.getMessage());
        java.nio.file.Files.copy(folder.resolve("bin/agy"), machine.home().resolve("own"));
        assertTrue(machine.home().resolve("own").toFile().setExecutable(true));
        machine.variable("AGY_BIN", "~/own");
        assertEquals(
                machine.home().resolve("own").toString(),
                launch(session()).command().get(0));
    }

    @Test
    @Tag("R-AG-103")
    void withoutTheSearchPathTheUsualPlacesAreTried() {
        AgentException missing = assertThrows(
                AgentException.class,
                () -> binding.launchSpec(
                        new LaunchRequest.ForSession(session().build()), FakeMachine.in(folder.resolve("bare"))));
        for (String tried : List.of("agy on PATH", ".local/bin/agy", ".gemini/bin/agy")) {
            assertTrue(missing.getMessage().contains(tried), missing.getMessage());
        }
    }

    @Test
    @Tag("R-AG-171")
    void aProcessOfOneTurnTakesItsPromptLast() {
        LaunchSpec launch = binding.launchSpec(
                        new LaunchRequest.ForTurn(session().mode("plan").build(), Prompt.of("--help")), machine)
                .orElseThrow();
        List<String> command = launch.command();
        assertEquals(List.of("-p", "--help"), command.subList(command.size() - 2, command.size()));
        assertTrue(command.containsAll(List.of("--print-timeout", "24h", "--mode", "plan")), command::toString);
        assertFalse(command.contains("--input-format"), "-p would swallow it");
        Prompt huge = Prompt.of("x".repeat(200_000));
        AgentException refused = assertThrows(
                AgentException.class,
                () -> binding.launchSpec(new LaunchRequest.ForTurn(session().build(), huge), machine));
        assertTrue(refused.getMessage().contains("per-session"), refused.getMessage());
    }

    @Test
    void modesAreThoseOfTheCli() {
        AgentException refused =
                assertThrows(AgentException.class, () -> launch(session().mode("yolo")));
        assertTrue(refused.getMessage().contains("default, accept-edits, plan"), refused.getMessage());
    }

    @Test
    @Tag("R-AG-160")
    void serversAreInThePersonsFileForAsLongAsTheProcessLivesWhereThatIsSet() {
        machine.setting(AntigravityProfile.ID, "serverFile", "shared");
        McpServer http = new McpServer.Http("my notes", URI.create("http://127.0.0.1:9/mcp"), Map.of("x-token", "t"));
        McpServer program = new McpServer.Stdio("files", folder.resolve("srv"), List.of("-v"), Map.of("K", "V"));
        LaunchSpec launch = launch(session().mcpServer(http).mcpServer(program));
        assertEquals(2, launch.edits().size());
        JsonEdit first = launch.edits().get(0);
        assertEquals(machine.home().resolve(".gemini/config/mcp_config.json"), first.file());
        assertEquals(JsonEdit.Lifetime.REMOVE_AT_EXIT, first.lifetime());
        assertTrue(first.pointer().startsWith("/mcpServers/termal-my-notes-"), first.pointer());
        assertEquals(
                "{\"serverUrl\":\"http://127.0.0.1:9/mcp\",\"headers\":{\"x-token\":\"t\"},\"disabled\":false}",
                first.value().text());
        assertTrue(launch.edits().get(1).value().text().contains("\"args\":[\"-v\"],\"env\":{\"K\":\"V\"}"));
        assertFalse(launch.command().toString().contains("127.0.0.1"));
    }

    @Test
    @Tag("R-AG-160")
    void serversStandInAFolderOfTheProcess() {
        McpServer http = new McpServer.Http("notes", URI.create("http://127.0.0.1:9/mcp"), Map.of("x-token", "t"));
        LaunchSpec launch = launch(session().mcpServer(http));
        assertEquals(List.of(), launch.edits());
        assertTrue(launch.command().contains(LaunchSpec.PRIVATE_FOLDER));
        assertEquals(
                "{\"mcpServers\":{\"notes\":{\"serverUrl\":\"http://127.0.0.1:9/mcp\",\"headers\":{\"x-token\":\"t\"}}}}",
                launch.files().get(".agents/mcp_config.json"));
    }
}

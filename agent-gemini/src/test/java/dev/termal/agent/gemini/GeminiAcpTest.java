package dev.termal.agent.gemini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.testkit.FakeMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeminiAcpTest {
    private static final String DEFAULTS = "GEMINI_CLI_SYSTEM_DEFAULTS_PATH";

    @TempDir
    private Path folder;

    private FakeMachine machine;
    private Path workspace;

    @BeforeEach
    void machine() throws IOException {
        machine = FakeMachine.in(folder)
                .executable("gemini")
                // where no machine that runs the test has settings
                .variable(
                        "GEMINI_CLI_SYSTEM_SETTINGS_PATH",
                        folder.resolve("system/settings.json").toString());
        workspace = Files.createDirectories(folder.resolve("work"));
    }

    private LaunchSpec launch(SessionRequest session) {
        return new GeminiAcp()
                .launchSpec(new LaunchRequest.ForSession(session), machine)
                .orElseThrow();
    }

    private LaunchSpec launch() {
        return launch(SessionRequest.in(workspace));
    }

    private List<String> arguments(LaunchSpec launch) {
        return launch.command().subList(1, launch.command().size());
    }

    @Test
    void startsTheExecutableOnThePathInTheSessionsFolder() {
        LaunchSpec launch = launch();
        assertEquals(folder.resolve("bin/gemini").toString(), launch.command().get(0));
        assertEquals(List.of("--acp"), arguments(launch));
        assertEquals(workspace, launch.cwd());
        assertEquals("true", launch.environment().get("GEMINI_CLI_NO_RELAUNCH"));
        assertTrue(launch.closesOnEndOfInput());
    }

    @Test
    void namesAllThatWasTried() {
        FakeMachine bare = FakeMachine.in(folder.resolve("bare"));
        AgentException error = assertThrows(
                AgentException.class,
                () -> new GeminiAcp().launchSpec(new LaunchRequest.ForSession(SessionRequest.in(workspace)), bare));
        assertEquals(ErrorCode.EXECUTABLE_NOT_FOUND, error.code());
        assertTrue(error.getMessage().contains("gemini on PATH"), error.getMessage());
        assertTrue(error.getMessage().contains("npm install -g @google/gemini-cli"), error.getMessage());
    }

    @Test
    void whatAPersonNamedIsTheLastWord() {
        machine.setting(GeminiSettings.ID, "executable", "/nowhere/gemini");
        AgentException error = assertThrows(AgentException.class, this::launch);
        assertTrue(error.getMessage().contains("agents.gemini.executable = /nowhere/gemini"), error.getMessage());
        assertFalse(error.getMessage().contains("on PATH"), error.getMessage());

        machine.executable("gemini-nightly").setting(GeminiSettings.ID, "executable", "gemini-nightly");
        assertEquals(
                folder.resolve("bin/gemini-nightly").toString(),
                launch().command().get(0));
    }

    @ParameterizedTest
    @CsvSource({
        "0.32.1, --experimental-acp",
        "0.9.0-nightly.20251001, --experimental-acp",
        "0.33.0-preview.11, --acp",
        "0.61.0, --acp",
        "1.0.0, --acp",
        "what, --acp"
    })
    void theFlagIsTheOneThatTheInstalledVersionKnows(String version, String flag) throws IOException {
        Path installed = folder.resolve("lib/node_modules/@google/gemini-cli");
        Files.createDirectories(installed.resolve("bundle"));
        Files.writeString(
                installed.resolve("package.json"), "{\"name\":\"@google/gemini-cli\",\"version\":\"" + version + "\"}");
        Path script = Files.writeString(installed.resolve("bundle/gemini.js"), "");
        Path link = Files.createSymbolicLink(folder.resolve("linked-gemini"), script);
        machine.executable("gemini", link);
        assertEquals(List.of(flag), arguments(launch()));

        // a shim, as npm writes on Windows and in prefixes without links
        machine.executable(
                "gemini",
                Files.writeString(
                        Files.createDirectories(folder.resolve("bin2")).resolve("gemini"), ""));
        Files.createDirectories(folder.resolve("bin2/node_modules/@google/gemini-cli"));
        Files.copy(
                installed.resolve("package.json"), folder.resolve("bin2/node_modules/@google/gemini-cli/package.json"));
        assertEquals(List.of(flag), arguments(launch()));
    }

    @Test
    void modelAndFoldersOfTheRequestBecomeArguments() {
        LaunchSpec launch = launch(SessionRequest.builder(workspace)
                .model("gemini-2.5-pro")
                .additionalDirectory(folder.resolve("other"))
                .build());
        assertEquals(
                List.of("--acp", "-m", "gemini-2.5-pro", "--include-directories=" + folder.resolve("other")),
                arguments(launch));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--yolo", " ", "-x"})
    void aModelThatIsAnArgumentIsRefused(String model) {
        AgentException error = assertThrows(
                AgentException.class,
                () -> launch(SessionRequest.builder(workspace).model(model).build()));
        assertEquals(ErrorCode.CONFIGURATION, error.code());
    }

    @ParameterizedTest
    @EnumSource(PermissionPolicy.class)
    void thePolicyChangesNothing(PermissionPolicy policy) {
        LaunchSpec launch = launch(SessionRequest.builder(workspace)
                .permissions(policy)
                .mode("yolo")
                .build());
        assertEquals(launch().command(), launch.command());
        assertEquals(launch().environment(), launch.environment());
    }

    @Test
    void settingsBecomeArguments() {
        machine.setting(GeminiSettings.ID, "sandbox", "podman")
                .setting(GeminiSettings.ID, "extensions", "one", "two")
                .setting(GeminiSettings.ID, "includeDirectories", "/a")
                .setting(GeminiSettings.ID, "allowedMcpServers", "docs")
                .setting(GeminiSettings.ID, "trustWorkspace", "true")
                .setting(GeminiSettings.ID, "debug", "true");
        assertEquals(
                List.of(
                        "--acp",
                        "--sandbox",
                        "--extensions=one",
                        "--extensions=two",
                        "--include-directories=/a",
                        "--allowed-mcp-server-names=docs",
                        "--skip-trust",
                        "--debug"),
                arguments(launch()));
        assertEquals("podman", launch().environment().get("GEMINI_SANDBOX"));

        machine.setting(GeminiSettings.ID, "sandbox", "false");
        assertTrue(launch().command().contains("--sandbox=false"));
    }

    @Test
    void credentialsOfTheHomesDotenvFilesBecomeSecrets() throws IOException {
        machine.homeFile(".gemini/.env", "# keys\nexport GEMINI_API_KEY=\"from gemini\"\nGOOGLE_CLOUD_PROJECT=\n")
                .homeFile(".env", "GEMINI_API_KEY=second\nGOOGLE_CLOUD_PROJECT='p'\nGOOGLE_API_KEY=k\nOTHER=no\n")
                .variable("GOOGLE_API_KEY", "inherited");
        Files.writeString(workspace.resolve(".env"), "GOOGLE_CLOUD_LOCATION=workspace");
        LaunchSpec launch = launch();
        assertEquals(Set.of("GEMINI_API_KEY", "GOOGLE_CLOUD_PROJECT"), launch.secretNames());
        assertEquals("from gemini", launch.environment().get("GEMINI_API_KEY"));
        assertEquals("p", launch.environment().get("GOOGLE_CLOUD_PROJECT"));
    }

    @Test
    void theMethodThatVariablesDecideIsGivenAsADefaultOfThisProcessAlone() {
        machine.variable("GEMINI_API_KEY", "k");
        LaunchSpec launch = launch();
        assertEquals(
                "{\"security\":{\"auth\":{\"selectedType\":\"gemini-api-key\"}}}",
                launch.files().get("system-defaults.json"));
        assertEquals(
                LaunchSpec.PRIVATE_FOLDER + "/system-defaults.json",
                launch.environment().get(DEFAULTS));
        assertTrue(launch.edits().isEmpty());
    }

    @ParameterizedTest
    @CsvSource({
        "GOOGLE_GENAI_USE_GCA, true, oauth-personal",
        "GOOGLE_GENAI_USE_VERTEXAI, true, vertex-ai",
        "CLOUD_SHELL, true, compute-default-credentials"
    })
    void variablesDecideAsInTheCliItself(String name, String value, String method) {
        machine.variable(name, value);
        assertTrue(launch().files().get("system-defaults.json").contains(method));
    }

    @Test
    void aMethodThatAPersonChoseIsLeftAlone() {
        machine.variable("GEMINI_API_KEY", "k")
                .homeFile(
                        ".gemini/settings.json",
                        "{ // chosen\n \"security\": {\"auth\": {\"selectedType\": \"oauth-personal\",},}}");
        assertTrue(launch().files().isEmpty());
        assertFalse(launch().environment().containsKey(DEFAULTS));
    }

    @Test
    void aMethodOfTheWorkspaceCountsForThatWorkspace() throws IOException {
        machine.variable("GEMINI_API_KEY", "k");
        Files.createDirectories(workspace.resolve(".gemini"));
        Files.writeString(
                workspace.resolve(".gemini/settings.json"),
                "{\"security\":{\"auth\":{\"selectedType\":\"vertex-ai\"}}}");
        assertTrue(launch().files().isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"GOOGLE_GEMINI_BASE_URL, http://127.0.0.1:1", "GOOGLE_GENAI_USE_GCA, false", "UNRELATED, x"})
    void noDefaultWhereTheCliDecidesAloneOrNothingDecides(String name, String value) {
        machine.variable(name, value);
        assertTrue(launch().files().isEmpty());
    }

    @Test
    void aDefaultsFileOfTheMachineIsNotReplaced() throws IOException {
        machine.variable("GEMINI_API_KEY", "k");
        Files.createDirectories(folder.resolve("system"));
        Files.writeString(folder.resolve("system/system-defaults.json"), "{}");
        assertTrue(launch().files().isEmpty());
    }

    @Test
    @Tag("LOAD-05")
    void aSessionIsLoadedInAMinuteOfWhichItHasNoFile() {
        String chats = ".gemini/tmp/work/chats/session-";
        machine.homeFile(".gemini/projects.json", "{\"projects\":{\"" + workspace + "\":\"work\"}}")
                .homeFile(chats + "2026-11-30T23-58-790967de.jsonl", "")
                .homeFile(chats + "2026-11-30T23-59-790967de.jsonl", "")
                .homeFile(chats + "2026-11-31T23-59-d3ce91f1.jsonl", "")
                .homeFile(chats + "odd.jsonl", "");
        SessionRequest loaded = SessionRequest.builder(workspace)
                .resume(new SessionId("790967de-7ca9-49c2-93ce-b1c981b43700"))
                .build();
        assertEquals(
                Optional.of(Instant.parse("2026-12-01T00:00:00Z")),
                launch(loaded).notBefore());
        assertEquals(Optional.empty(), launch().notBefore());
        SessionRequest unknown =
                SessionRequest.builder(workspace).resume(new SessionId("x")).build();
        assertEquals(Optional.empty(), launch(unknown).notBefore());
    }

    @Test
    void onWindowsTheInteractiveShellIsOffForThisProcess() throws IOException {
        Files.createDirectories(folder.resolve("system"));
        Files.writeString(
                folder.resolve("system/settings.json"), "{\"tools\":{\"shell\":{\"pager\":\"cat\"}},\"ui\":1}");
        LaunchSpec launch = launchOn("windows");
        assertEquals(
                "{\"tools\":{\"shell\":{\"pager\":\"cat\",\"enableInteractiveShell\":false}},\"ui\":1}",
                launch.files().get("system-settings.json"));
        assertTrue(launchOn("linux").files().isEmpty());
    }

    private LaunchSpec launchOn(String platform) {
        machine.platform(platform);
        return launch();
    }
}

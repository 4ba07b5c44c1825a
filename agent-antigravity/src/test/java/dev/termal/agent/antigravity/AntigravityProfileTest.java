package dev.termal.agent.antigravity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.AuthMethod;
import dev.termal.api.AuthStatus;
import dev.termal.api.AuthStatus.State;
import dev.termal.api.Diagnostics.Check;
import dev.termal.api.Diagnostics.Outcome;
import dev.termal.api.ErrorCode;
import dev.termal.api.Fact;
import dev.termal.api.RawJson;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.InstallPlan;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.testkit.FakeMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AntigravityProfileTest {
    private final AntigravityProfile profile = new AntigravityProfile();
    private final EngineBinding binding = profile.bindings().get(1);

    @TempDir
    private Path folder;

    private FakeMachine machine;

    @BeforeEach
    void machine() {
        machine = FakeMachine.in(folder).knows(profile);
    }

    private LaunchSpec launch() {
        return binding.launchSpec(new LaunchRequest.ForSession(SessionRequest.in(folder)), machine)
                .orElseThrow();
    }

    private String program() {
        return launch().command().get(0);
    }

    private Path executable(String relative) throws IOException {
        Path file = folder.resolve(relative);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "");
        assertTrue(file.toFile().setExecutable(true));
        return file;
    }

    @Test
    @Tag("R-AG-103")
    @Tag("PF-88")
    void theLaterPlaceIsTakenWhereTheEarlierOnesHaveNothing() throws Exception {
        Path installed = executable("home/.local/opt/agy-acp/1.2.1/agy_acp_server.par");
        Path current = folder.resolve("home/.local/opt/agy-acp/current");
        Files.createSymbolicLink(current, installed.getParent());
        assertEquals(current.resolve("agy_acp_server.par").toString(), program());
        assertTrue(profile.diagnose(machine).facts().toString().contains("1.2.1"));

        machine.executable("agy_acp_server.par");
        assertEquals(folder.resolve("bin/agy_acp_server.par").toString(), program());

        machine.variable("AGY_ACP_BIN", "~/own");
        executable("home/own");
        assertEquals(folder.resolve("home/own").toString(), program());

        machine.setting(
                AntigravityProfile.ID, "acpExecutable", executable("configured").toString());
        assertEquals(folder.resolve("configured").toString(), program());
    }

    @Test
    @Tag("R-AG-104")
    @Tag("PF-88")
    void namesAllThatWasTried() throws Exception {
        AgentException error = assertThrows(AgentException.class, this::launch);
        assertEquals(ErrorCode.EXECUTABLE_NOT_FOUND, error.code());
        for (String tried :
                List.of("agy_acp_server.par on PATH", "/.local/opt/agy-acp/current/agy_acp_server.par", "unpack")) {
            assertTrue(error.getMessage().contains(tried), error.getMessage());
        }
        assertEquals(
                Map.of("executable", Outcome.FAILURE, "acpServer", Outcome.OK),
                outcomes(),
                "the CLI is what is needed");
        assertTrue(profile.diagnose(machine).checks().stream()
                .filter(check -> check.outcome() == Outcome.OK)
                .allMatch(check ->
                        check.detail().startsWith("not needed") && check.hint().isEmpty()));
        Check missing = profile.diagnose(machine).checks().get(0);
        assertEquals(profile.installInstructions(), missing.hint(), "one story");
        machine.variable("AGY_ENGINE", "acp");
        assertEquals(Map.of("executable", Outcome.OK, "acpServer", Outcome.FAILURE), outcomes());
    }

    private Map<String, Outcome> outcomes() throws InterruptedException {
        return profile.diagnose(machine).checks().stream().collect(Collectors.toMap(Check::name, Check::outcome));
    }

    @Test
    void onWindowsTheProgramHasAnotherName() {
        machine.platform("windows").executable("agy_acp_server.exe");
        assertTrue(program().endsWith("agy_acp_server.exe"));
    }

    @Test
    @Tag("R-AG-11")
    @Tag("R-AG-110")
    void argumentsAreOnlyThoseOfConfig() {
        machine.executable("agy_acp_server.par");
        assertEquals(1, launch().command().size());
        machine.setting(AntigravityProfile.ID, "acpArguments", "--uid=", "--nonotices");
        assertEquals(List.of("--uid=", "--nonotices"), launch().command().subList(1, 3));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -, SIGN_IN_REQUIRED",
                "{broken, -, SIGN_IN_REQUIRED",
                "'{\"auth\":{\"type\":\"oauth-personal\"}}', -, SIGN_IN_REQUIRED",
                "'{\"auth\":{\"type\":\"oauth-personal\"}}', token, SIGNED_IN",
                "'{\"auth\":{\"type\":\"gemini-api-key\"}}', -, SIGN_IN_REQUIRED",
                "'{\"auth\":{\"type\":\"gemini-api-key\"}}', GEMINI_API_KEY, SIGNED_IN",
                "'{\"auth\":{\"type\":\"agent-platform\"}}', -, SIGN_IN_REQUIRED",
                "'{\"auth\":{\"type\":\"agent-platform\"}}', GOOGLE_API_KEY, SIGNED_IN",
                "'{\"auth\":{\"type\":\"vertex-ai\"},\"gcp\":{\"project\":\"p\",\"location\":\"l\"}}', -, SIGNED_IN",
                "'{\"auth\":{\"type\":\"new\"}}', -, UNKNOWN"
            })
    @Tag("R-AG-113")
    void readinessIsReadFromSettingsAndFromWhatExists(String settings, String has, State state) {
        if (settings != null) {
            machine.homeFile(".gemini/antigravity-acp/settings.json", settings);
        }
        if ("token".equals(has)) {
            machine.homeFile(".gemini/antigravity-acp/acp_token.json", "");
        } else if (has != null) {
            machine.variable(has, "k");
        }
        assertEquals(State.UNKNOWN, profile.authStatus(machine).state(), "the CLI keeps its sign-in to itself");
        machine.variable("AGY_ENGINE", "acp");
        assertEquals(state, profile.authStatus(machine).state());
    }

    @Test
    @Tag("R-AG-112")
    @Tag("R-AG-118")
    @Tag("PF-93")
    void whoHasChosenNothingIsToldTheFourRecipes() {
        machine.variable("GEMINI_API_KEY", "k").variable("AGY_ENGINE", "acp");
        AuthStatus status = profile.authStatus(machine);
        for (String method : List.of("oauth-personal", "oauth-business", "gemini-api-key", "agent-platform")) {
            assertTrue(status.hint().contains("{\"auth\":{\"type\":\"" + method + "\"}"), status.hint());
        }
    }

    @Test
    @Tag("R-AG-113")
    @Tag("PF-93")
    void nothingIsSentToSignIn() {
        List<AuthMethod> offered = List.of(AuthMethod.agent("oauth-personal", "Log in with Google"));
        assertEquals(Optional.empty(), binding.authMethod(offered, machine));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "Onboarding failed: timed out, '{\"reason\":\"onboarding_failed\"}', AUTH_REQUIRED",
                "Authentication required, '{\"message\":\"recipe\"}', AUTH_REQUIRED",
                "Session not found, -, -"
            })
    @Tag("R-AG-17")
    @Tag("PF-29")
    void onlySomeStateErrorsAreOfSigningIn(String message, String data, ErrorCode meaning) {
        EngineBinding.PeerError error = new EngineBinding.PeerError(
                "session/new", -32000, message, Optional.ofNullable(data).map(RawJson::new), "");
        assertEquals(Optional.ofNullable(meaning), binding.classify(error));
    }

    @Test
    @Tag("R-AG-106")
    @Tag("R-AG-109")
    @Tag("PF-89")
    void theInstallPlanPinsABuildForEachPlatform() {
        machine.setting(AntigravityProfile.ID, "registry", "https://example.org/agent.json");
        InstallPlan plan = profile.installPlan(machine).orElseThrow();
        assertEquals(folder.toAbsolutePath().resolve("home/.local/opt/agy-acp"), plan.folder());
        assertEquals(
                "https://example.org/agent.json", plan.registry().orElseThrow().toString());
        assertEquals(6, plan.archives().size());
        for (InstallPlan.Archive archive : plan.archives()) {
            String name = archive.url().getPath().replaceFirst(".*/", "");
            assertEquals(Optional.of(plan.version()), AcpServer.buildOf(name), name);
            String program = archive.platform().startsWith("windows") ? "agy_acp_server.exe" : "agy_acp_server.par";
            assertEquals(program, archive.executable());
        }
        assertTrue(plan.notes().toString().contains("TCMalloc"));
        assertEquals(
                Optional.of("agy_acp_server_20260818_01_RC01"),
                AcpServer.buildOf("agy-acp-server-agy_acp_server_20260818_01_RC01-linux-arm64.zip"));
        assertEquals(Optional.empty(), AcpServer.buildOf("agy-acp-server-linux.tar.gz"));
    }

    @Test
    @Tag("R-AG-118")
    void theCliSignsInByItselfAndTheServerOverAConnection() {
        machine.executable("agy");
        assertEquals(
                List.of(folder.resolve("bin/agy").toString()),
                profile.signIn(machine).orElseThrow().command());
        machine.variable("AGY_ENGINE", "acp");
        assertTrue(profile.signIn(machine).isEmpty());
    }

    @Test
    @Tag("R-AG-173")
    void planningAloneIsTheClis() {
        assertEquals("stream-json", profile.onlyEngineFor("plan").orElseThrow().value());
        assertTrue(profile.onlyEngineFor("accept-edits").isEmpty());
    }

    @Test
    @Tag("R-AG-110")
    void theServersSecondFileIsNamedWhereItIsThere() throws IOException {
        machine.variable("AGY_ACP_BIN", executable("opt/agy_acp_server.par").toString());
        assertTrue(launch().environment().isEmpty());
        Path harness = executable("opt/localharness_external").toRealPath();
        assertEquals(Map.of("ANTIGRAVITY_HARNESS_PATH", harness.toString()), launch().environment());
        machine.variable("ANTIGRAVITY_HARNESS_PATH", "/mine");
        assertTrue(launch().environment().isEmpty());
    }

    @Test
    @Tag("R-AG-119")
    @Tag("R-AG-120")
    void whatIsKnownWithoutAConnection() throws Exception {
        machine.executable("agy").executable("agy_acp_server.par");
        assertEquals("agy on PATH", fact("executableSource"));
        assertEquals("Flag[flag=true]", fact("modelsFallback"), "it does not tell its models here");
        machine.variable("AGY_ENGINE", "acp");
        assertEquals("agy_acp_server.par on PATH", fact("executableSource"));
        machine.variable("AGY_ACP_BIN", executable("own").toString());
        assertTrue(
                fact("executableSource").startsWith("agents.antigravity.acpExecutable = "), fact("executableSource"));
    }

    private String fact(String key) throws InterruptedException {
        return profile.diagnose(machine).facts().stream()
                .filter(fact -> fact.key().equals(key))
                .map(fact -> fact.value() instanceof Fact.Value.Text text
                        ? text.text()
                        : fact.value().toString())
                .findFirst()
                .orElseThrow();
    }
}

package dev.termal.agent.gemini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.testkit.FakeMachine;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeminiStreamJsonTest {
    @TempDir
    private Path folder;

    private FakeMachine machine;

    @BeforeEach
    void machine() {
        machine = FakeMachine.in(folder).executable("gemini");
    }

    private SessionRequest.Builder session() {
        return SessionRequest.builder(folder.toAbsolutePath());
    }

    private LaunchSpec launch(SessionRequest session, String prompt) {
        return new GeminiStreamJson()
                .launchSpec(new LaunchRequest.ForTurn(session, Prompt.of(prompt)), machine)
                .orElseThrow();
    }

    private static List<String> arguments(LaunchSpec launch) {
        return launch.command().subList(1, launch.command().size());
    }

    @Test
    void anAliasIsKnownAndAConcreteNameIsTheClisMatter() {
        assertEquals(Optional.of(true), new GeminiStreamJson().hasModel("flash", machine));
        assertEquals(Optional.empty(), new GeminiStreamJson().hasModel("gemini-2.5-pro", machine));
    }

    @Test
    void aTurnIsALaunch() {
        LaunchSpec launch = launch(session().build(), "hello");
        assertEquals(
                List.of("--output-format=stream-json", "--approval-mode=default", "--prompt=hello"), arguments(launch));
        assertEquals(Optional.of(""), launch.stdin());
        assertEquals("true", launch.environment().get("GEMINI_CLI_NO_RELAUNCH"));
        assertFalse(launch.closesOnEndOfInput());
    }

    @Test
    void wishesAndSettingsAreArguments() {
        machine.setting(GeminiSettings.ID, "sandbox", "true")
                .setting(GeminiSettings.ID, "extensions", "a", "b")
                .setting(GeminiSettings.ID, "includeDirectories", "/x")
                .setting(GeminiSettings.ID, "allowedMcpServers", "tools")
                .setting(GeminiSettings.ID, "debug", "true");
        Path extra = folder.resolve("extra").toAbsolutePath();
        assertEquals(
                List.of(
                        "--output-format=stream-json",
                        "--approval-mode=default",
                        "-m",
                        "flash",
                        "--sandbox",
                        "--extensions=a",
                        "--extensions=b",
                        "--include-directories=/x",
                        "--allowed-mcp-server-names=tools",
                        "--debug",
                        "--include-directories=" + extra,
                        "--resume=s-1",
                        "--prompt=hi"),
                arguments(launch(
                        session()
                                .model("flash")
                                .resume(new SessionId("s-1"))
                                .additionalDirectory(extra)
                                .build(),
                        "hi")));
    }

    @Test
    void nothingThatBeginsWithADashIsAFlag() {
        List<String> arguments =
                arguments(launch(session().resume(new SessionId("--yolo")).build(), "--approval-mode yolo"));
        assertTrue(arguments.contains("--resume=--yolo"));
        assertTrue(arguments.contains("--prompt=--approval-mode yolo"));
        AgentException refused = assertThrows(
                AgentException.class, () -> launch(session().model("--yolo").build(), "hi"));
        assertEquals(ErrorCode.CONFIGURATION, refused.code());
    }

    @Test
    void whatIsNoArgumentGoesToTheInput() {
        for (String text : List.of("x".repeat(9000), "ü".repeat(4100), "nul \0 in it")) {
            LaunchSpec launch = launch(session().build(), text);
            assertEquals(Optional.of(text), launch.stdin());
            assertEquals(2, arguments(launch).size());
        }
        machine.platform("windows");
        assertEquals(
                Optional.of("say \"%PATH%\""),
                launch(session().build(), "say \"%PATH%\"").stdin());
    }

    @ParameterizedTest
    @CsvSource({
        "ASK, , default",
        "AUTO, , yolo",
        "READ_ONLY, , plan",
        "DENY, , plan",
        "ASK, plan, plan",
        "AUTO, plan, plan",
        "ASK, autoEdit, auto_edit",
        "ASK, yolo, yolo",
        "READ_ONLY, yolo, plan",
        "DENY, autoEdit, plan",
        "AUTO, default, yolo"
    })
    void thePolicyIsAnApprovalMode(PermissionPolicy policy, String mode, String expected) {
        SessionRequest.Builder session = session().permissions(policy);
        Optional.ofNullable(mode).ifPresent(session::mode);
        assertEquals(expected, GeminiStreamJson.approvalMode(session.build()));
        assertEquals(List.of("--approval-mode=" + expected), new GeminiStreamJson().policyArguments(session.build()));
    }

    @Test
    void anUnknownModeIsRefusedWithTheKnownOnes() {
        AgentException refused = assertThrows(
                AgentException.class, () -> launch(session().mode("--x").build(), "hi"));
        assertTrue(String.valueOf(refused.getMessage()).contains("autoEdit"), refused::toString);
    }

    @Test
    void aLaunchOfNoTurnIsShownWithoutAPrompt() {
        SessionRequest session = session().permissions(PermissionPolicy.AUTO).build();
        LaunchSpec launch = new GeminiStreamJson()
                .launchSpec(new LaunchRequest.ForConnection(session), machine)
                .orElseThrow();
        assertEquals(List.of("--output-format=stream-json", "--approval-mode=yolo"), arguments(launch));
        assertEquals(Optional.empty(), launch.stdin());
    }

    @Test
    void aProcessForASessionIsRefused() {
        AgentException refused = assertThrows(
                AgentException.class,
                () -> new GeminiStreamJson()
                        .launchSpec(new LaunchRequest.ForSession(session().build()), machine));
        assertEquals(ErrorCode.CONFIGURATION, refused.code());
    }
}

package dev.termal.agent.cursor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CursorStreamJsonTest {
    private static final List<String> ALWAYS =
            List.of("--print", "--output-format=stream-json", "--stream-partial-output");

    @TempDir
    private Path folder;

    private FakeMachine machine;

    @BeforeEach
    void machine() {
        machine = FakeMachine.in(folder).executable("cursor-agent");
    }

    private SessionRequest.Builder session() {
        return SessionRequest.builder(folder.toAbsolutePath());
    }

    private LaunchSpec launch(SessionRequest.Builder session, String prompt) {
        return new CursorStreamJson()
                .launchSpec(new LaunchRequest.ForTurn(session.build(), Prompt.of(prompt)), machine)
                .orElseThrow();
    }

    /** What stands after what always stands there. */
    private static List<String> further(LaunchSpec launch) {
        List<String> arguments =
                new ArrayList<>(launch.command().subList(1, launch.command().size()));
        assertEquals(ALWAYS, arguments.subList(0, ALWAYS.size()));
        return arguments.subList(ALWAYS.size(), arguments.size());
    }

    @Test
    void aPromptIsNeverAnArgument() {
        for (String prompt : List.of("login", "--force", "x".repeat(200_000))) {
            LaunchSpec launch = launch(session(), prompt);
            assertEquals(List.of(), further(launch));
            assertEquals(Optional.of(prompt), launch.stdin());
            assertFalse(launch.closesOnEndOfInput());
        }
    }

    @Test
    void wishesAndSettingsAreArguments() {
        machine.setting(CursorProfile.ID, "trustWorkspace", "true").setting(CursorProfile.ID, "sandbox", "enabled");
        assertEquals(
                List.of("--model", "auto", "--sandbox", "enabled", "--trust", "--resume=--chat"),
                further(launch(session().model("auto").resume(new SessionId("--chat")), "hi")));
    }

    @ParameterizedTest
    @CsvSource({
        "ASK, , ''",
        "AUTO, , --force",
        "READ_ONLY, , --mode=plan",
        "DENY, , --mode=plan",
        "ASK, agent, ''",
        "ASK, ask, --mode=ask",
        "AUTO, plan, --mode=plan",
        "READ_ONLY, agent, --mode=plan"
    })
    void thePolicyIsAFlag(PermissionPolicy policy, String mode, String expected) {
        SessionRequest.Builder session = session().permissions(policy);
        Optional.ofNullable(mode).ifPresent(session::mode);
        assertEquals(expected, String.join(" ", further(launch(session, "hi"))));
    }

    @Test
    void whatIsNoModelAndNoModeIsRefused() {
        for (SessionRequest.Builder wrong :
                List.of(session().model("--force"), session().mode("yolo"))) {
            AgentException refused = assertThrows(AgentException.class, () -> launch(wrong, "hi"));
            assertEquals(ErrorCode.CONFIGURATION, refused.code());
        }
    }

    @Test
    void aLaunchOfNoTurnIsShownWithoutAPrompt() {
        SessionRequest session = session().permissions(PermissionPolicy.AUTO).build();
        LaunchSpec launch = new CursorStreamJson()
                .launchSpec(new LaunchRequest.ForConnection(session), machine)
                .orElseThrow();
        assertEquals(List.of("--force"), further(launch));
        assertEquals(Optional.empty(), launch.stdin());
    }

    @Test
    void aProcessForASessionIsRefused() {
        AgentException refused = assertThrows(
                AgentException.class,
                () -> new CursorStreamJson()
                        .launchSpec(new LaunchRequest.ForSession(session().build()), machine));
        assertEquals(ErrorCode.CONFIGURATION, refused.code());
    }
}

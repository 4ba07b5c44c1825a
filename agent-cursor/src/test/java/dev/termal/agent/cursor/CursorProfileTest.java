package dev.termal.agent.cursor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AuthStatus.State;
import dev.termal.api.Diagnostics;
import dev.termal.api.spi.AgentProfile;
import dev.termal.testkit.FakeMachine;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CursorProfileTest {
    private final AgentProfile profile = new CursorProfile();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        ".cursor/auth.json, {}, SIGNED_IN",
        ".config/cursor/auth.json, {}, SIGNED_IN",
        ".cursor/cli-config.json, '{\"authInfo\":{\"email\":\"x\"}}', SIGNED_IN",
        ".cursor/cli-config.json, '{\"authInfo\":{}}', SIGN_IN_REQUIRED",
        ".cursor/cli-config.json, '{broken', SIGN_IN_REQUIRED",
        "unrelated, x, SIGN_IN_REQUIRED"
    })
    void aLoginIsAFileOrAnEntryThatExists(String file, String content, State state) {
        FakeMachine machine = FakeMachine.in(folder).homeFile(file, content);
        assertEquals(state, profile.authStatus(machine).state());
    }

    @Test
    void aKeyIsEnoughAndOnAMacTheKeychainCannotBeSeen() {
        FakeMachine machine = FakeMachine.in(folder).platform("macos");
        assertEquals(State.UNKNOWN, profile.authStatus(machine).state());
        machine.variable("CURSOR_API_KEY", "k");
        assertEquals(State.SIGNED_IN, profile.authStatus(machine).state());
    }

    @Test
    void theConfigurationMayBeElsewhere() {
        FakeMachine machine = FakeMachine.in(folder)
                .variable("XDG_CONFIG_HOME", folder.resolve("home/xdg").toString())
                .homeFile("xdg/cursor/auth.json", "{}");
        assertEquals(State.SIGNED_IN, profile.authStatus(machine).state());
    }

    @Test
    void thePersonsOwnApprovalModeIsShown() throws InterruptedException {
        FakeMachine machine = FakeMachine.in(folder)
                .executable("cursor-agent")
                .homeFile(".cursor/cli-config.json", "{\"approvalMode\":\"unrestricted\"}");
        Diagnostics found = profile.diagnose(machine);
        assertEquals(Diagnostics.Outcome.WARNING, found.worst());
        assertTrue(found.facts().toString().contains("unrestricted"), found.toString());
    }

    @Test
    void withoutTheCliDiagnosisFails() throws InterruptedException {
        assertEquals(
                Diagnostics.Outcome.FAILURE,
                profile.diagnose(FakeMachine.in(folder)).worst());
    }
}

package dev.termal.agent.gemini;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AuthStatus;
import dev.termal.api.AuthStatus.State;
import dev.termal.api.Diagnostics;
import dev.termal.api.SessionInfo;
import dev.termal.api.spi.AgentProfile;
import dev.termal.testkit.FakeMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeminiProfileTest {
    private final AgentProfile profile = new GeminiProfile();

    @TempDir
    private Path folder;

    private FakeMachine machine;

    @BeforeEach
    void machine() {
        machine = FakeMachine.in(folder)
                .variable(
                        "GEMINI_CLI_SYSTEM_SETTINGS_PATH",
                        folder.resolve("system/settings.json").toString());
    }

    private void selects(String method) {
        machine.homeFile(".gemini/settings.json", "{\"security\":{\"auth\":{\"selectedType\":\"" + method + "\"}}}");
    }

    private State state() {
        return profile.authStatus(machine).state();
    }

    @Test
    void withoutAnythingAPersonIsToldAllWays() {
        AuthStatus status = profile.authStatus(machine);
        assertEquals(State.SIGN_IN_REQUIRED, status.state());
        for (String way :
                List.of("GEMINI_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI", "Login with Google", "personal accounts")) {
            assertTrue(status.hint().contains(way), status.hint());
        }
    }

    @Test
    void aKeyIsEnough() {
        machine.homeFile(".gemini/.env", "GEMINI_API_KEY=k");
        assertEquals(State.SIGNED_IN, state());
    }

    @Test
    void aChosenKeyThatIsNotInSightMayBeInTheKeyStore() {
        selects("gemini-api-key");
        assertEquals(State.UNKNOWN, state());
        machine.variable("GEMINI_API_KEY", "k");
        assertEquals(State.SIGNED_IN, state());
    }

    @Test
    void theSettingsBeatAKeyInTheEnvironment() {
        machine.variable("GEMINI_API_KEY", "k");
        selects("oauth-personal");
        assertEquals(State.SIGN_IN_REQUIRED, state());
        machine.homeFile(".gemini/oauth_creds.json", "never read");
        assertEquals(State.SIGNED_IN, state());
    }

    @Test
    void vertexNeedsAKeyOrProjectAndLocation() {
        machine.variable("GOOGLE_GENAI_USE_VERTEXAI", "true").variable("GOOGLE_CLOUD_PROJECT", "p");
        assertEquals(State.SIGN_IN_REQUIRED, state());
        machine.variable("GOOGLE_CLOUD_LOCATION", "l");
        assertEquals(State.SIGNED_IN, state());
    }

    @Test
    void defaultCredentialsAreAFileOrAMetadataServer() {
        selects("compute-default-credentials");
        assertEquals(State.UNKNOWN, state());
        machine.homeFile(".config/gcloud/application_default_credentials.json", "{}");
        assertEquals(State.SIGNED_IN, state());
    }

    @Test
    void aGatewayNeedsNoKey() {
        machine.variable("GOOGLE_GEMINI_BASE_URL", "http://127.0.0.1:1");
        assertEquals(State.SIGNED_IN, state());
    }

    @Test
    void brokenSettingsAreNoSettings() {
        machine.variable("GEMINI_API_KEY", "k").homeFile(".gemini/settings.json", "{ broken");
        assertEquals(State.SIGNED_IN, state());
    }

    @Test
    void theHomeCanBeMoved() throws IOException {
        Path moved = Files.createDirectories(folder.resolve("moved/.gemini"));
        Files.writeString(moved.resolve(".env"), "GEMINI_API_KEY=k");
        machine.variable("GEMINI_CLI_HOME", folder.resolve("moved").toString());
        assertEquals(State.SIGNED_IN, state());
    }

    @Test
    void diagnosisSaysWhatIsMissing() throws InterruptedException {
        Diagnostics missing = profile.diagnose(machine);
        assertEquals(Diagnostics.Outcome.FAILURE, missing.worst());
        assertTrue(missing.checks().get(0).hint().contains("npm install"));

        machine.executable("gemini");
        assertEquals(Diagnostics.Outcome.OK, profile.diagnose(machine).worst());
        machine.setting(GeminiSettings.ID, "sandbox", "true");
        assertEquals(Diagnostics.Outcome.WARNING, profile.diagnose(machine).worst());
    }

    @Test
    void storedSessionsAreThoseThatAPersonSpokeIn() {
        Path cwd = folder.resolve("work");
        String chats = ".gemini/tmp/work/chats/session-2026-11-30T16-20-";
        machine.homeFile(".gemini/projects.json", "{\"projects\":{\"" + cwd + "\":\"work\"}}")
                .homeFile(chats + "790967de.jsonl", """
                        {"sessionId":"790967de-7ca9","startTime":"2026-11-30T16:20:14.758Z","kind":"main"}
                        {"$set":{"messages":[{"type":"user","content":[{"text":"<session_context>"}]}]}}
                        {"id":"1","type":"user","content":[{"text":"<session_context>\\nThis is"}]}
                        {"id":"2","type":"user","content":[{"text":"fix the\\nbuild"}]}
                        not JSON
                        {"id":"3","type":"gemini","content":"done"}
                        """)
                .homeFile(chats + "d3ce91f1.jsonl", "{\"sessionId\":\"d3ce91f1-b43e\",\"kind\":\"main\"}\n")
                .homeFile(chats + "aaaaaaaa.jsonl", """
                        {"sessionId":"aaaaaaaa-1","kind":"subagent"}
                        {"type":"user","content":"do a part"}
                        """)
                .homeFile(
                        chats + "0ld00000.json",
                        "{\"sessionId\":\"0ld00000-1\",\"messages\":[{\"type\":\"user\",\"content\":\"older\"}]}");
        List<SessionInfo> sessions = profile.storedSessions(cwd, machine);
        assertEquals(
                List.of("0ld00000-1 older", "790967de-7ca9 fix the"),
                sessions.stream()
                        .map(session -> session.id() + " " + session.title().orElseThrow())
                        .sorted()
                        .toList());
        assertTrue(sessions.stream().map(SessionInfo::updatedAt).allMatch(Optional::isPresent));
        assertEquals(List.of(), profile.storedSessions(folder.resolve("elsewhere"), machine));
    }
}

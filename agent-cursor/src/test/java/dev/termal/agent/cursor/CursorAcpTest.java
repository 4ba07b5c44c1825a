package dev.termal.agent.cursor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.AuthMethod;
import dev.termal.api.ErrorCode;
import dev.termal.api.RawJson;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.EngineBinding.PeerError;
import dev.termal.api.spi.EngineBinding.Wire;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.testkit.FakeMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CursorAcpTest {
    @TempDir
    private Path folder;

    private FakeMachine machine;

    @BeforeEach
    void machine() {
        machine = FakeMachine.in(folder);
    }

    private LaunchSpec launch(SessionRequest session) {
        return new CursorAcp()
                .launchSpec(new LaunchRequest.ForSession(session), machine)
                .orElseThrow();
    }

    private LaunchSpec launch() {
        return launch(SessionRequest.in(folder));
    }

    /** As the vendor's installer leaves it: links into a folder of its own. */
    private Path installed(String name) throws IOException {
        Path version = Files.createDirectories(folder.resolve("home/.local/share/cursor-agent/versions/1"));
        Path program = version.resolve("cursor-agent");
        if (!Files.exists(program)) {
            Files.writeString(program, "");
        }
        return Files.createSymbolicLink(folder.resolve("bin").resolve(name), program);
    }

    @Test
    void agentIsTakenWhereItIsCursors() throws IOException {
        machine.executable("agent", installed("agent")).executable("cursor-agent", installed("cursor-agent"));
        assertEquals(List.of(folder.resolve("bin/agent").toString(), "acp"), launch().command());
        assertFalse(launch().closesOnEndOfInput());
    }

    @Test
    void anAgentOfAnotherVendorIsLeftAlone() {
        machine.executable("agent").executable("cursor-agent");
        assertEquals(
                folder.resolve("bin/cursor-agent").toString(),
                launch().command().get(0));
    }

    @Test
    void namesAllThatWasTried() {
        machine.executable("agent").executable("cursor");
        AgentException error = assertThrows(AgentException.class, this::launch);
        assertEquals(ErrorCode.EXECUTABLE_NOT_FOUND, error.code());
        for (String tried : List.of(
                "agent on PATH (" + folder.resolve("bin/agent"), "is another program", "cursor-agent on PATH")) {
            assertTrue(error.getMessage().contains(tried), error.getMessage());
        }
    }

    @Test
    void flagsStandBeforeTheWord() {
        machine.executable("cursor-agent")
                .setting(CursorProfile.ID, "sandbox", "enabled")
                .setting(CursorProfile.ID, "trustWorkspace", "true")
                .setting(CursorProfile.ID, "approveMcps", "true");
        assertEquals(
                List.of("--model", "gpt-5.3-codex", "--sandbox", "enabled", "--trust", "--approve-mcps", "acp"),
                launch(SessionRequest.builder(folder)
                                .model("gpt-5.3-codex")
                                .mode("plan")
                                .build())
                        .command()
                        .subList(1, 8));
    }

    @Test
    void aModelOfTheProtocolIsNoFlag() {
        machine.executable("cursor-agent");
        SessionRequest session = SessionRequest.builder(folder)
                .model("gpt-5.3-codex[reasoning=medium,fast=false]")
                .build();
        assertEquals(launch().command(), launch(session).command());
        assertThrows(
                AgentException.class,
                () -> launch(SessionRequest.builder(folder).model("--force").build()));
    }

    @Test
    void nothingIsSentToSignIn() {
        machine.variable("CURSOR_API_KEY", "k");
        List<AuthMethod> offered = List.of(AuthMethod.agent("cursor_login", "Log in"));
        assertEquals(Optional.empty(), new CursorAcp().authMethod(offered, machine));
    }

    @Test
    void aNewFileHasNoPseudoHeaders() {
        assertEquals(
                "{\"update\":{\"sessionUpdate\":\"tool_call_update\",\"content\":[{\"type\":\"diff\",\"path\":\"/w/a\","
                        + "\"oldText\":null,\"newText\":\"one\\ntwo\\n\"}]}}",
                rewritten(
                        "{\"update\":{\"sessionUpdate\":\"tool_call_update\",\"content\":[{\"type\":\"diff\",\"path\":\"/w/a\","
                                + "\"oldText\":\"-- /dev/null\",\"newText\":\"++ b/a\\none\\ntwo\\n\"}]}}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"update\":{\"content\":[{\"type\":\"diff\",\"oldText\":\"-- /dev/null\",\"newText\":\"plain\"}]}}",
                "{\"update\":{\"content\":[{\"type\":\"diff\",\"oldText\":\"x\",\"newText\":\"++ b/a\\nx\"}]}}",
                "{\"update\":{\"sessionUpdate\":\"agent_message_chunk\",\"content\":{\"type\":\"text\",\"text\":\"x\"}}}",
                "{\"update\":3}",
                "[]"
            })
    void whatIsNotOfThisVendorPassesUnchanged(String update) {
        assertEquals(update, rewritten(update));
    }

    @Test
    void theToolNameOfTodosIsTold() {
        assertEquals(
                "{\"update\":{\"kind\":\"other\",\"rawInput\":{\"_toolName\":\"updateTodos\"},"
                        + "\"_meta\":{\"termal\":{\"tool\":\"updateTodos\"}}}}",
                rewritten("{\"update\":{\"kind\":\"other\",\"rawInput\":{\"_toolName\":\"updateTodos\"}}}"));
    }

    private static String rewritten(String update) {
        return CursorWire.rewrite(Wire.NOTIFICATION, "session/update", new RawJson(update))
                .text();
    }

    @Test
    void aQuestionThatComesAsAPermissionCanOnlyBeAnsweredByAPerson() {
        String skip = "{\"optionId\":\"__ask_question_skip__\",\"kind\":\"reject_once\"}";
        assertEquals(
                "{\"toolCall\":{},\"options\":[{\"optionId\":\"a\",\"kind\":\"answer\"}," + skip + "]}",
                permission(
                        "{\"toolCall\":{},\"options\":[{\"optionId\":\"a\",\"kind\":\"allow_once\"}," + skip + "]}"));
        String plain = "{\"toolCall\":{},\"options\":[{\"optionId\":\"allow-once\",\"kind\":\"allow_once\"}]}";
        assertEquals(plain, permission(plain));
    }

    private static String permission(String request) {
        return CursorWire.rewrite(Wire.REQUEST, "session/request_permission", new RawJson(request))
                .text();
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "authenticate, -32602, Failed to open browser for login, AUTH_REQUIRED",
                "session/load, -32602, Invalid params, SESSION_NOT_FOUND",
                "session/set_config_option, -32602, Invalid params, -",
                "session/prompt, -32603, Internal error, -"
            })
    void errorsMeanWhatTheirWordsSay(String method, int code, String message, ErrorCode meaning) {
        assertEquals(
                Optional.ofNullable(meaning),
                new CursorAcp().classify(new PeerError(method, code, message, Optional.empty(), "")));
    }
}

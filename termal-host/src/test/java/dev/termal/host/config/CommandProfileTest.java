package dev.termal.host.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.EngineId;
import dev.termal.api.ErrorCode;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.testkit.FakeMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandProfileTest {
    @TempDir
    Path folder;

    private AgentProfile profile(String json) throws IOException {
        Path file = folder.resolve("config.json");
        Files.writeString(file, json);
        Config config = ConfigReader.read(file, Map.of(), Fixtures.KNOWN);
        return new ConfigAgents(file.toString(), config, Fixtures.KNOWN)
                .profiles()
                .values()
                .iterator()
                .next();
    }

    private LaunchSpec launch(AgentProfile profile, FakeMachine machine) {
        return profile.bindings()
                .get(0)
                .launchSpec(new LaunchRequest.ForConnection(SessionRequest.in(folder)), machine)
                .orElseThrow();
    }

    @Test
    void aPlainNameIsFoundOnThePath() throws IOException {
        FakeMachine machine = FakeMachine.in(folder).executable("prog");
        AgentProfile mine = profile("{\"agents\":{\"mine\":{\"command\":[\"prog\",\"--x\",\"y z\"]}}}");
        LaunchSpec spec = launch(mine, machine);
        assertEquals(
                machine.findExecutable("prog").orElseThrow().toString(),
                spec.command().get(0));
        assertEquals(List.of("--x", "y z"), spec.command().subList(1, 3));
        assertEquals(folder, spec.cwd());
        assertEquals("mine", mine.displayName());
        assertEquals("MI", mine.badge());
        assertEquals(new EngineId("bare"), mine.bindings().get(0).engine());
    }

    @ParameterizedTest
    @CsvSource({
        "absent,EXECUTABLE_NOT_FOUND,was not found on PATH",
        "/nowhere/absent,EXECUTABLE_NOT_FOUND,does not exist",
        "./here,EXECUTABLE_NOT_FOUND,must be an absolute path or a plain name"
    })
    void whatIsNotThereIsNamedWithItsPlace(String command, ErrorCode code, String message) throws IOException {
        AgentProfile mine = profile("{\"agents\":{\"mine\":{\"command\":[\"" + command + "\"]}}}");
        AgentException e = assertThrows(AgentException.class, () -> launch(mine, FakeMachine.in(folder)));
        assertEquals(code, e.code());
        assertTrue(String.valueOf(e.getMessage()).contains("agents.mine.command"), e.getMessage());
        assertTrue(String.valueOf(e.getMessage()).contains(message), e.getMessage());
    }

    @Test
    void anAgentLikeAnotherHasItsWaysUnderItsOwnCommand() throws IOException {
        FakeMachine machine = FakeMachine.in(folder).executable("prog");
        AgentProfile mine = profile("{\"agents\":{\"mine\":{\"like\":\"known\",\"command\":[\"prog\"]}}}");
        assertEquals(new EngineId("other"), mine.bindings().get(0).engine());
        assertEquals(Fixtures.KNOWN.settings("known"), mine.settings());
        assertEquals(
                List.of(machine.findExecutable("prog").orElseThrow().toString()),
                launch(mine, machine).command());
    }

    @Test
    void aBorrowedBindingRemembersForOneConnection() throws IOException {
        AgentProfile mine = profile("{\"agents\":{\"mine\":{\"like\":\"known\",\"command\":[\"prog\"]}}}");
        CommandBinding binding = (CommandBinding) mine.bindings().get(0).forConnection();
        assertEquals("once", binding.base().orElseThrow().options().get("connection"));
        assertEquals("", mine.bindings().get(0).options().getOrDefault("connection", ""));
    }

    @Test
    void aBareCommandIsNamedAfterItsProgram() {
        EngineId engine = new EngineId("bare");
        assertEquals(
                "my-agent-2",
                CommandProfile.bare(List.of("/x/My Agent_2"), engine, "x").id().value());
        assertEquals(
                "agent", CommandProfile.bare(List.of("/x/42"), engine, "x").id().value());
    }

    @Test
    void aScriptIsNamedWithoutItsEnding() {
        assertEquals("three", CommandProfile.nameOf(List.of("/opt/three.sh")).value());
        assertEquals("my-agent", CommandProfile.nameOf(List.of("my-agent")).value());
    }
}

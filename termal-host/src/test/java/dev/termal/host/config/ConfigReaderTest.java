package dev.termal.host.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.McpServer;
import dev.termal.host.hook.Hook;
import dev.termal.host.hook.HookEvent;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigReaderTest {
    @TempDir
    Path folder;

    private Config read(String json) throws IOException {
        Path file = folder.resolve("config.json");
        Files.writeString(file, json);
        return ConfigReader.read(file, Map.of("SECRET", "s3cret"), Fixtures.KNOWN);
    }

    @Test
    void aMissingFileSaysNothing() {
        assertEquals(Config.EMPTY, ConfigReader.read(folder.resolve("none.json"), Map.of(), Fixtures.KNOWN));
    }

    @Test
    void readsAllThatAnAgentMayHave() throws IOException {
        Config config = read("""
                {"agent": "mine", "permissions": "read-only", "idleTimeout": "90s",
                 "mcpServers": {"a": {"command": "srv", "args": ["x"], "env": {"T": "${SECRET}"}}},
                 "agents": {
                  "mine": {"command": ["prog", "arg"], "env": {"K": "${SECRET}", "L": "$${SECRET}"},
                           "env.unset": ["X"], "options": {"style": "fancy"}, "timeout": "5m",
                           "mcpServers": {"b": {"url": "http://h/x", "headers": {"A": "b"}},
                                          "c": {"type": "sse", "url": "https://h/y"}}},
                  "known": {"colour": "green", "folders": ["a", "b"], "deep": true}}}
                """);
        assertEquals(Map.of("agent", "mine", "permissions", "read-only", "idleTimeout", "90s"), config.settings());
        Config.Agent mine = config.agent("mine");
        assertEquals(List.of("prog", "arg"), mine.command());
        assertEquals(Map.of("K", "s3cret", "L", "${SECRET}"), mine.env());
        assertEquals(List.of("X"), mine.envUnset());
        assertEquals(Map.of("style", "fancy"), mine.options());
        assertEquals(Map.of("timeout", List.of("5m")), mine.settings());
        assertEquals(
                List.of(
                        new McpServer.Http("b", URI.create("http://h/x"), Map.of("A", "b")),
                        new McpServer.Sse("c", URI.create("https://h/y"), Map.of())),
                mine.mcpServers());
        assertEquals(
                List.of(new McpServer.Stdio("a", Path.of("srv"), List.of("x"), Map.of("T", "s3cret"))),
                config.mcpServers());
        assertEquals(
                Map.of("colour", List.of("green"), "folders", List.of("a", "b"), "deep", List.of("true")),
                config.agent("known").settings());
        assertEquals(List.of(), config.warnings());
        assertEquals(Optional.empty(), config.agent("nobody").engine());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"agent\":\"no\"} | agent: \"no\" is not one of known",
                "{\"permissions\":\"maybe\"} | permissions: \"maybe\" is not one of ask, auto, read-only, deny",
                "{\"timeout\":\"5\"} | timeout: \"5\" is not a length of time",
                "{\"timeout\":[]} | timeout: must be a text",
                "{\"agents\":[]} | agents: must be an object",
                "{\"agents\":{\"No\":{}}} | agents.No: an agent's name is of small letters",
                "{\"agents\":{\"x\":3}} | agents.x: must be an object",
                "{\"agents\":{\"x\":{}}} | agents.x: no agent of this name is known, so it needs a \"command\"",
                "{\"agents\":{\"x\":{\"command\":\"p\"}}} | agents.x.command: must be a list of the program and its arguments",
                "{\"agents\":{\"x\":{\"command\":[]}}} | agents.x.command: must name a program",
                "{\"agents\":{\"x\":{\"command\":[\"p\",3]}}} | agents.x.command[1]: must be a text",
                "{\"agents\":{\"x\":{\"command\":[\"p\"],\"engine\":\"z\"}}} | agents.x.engine: \"z\" is not one of bare, other",
                "{\"agents\":{\"known\":{\"engine\":\"bare\"}}} | agents.known.engine: \"bare\" is not one of other",
                "{\"agents\":{\"known\":{\"colour\":\"blue\"}}} | agents.known.colour: \"blue\" is not one of red, green",
                "{\"agents\":{\"known\":{\"deep\":\"yes\"}}} | agents.known.deep: \"yes\" is not one of true, false",
                "{\"agents\":{\"known\":{\"folders\":\"a\"}}} | agents.known.folders: must be a list",
                "{\"agents\":{\"known\":{\"like\":\"known\"}}} | agents.known.like: an agent that is like another",
                "{\"agents\":{\"x\":{\"like\":\"y\",\"command\":[\"p\"]}}} | agents.x.like: \"y\" is not one of known",
                "{\"agents\":{\"x\":{\"command\":[\"p\"],\"options\":{\"stile\":1}}}} | options: \"stile\" is not one of everywhere, style, wait",
                "{\"agents\":{\"x\":{\"command\":[\"p\"],\"options\":{\"style\":\"odd\"}}}} | options.style: \"odd\" is not one of plain, fancy",
                "{\"mcpServers\":{\"a\":{}}} | mcpServers.a: needs a \"command\"",
                "{\"mcpServers\":{\"a\":{\"url\":\"ftp://x\"}}} | mcpServers.a.url: \"ftp://x\" is no http",
                "{\"mcpServers\":{\"a\":{\"type\":\"tcp\"}}} | mcpServers.a.type: \"tcp\" is not one of stdio, http, sse",
                "{\"hooks\":[]} | hooks: must be an object such as",
                "{\"hooks\":{\"failed\":[\"p\"]}} | hooks.failed: must be an object with a \"command\"",
                "{\"hooks\":{\"failed\":{\"command\":\"p\"}}} | hooks.failed.command: must be a list of the program",
                "{\"hooks\":{\"failed\":{\"command\":[\"p\",3]}}} | hooks.failed.command[1]: must be a text",
                "{\"hooks\":{\"failed\":{\"command\":[\"./p\"]}}} | hooks.failed.command: \"./p\" would be another file in each folder",
                "{\"hooks\":{\"failed\":{\"command\":[\"p\"],\"timeout\":\"soon\"}}} | hooks.failed.timeout: \"soon\" is not a length",
                "{\"hooks\":{\"failed\":{\"command\":[\"p\"],\"timeout\":\"1h\"}}} | hooks.failed.timeout: \"1h\" is longer than 5m",
                "{\"hooks\":{\"failed\":{\"command\":[\"${NO}\"]}}} | hooks.failed.command[0]: the environment has no variable NO",
                "[] | must hold a JSON object",
                "{\"agent\":} | no valid JSON at line 1, column 10",
                "{\"a\":1,\"a\":2} | no valid JSON at line 1",
                "{} {} | no valid JSON",
            })
    @Tag("R-AG-98")
    @Tag("PF-87")
    void aWrongValueSaysWhereAndWhatIsPossible(String json, String message) {
        AgentException e = assertThrows(AgentException.class, () -> read(json));
        assertEquals(ErrorCode.CONFIGURATION, e.code());
        String text = String.valueOf(e.getMessage());
        assertTrue(text.contains(message), text);
        assertTrue(text.startsWith(folder.resolve("config.json").toString()), text);
    }

    @Test
    void aKeyThatIsNotKnownWarns() throws IOException {
        Config config = read("{\"agnet\": \"x\", \"agents\": {\"known\": {\"color\": \"red\"}}}");
        assertEquals(2, config.warnings().size());
        assertTrue(config.warnings().get(0).contains("agents.known.color: not known"), config.warnings()::toString);
        assertTrue(config.warnings().get(1).contains("agnet: not known"), config.warnings()::toString);
    }

    @Test
    void aHookIsACommandWithItsLimits() throws IOException {
        Config config = read("""
                {"hooks": {"turn_done": {"command": ["~/bin/tell", "${SECRET}"], "minDuration": "10s"},
                           "needs_input": {"command": ["beep"], "timeout": "1m", "minDuration": "1s"},
                           "turn_don": {"command": ["beep"]}}}
                """);
        String home = Path.of(System.getProperty("user.home"), "bin/tell").toString();
        assertEquals(
                Map.of(
                        HookEvent.TURN_DONE,
                        new Hook(List.of(home, "s3cret"), Duration.ofSeconds(10), Duration.ofSeconds(10)),
                        HookEvent.NEEDS_INPUT,
                        new Hook(List.of("beep"), Duration.ofMinutes(1), Duration.ZERO)),
                config.hooks());
        assertEquals(2, config.warnings().size(), config.warnings()::toString);
        assertTrue(config.warnings().get(0).contains("hooks.needs_input.minDuration: not known, ignored"));
        assertTrue(config.warnings().get(1).contains("hooks.turn_don: not known, ignored; known are "));
        assertTrue(config.warnings().get(1).endsWith("; did you mean 'turn_done'?"));
    }

    @Test
    void aByteOrderMarkIsNoMistake() throws IOException {
        assertEquals(Map.of("timeout", "5s"), read("\uFEFF{\"timeout\":\"5s\"}").settings());
    }

    @Test
    void aVariableThatIsNotSetCostsOnlyWhatItIsIn() throws IOException {
        Config config = read("""
                {"mcpServers": {"a": {"command": "srv", "env": {"T": "${NOPE}"}}, "u": {"url": "http://${NOPE}/"},
                                "fine": {"command": "srv"}},
                 "agents": {
                  "mine": {"command": ["${NOPE}", "x"], "timeout": "${NOPE}"},
                  "known": {"mcpServers": {"a": {"command": "srv", "args": ["${NOPE}"]}}}}}
                """);
        assertEquals(
                Optional.of(folder.resolve("config.json")
                        + " agents.mine.command[0]: the environment has no variable NOPE"),
                config.agentGap("mine"));
        assertEquals(Optional.empty(), config.agentGap("known"));
        assertEquals(Optional.empty(), config.serverGap(Optional.empty(), "fine"));
        assertTrue(config.serverGap(Optional.empty(), "a").orElseThrow().contains(" mcpServers.a.env.T: "));
        assertTrue(config.serverGap(Optional.empty(), "u").orElseThrow().contains(" mcpServers.u.url: "));
        assertTrue(
                config.serverGap(Optional.of("known"), "a").orElseThrow().contains(" agents.known.mcpServers.a.args"));
    }

    @Test
    void aVariableIsCheckedAsWhatItHolds() throws IOException {
        Path file = folder.resolve("config.json");
        Files.writeString(file, "{\"timeout\": \"${T}\", \"permissions\": \"${P}\"}");
        Config config = ConfigReader.read(file, Map.of("T", "5m", "P", "deny"), Fixtures.KNOWN);
        assertEquals(Map.of("timeout", "5m", "permissions", "deny"), config.settings());
    }

    @Test
    void whatCannotBeReadIsNamedOnceWithTheReason() throws IOException {
        Path file = Files.createDirectories(folder.resolve("config.json"));
        AgentException failure =
                assertThrows(AgentException.class, () -> ConfigReader.read(file, Map.of(), Fixtures.KNOWN));
        assertEquals(file + ": cannot be read: it is a folder", failure.getMessage());
    }
}

package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.host.json.Json;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What is wrong before a turn has begun is told in a line, and to programs as an object. */
final class RunMistakesTest extends RunFixture {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--modle x hi | unknown option '--modle'; did you mean '--model'? (put -- before a prompt with such words)",
                "--permissions yes hi | Invalid value for option '--permissions': 'yes' is not one of ask, auto, read-only, deny",
                "--permissions raed-only hi | 'raed-only' is not one of ask, auto, read-only, deny; did you mean 'read-only'?",
                "-o jsn hi | 'jsn' is not one of text, json, quiet; did you mean 'json'?",
                "--timeout 0s hi | '0s' is no time at all: give more than 0",
                "--timeout 5 hi | '5' is not a length of time such as 500ms, 5s, 10m or 1h30m",
                "--agent-cmd prog hi | 'prog' is no JSON array of texts, such as '[\"my-agent\", \"--stdio\"]'",
                "--agent-cmd [] hi | '[]' is no JSON array of texts",
                "--agent-cmd [1] hi | '[1]' is no JSON array of texts",
                "-a x --agent-cmd [\"y\"] hi | give --agent or --agent-cmd, not both",
                "--model | Missing required parameter for option '--model'",
                "--option x hi | --option",
                "--image nosuch hi | nosuch: no such file",
                "--image . hi | this is not a file",
                "--answers nosuch hi | nosuch: no such file",
                "--mcp-config nosuch hi | termal: --mcp-config ",
                "--cwd nosuch hi | nosuch: no such folder",
            })
    void mistakesAreTold(String line, String expected) {
        assertEquals(2, run(line.split(" ")));
        assertTrue(shell.err().startsWith("termal: "), shell.err());
        assertTrue(shell.err().contains(expected), shell.err());
        assertTrue(shell.err().lines().count() <= 2, shell.err());
        assertEquals("", shell.out());
        assertTrue(termal.opened.isEmpty());
    }

    @Test
    void anOptionThatThereIsNotSaysNothingOfTheOutput() {
        assertEquals(2, shell.run("chat", "-o", "json"));
        assertTrue(shell.err().contains("unknown option '-o'"), shell.err());
        assertEquals("", shell.out());
        assertEquals(2, shell.run("serve", "--port", "abc"));
        assertTrue(shell.err().contains("'abc' is not a whole number"), shell.err());
    }

    @ParameterizedTest
    @CsvSource({"-o json --modle x", "-ojson --modle x", "--output=json --modle x", "--modle x --output json"})
    void mistakesAreToldToProgramsToo(String line) {
        assertEquals(2, run(line.split(" ")));
        JsonNode error = Json.read(shell.out());
        assertEquals("error", error.get("type").asString());
        assertEquals(2, error.get("exitCode").asInt());
        assertEquals("configuration", error.get("error").get("code").asString());
        assertTrue(shell.err().contains("--modle"));
    }

    @Test
    void whatFailsBeforeTheTurnHasItsOwnExitCode() {
        assertEquals(4, run("-o", "json", "-e", "nosuch", "hi"));
        JsonNode error = Json.read(shell.out());
        assertEquals("executable_not_found", error.get("error").get("code").asString());
        assertEquals("termal: prog was not found: install it\n", shell.err());
    }

    @Test
    void wrongConfigIsAUsageError() {
        termal.failure = Optional.of(new AgentException(ErrorCode.CONFIGURATION, "config.json: broken"));
        assertEquals(2, run("hi"));
        assertEquals("termal: config.json: broken\n", shell.err());
    }

    @Test
    void aFaultOfOurOwnIsOneLine() {
        shell.opener = options -> {
            throw new IllegalStateException("oops\n\tat somewhere");
        };
        assertEquals(1, run("-o", "json", "hi"));
        assertEquals("termal: internal error: java.lang.IllegalStateException: oops at somewhere\n", shell.err());
        assertEquals("internal", Json.read(shell.out()).get("error").get("code").asString());
    }
}

package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.host.Termal;
import dev.termal.host.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class CommandsTest {
    private final FakeTermal termal = new FakeTermal(new FakeSession(s -> {
        throw new AssertionError("no turn");
    }));
    private final TestShell shell = new TestShell(options -> termal.open(options));

    @Test
    void agents() {
        assertEquals(0, shell.run("agents"));
        assertEquals("""
                   AGENT   NAME        ENGINES     READY
                *  sample  The sample  some, more  ready
                    /bin/sample 1.2
                   other   The other   some, more  sign-in needed
                    found: run other login
                """, shell.out());
        assertTrue(termal.closed);
    }

    @Test
    void agentsForPrograms() {
        assertEquals(0, shell.run("agents", "-o", "json"));
        JsonNode agents = Json.read(shell.out());
        assertEquals("sample", agents.get(0).get("id").asString());
        assertTrue(agents.get(0).get("default").asBoolean());
        assertEquals("sign_in_needed", agents.get(1).get("readiness").asString());
        assertEquals("run other login", agents.get(1).get("hint").asString());
    }

    @Test
    void engines() {
        assertEquals(0, shell.run("engines"));
        assertEquals("""
                ENGINE  NAME         FROM         ANY COMMAND
                some    Some engine  some.module  yes
                    options: style
                """, shell.out());
        shell.out.reset();
        shell.run("engines", "-ojson");
        JsonNode option = Json.read(shell.out()).get(0).get("options").get(0);
        assertEquals("choice", option.get("type").asString());
        assertEquals(2, option.get("choices").size());
    }

    @Test
    void plugins() {
        assertEquals(0, shell.run("plugins"));
        assertEquals("""
                PLUGIN  VERSION  API  SHA-256       BRINGS      PLACE
                good    1.0      0.1  ab12ab12ab12  agent x     /p/good.jar
                bad                                 not loaded  /p/bad.jar
                warning: plugin /p/bad.jar (read): no module
                """, shell.out());
        shell.out.reset();
        shell.run("plugins", "--output=json");
        JsonNode good = Json.read(shell.out()).get(0);
        assertEquals("ab12".repeat(16), good.get("sha256").asString());
        assertTrue(good.get("loaded").asBoolean());
        JsonNode bad = Json.read(shell.out()).get(1);
        assertEquals(FakeTermal.BROKEN, bad.get("problems").get(0).asString());
        assertFalse(bad.get("loaded").asBoolean());
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "json"})
    void aBrokenPluginIsToldOncePerCommand(String format) {
        termal.warnings = List.of(FakeTermal.BROKEN);
        shell.run("agents", "-o", format);
        assertEquals("warning: " + FakeTermal.BROKEN + "\n", shell.err());
        shell.err.reset();
        shell.run("plugins", "-o", format);
        assertEquals("", shell.err(), "it is in the list itself");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "version", "--help", "help", "completion", "completion fish"})
    void nothingIsSaidOfPluginsWhereNoneIsNeeded(String line) {
        shell.opener = options -> {
            throw new AssertionError("no host is needed");
        };
        assertEquals(0, shell.run(line.split(" ")));
        assertEquals("", shell.err());
    }

    @Test
    void warningsGoToStandardError() {
        termal.warnings = List.of("unknown key x");
        shell.run("plugins");
        assertEquals("warning: unknown key x\n", shell.err());
    }

    @Test
    void config() {
        assertEquals(0, shell.run("config", "show"));
        assertEquals("SETTING      FROM     VALUE\npermissions  default  ask\n", shell.out());
        shell.out.reset();
        assertEquals(0, shell.run("config", "show", "-o", "json"));
        assertEquals("ask", Json.read(shell.out()).get(0).get("value").asString());
        shell.out.reset();
        assertEquals(0, shell.run("config", "schema"));
        assertEquals("{\"type\":\"object\"}\n", shell.out());
    }

    @Test
    void theConfigPathNeedsNoHost() {
        shell.opener = options -> {
            throw new AssertionError("no host is needed");
        };
        assertEquals(0, shell.run("config", "path"));
        assertEquals("/nowhere/termal/config.json\n", shell.out());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rum | unknown command 'rum'; did you mean 'run'?",
                "agnets | unknown command 'agnets'; did you mean 'agents'?",
                "frobnicate | unknown command 'frobnicate'",
                "config pth | unknown command 'pth'; did you mean 'path'?",
                "agents now | 'now' is one word too many",
                "agents --outptu json | unknown option '--outptu'; did you mean '--output'?",
                "--hepl | unknown option '--hepl'; did you mean '--help'?",
                "agents -o quiet | 'quiet' is not one of text, json",
            })
    void mistakesAreTold(String line, String expected) {
        assertEquals(2, shell.run(line.split(" ")));
        assertTrue(shell.err().contains(expected), shell.err());
        assertTrue(shell.err().contains("\ntry 'termal"), shell.err());
        assertEquals(2, shell.err().lines().count());
        assertEquals("", shell.out());
    }

    @Test
    void versionNeedsNoHost() {
        shell.opener = options -> {
            throw new AssertionError("no host is needed");
        };
        assertEquals(0, shell.run("--version"));
        assertTrue(shell.out().startsWith("termal " + Termal.hostVersion() + "\n"), shell.out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--help"})
    void helpShowsWhatIsBuiltInGroups(String word) {
        assertEquals(0, word.isEmpty() ? shell.run() : shell.run(word));
        assertTrue(shell.out().contains("""

                                Talk to an agent:
                                  run           Gives an agent one prompt, shows what it says and does, and exits with how it came out.
                                  chat          Talks with an agent at the terminal, turn after turn.
                                  serve         Serves sessions over HTTP: an API, and a page for browsers.
                                  ask           Puts one question to an agent and gives its answer, for people, scripts and other agents.
                                  sessions      Shows, finds, exports and removes the sessions that are kept.

                                See what is there:
                                  agents        Shows the agents that TermAl knows, and whether they are ready. Starts none.
                                """), shell.out());
        assertTrue(shell.out().contains("Examples:"));
        assertTrue(shell.out().contains("Exit codes: 0 done"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "ask",
                "probe",
                "install",
                "agents",
                "engines",
                "plugins",
                "doctor",
                "models",
                "auth",
                "auth status",
                "auth login",
                "auth logout",
                "config set",
                "trust",
                "trust list",
                "trust revoke",
                "logs",
                "config",
                "config path",
                "config show",
                "config get",
                "config schema",
                "config unset",
                "version",
                "sessions",
                "serve",
                "sessions list",
                "sessions show",
                "sessions search",
                "sessions queue",
                "sessions export",
                "sessions rename",
                "sessions rm",
                "sessions prune",
                "sessions fork",
                "completion",
                "chat",
                "parity",
                "permissions",
                "permissions list",
                "permissions revoke",
                "help"
            })
    void everyCommandHasHelp(String command) {
        assertEquals(0, shell.run((command + " --help").split(" ")));
        assertTrue(shell.out().startsWith("Usage: termal " + command), shell.out());
        assertTrue(shell.out().lines().allMatch(line -> line.length() <= 110), shell.out());
        assertTrue(shell.out().contains("Exit codes"), shell.out());
        assertFalse(shell.out().contains("Environment:"), "the footer of all is not that of one");
    }

    @Test
    void eachVariableHasItsLineInTheHelp() {
        assertEquals(0, shell.run("--help"));
        for (String name : List.of("TERMAL_HOME", "TERMAL_PLUGINS", "NO_COLOR")) {
            assertTrue(shell.out().lines().anyMatch(line -> line.startsWith("  " + name + " ")), shell.out());
        }
    }

    @Test
    void completionKnowsCommandsOptionsAndChoices() {
        assertEquals(0, shell.run("completion"));
        for (String word : List.of("termal", "run", "agents", "--permissions", "read-only", "--agent-cmd")) {
            assertTrue(shell.out().contains(word), word);
        }
        assertFalse(shell.out().contains("--trace"), "not built");
    }

    @Test
    void aSocketIsMadeInAFolderThatIsThere() {
        assertEquals(2, shell.run("serve", "--socket", "/nope/x"));
        assertTrue(shell.err().contains("--socket /nope/x: no such folder /nope"), shell.err());
        assertFalse(Files.exists(Path.of("/nope")));
    }

    @Test
    void helpIsThatOfTheCommand() {
        assertEquals(0, shell.run("help", "config", "set"));
        assertTrue(shell.out().contains("termal config set"), shell.out());
        assertEquals(2, shell.run("help", "confg"));
        assertTrue(shell.err().contains("did you mean 'config'?"), shell.err());
    }

    @Test
    void completionTakesTheShellsItIsFor() {
        assertEquals(0, shell.run("completion", "zsh"));
        assertEquals(2, shell.run("completion", "tcsh"));
        assertTrue(shell.err().contains("only for bash, zsh, fish"), shell.err());
    }
}

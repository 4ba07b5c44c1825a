package dev.termal.host.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.AgentId;
import dev.termal.api.AuthMethod.Kind;
import dev.termal.api.ErrorCode;
import dev.termal.host.KnownRule;
import dev.termal.host.ModelList;
import dev.termal.host.RepositoryFile;
import dev.termal.host.RepositoryFile.Trust;
import dev.termal.host.SignInWay;
import dev.termal.host.event.Remember;
import dev.termal.host.json.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Sign-ins, models, settings, trust and logs on the command line. */
class SetupCommandsTest {
    static final SignInWay BROWSER = new SignInWay("browser", "In the browser", "opens a page", Kind.AGENT, List.of());
    private static final SignInWay TERMINAL =
            new SignInWay(SignInWay.OWN_COMMAND, "its own sign-in", "", Kind.TERMINAL, List.of("/bin/sample", "login"));

    @TempDir
    Path folder;

    private final FakeTermal termal = new FakeTermal(new FakeSession(s -> {
        throw new AssertionError("no turn");
    }));
    private final TestShell shell = new TestShell(options -> termal.open(options));

    private void typed(String text) {
        shell.terminals = TestShell.TERMINAL;
        shell.environment = Map.of("NO_COLOR", "1");
        shell.in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void signInStatus() {
        assertEquals(0, shell.run("auth", "status"));
        assertEquals("""
                AGENT   NAME        SIGN-IN
                sample  The sample  signed in
                    by a key
                other   The other   sign-in needed
                    Run other login,
                    - or set OTHER_KEY where you start this program, which is quite a long
                      story for a line.
                """, shell.out());
    }

    @Test
    void signInStatusOfOneAgentIsAnExitCode() {
        assertEquals(0, shell.run("auth", "status", "-a", "sample"));
        assertFalse(shell.out().contains("other"), shell.out());
        assertEquals(6, shell.run("auth", "status", "-a", "other"));
        assertEquals(4, shell.run("auth", "status", "-a", "samlpe"));
        assertTrue(shell.err().contains("no agent is named \"samlpe\""), shell.err());
    }

    @Test
    void signInStatusForPrograms() {
        assertEquals(0, shell.run("auth", "status", "-o", "json"));
        JsonNode all = Json.read(shell.out());
        assertEquals("signed_in", all.get(0).get("state").asString());
        assertTrue(all.get(1).get("instructions").asString().startsWith("Run other login,\n"), shell.out());
    }

    @Test
    void theOnlyWayIsTakenUnasked() {
        termal.ways = List.of(BROWSER);
        assertEquals(0, shell.run("auth", "login", "-a", "sample"));
        assertEquals(Optional.of(BROWSER), termal.signedInBy);
        assertEquals(Optional.of("sample"), termal.opened.get(0).agent());
        assertEquals("on it\n", shell.err());
        assertEquals("signed in to sample\n", shell.out());
    }

    @Test
    void severalWaysAreAskedForAtATerminal() {
        termal.ways = List.of(TERMINAL, BROWSER);
        typed("7\n2\n");
        assertEquals(0, shell.run("auth", "login", "-a", "sample"));
        assertEquals(Optional.of(BROWSER), termal.signedInBy);
        assertTrue(shell.err().contains("1  its own sign-in (own-command; /bin/sample login)"), shell.err());
        assertTrue(shell.err().contains("2  In the browser: opens a page (browser)"), shell.err());
    }

    @Test
    void withoutATerminalAWayMustBeNamed() {
        termal.ways = List.of(TERMINAL, BROWSER);
        assertEquals(2, shell.run("auth", "login", "-a", "sample"));
        assertTrue(shell.err().contains("--method, one of own-command, browser"), shell.err());
        assertEquals(0, shell.run("auth", "login", "-a", "sample", "--method", "browser"));
        assertEquals(2, shell.run("auth", "login", "-a", "sample", "--method", "brwoser"));
        assertTrue(shell.err().contains("did you mean 'browser'?"), shell.err());
    }

    @Test
    void aSignInInATerminalNeedsOne() {
        termal.ways = List.of(TERMINAL);
        assertEquals(2, shell.run("auth", "login", "-a", "sample"));
        assertTrue(shell.err().contains("run \"/bin/sample login\" in one"), shell.err());
        typed("");
        assertEquals(0, shell.run("auth", "login", "-a", "sample"));
    }

    @Test
    void aCancelledSignInTalksOfNoTurn() {
        termal.ways = List.of(TERMINAL, BROWSER);
        typed("");
        shell.opener = options -> {
            shell.signals.get("TERM").run();
            return termal.open(options);
        };
        assertEquals(143, shell.run("auth", "login", "-a", "sample"));
        assertTrue(shell.err().contains("termal: the sign-in was cancelled; "), shell.err());
    }

    @Test
    void signingInTakesAnAgent() {
        assertEquals(2, shell.run("auth", "login"));
        assertTrue(shell.err().contains("-a AGENT"), shell.err());
    }

    @Test
    void signingOut() {
        assertEquals(0, shell.run("auth", "logout", "-a", "sample"));
        assertEquals("signed out of sample\n", shell.out());
        termal.failure = Optional.of(new AgentException(ErrorCode.UNSUPPORTED, "it cannot: use its own command"));
        assertEquals(1, shell.run("auth", "logout", "-a", "sample"));
        assertTrue(shell.err().contains("use its own command"), shell.err());
    }

    @Test
    void models() {
        termal.models = new ModelList(
                new AgentId("sample"),
                "the first that is ready",
                Optional.of("big"),
                List.of(new ModelList.Model("small", "Small", ""), new ModelList.Model("big", "Big", "thinks")),
                true);
        assertEquals(0, shell.run("models"));
        assertEquals("""
                   MODEL  NAME   WHAT IT IS
                   small  Small
                *  big    Big    thinks
                """, shell.out());
        assertEquals("termal: the first that is ready\n", shell.err());
        shell.out.reset();
        assertEquals(0, shell.run("models", "-a", "sample", "-o", "json"));
        assertEquals("big", Json.read(shell.out()).at("/models/1/id").asString());
    }

    @Test
    void anAgentThatTellsNoModels() {
        assertEquals(0, shell.run("models"));
        assertEquals("", shell.out());
        assertTrue(shell.err().contains("does not tell its models"), shell.err());
    }

    @Test
    void settingAValueSaysWhatChanged() {
        assertEquals(0, shell.run("config", "set", "permissions", "\"new\u001B[31m\""));
        assertEquals("permissions: \"old\" → \"new\"\n", shell.out());
        assertEquals("warning: odd\n", shell.err());
    }

    @Test
    void takingAValueOut() {
        assertEquals(0, shell.run("config", "set", "--unset", "permissions"));
        assertEquals("permissions was not set\n", shell.out());
        assertEquals(0, shell.run("config", "unset", "permissions"));
        assertTrue(shell.out().endsWith("permissions was not set\n"), shell.out());
        assertEquals(2, shell.run("config", "set", "--unset", "permissions", "x"));
        assertEquals(2, shell.run("config", "set", "permissions"));
        assertEquals(2, shell.run("config", "set"));
    }

    private RepositoryFile repositoryFile(Trust trust) {
        return new RepositoryFile(
                Path.of("/r/.termal/config.json"), "{\"agent\": \"\u001B[31msample\"}", "ab12", trust);
    }

    @Test
    void aFileIsShownBeforeItIsTrusted() {
        termal.repositoryFile = Optional.of(repositoryFile(Trust.UNKNOWN));
        typed("yes\n");
        assertEquals(0, shell.run("trust"));
        assertTrue(shell.err().contains("{\"agent\": \"sample\"}"), shell.err());
        assertEquals(1, termal.trusted.size());
    }

    @Test
    void anythingButYesIsNo() {
        termal.repositoryFile = Optional.of(repositoryFile(Trust.CHANGED));
        typed("\n");
        assertEquals(1, shell.run("trust"));
        assertTrue(shell.err().contains("(changed since it was trusted)"), shell.err());
        assertEquals(List.of(), termal.trusted);
    }

    @Test
    void trustingWithoutATerminalAsksNobody() {
        termal.repositoryFile = Optional.of(repositoryFile(Trust.UNKNOWN));
        assertEquals(0, shell.run("trust", "sub"));
        assertEquals("trusted /r/.termal/config.json, as long as it stays as it is\n", shell.out());
        termal.repositoryFile = Optional.of(repositoryFile(Trust.TRUSTED));
        shell.out.reset();
        assertEquals(0, shell.run("trust"));
        assertEquals("/r/.termal/config.json is trusted already\n", shell.out());
    }

    @Test
    void nothingToTrust() {
        assertEquals(2, shell.run("trust"));
        assertTrue(shell.err().contains("no .termal/config.json was found"), shell.err());
    }

    @Test
    void trustIsListedAndRevoked() {
        assertEquals(0, shell.run("trust", "list"));
        assertEquals("No repository's config file is trusted.\n", shell.out());
        shell.out.reset();
        termal.trusted.add(repositoryFile(Trust.TRUSTED));
        assertEquals(0, shell.run("trust", "list"));
        assertEquals("""
                STATE    SINCE                 FILE
                changed  2026-01-02T03:04:05Z  /r/.termal/config.json
                """, shell.out());
        shell.out.reset();
        assertEquals(0, shell.run("trust", "revoke", "/r/.termal/config.json"));
        assertEquals("not trusted any more: /r/.termal/config.json\n", shell.out());
        assertEquals(1, shell.run("trust", "revoke", "/r/.termal/config.json"));
    }

    private Path log(String name, String text, long changed) throws IOException {
        Path file = Files.createDirectories(folder.resolve("logs")).resolve(name);
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.fromMillis(changed));
        shell.environment = Map.of("TERMAL_HOME", folder.toString());
        return file;
    }

    @Test
    void theEndOfTheLogThatWasWrittenLast() throws IOException {
        log("termal-2.log", "not this", 1_000);
        Path newest = log(
                "termal-1.log",
                IntStream.range(0, 100)
                        .mapToObj(i -> "line " + i + "\u001B[2J\u0007")
                        .collect(Collectors.joining("\n")),
                2_000);
        assertEquals(0, shell.run("logs", "-n", "2"));
        assertEquals("line 98\uFFFD\nline 99\uFFFD\n", shell.out());
        assertEquals(newest + "\n", shell.err());
        shell.out.reset();
        assertEquals(0, shell.run("logs"));
        assertEquals(50, shell.out().lines().count());
        shell.out.reset();
        assertEquals(0, shell.run("logs", "--path"));
        assertEquals(newest + "\n", shell.out());
    }

    @Test
    void noLogYet() {
        shell.environment = Map.of("TERMAL_HOME", folder.toString());
        assertEquals(1, shell.run("logs"));
        assertTrue(shell.err().contains("there is no log in " + folder), shell.err());
        assertEquals(2, shell.run("logs", "-n", "0"));
    }

    private static KnownRule remembered(String id) {
        Instant since = Instant.parse("2026-01-02T03:04:05Z");
        return new KnownRule(
                Optional.of(id),
                "allow",
                "command make",
                "/h/permissions.json",
                Optional.of(Remember.Scope.FOLDER),
                Optional.of(Path.of("/w")),
                Optional.of(since),
                Optional.empty());
    }

    private static KnownRule ofConfig() {
        return new KnownRule(
                Optional.empty(),
                "deny",
                "command rm *",
                "/h/config.json rules[0]",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void permissionRules() {
        assertEquals(0, shell.run("permissions", "list"));
        termal.rules.addAll(List.of(ofConfig(), remembered("ab12")));
        assertEquals(0, shell.run("permissions", "list"));
        assertEquals("""
                No rules: the permission policy alone decides.
                ID    RULE   WHERE   SINCE                 UNTIL  ABOUT
                -     deny   config                               command rm *
                ab12  allow  /w      2026-01-02T03:04:05Z         command make
                """, shell.out());
    }

    @Test
    void permissionRulesForPrograms() {
        termal.rules.addAll(List.of(ofConfig(), remembered("ab12")));
        assertEquals(0, shell.run("permissions", "list", "-o", "json"));
        JsonNode all = Json.read(shell.out());
        assertEquals("deny", all.get(0).get("decision").asString());
        assertEquals("folder", all.get(1).get("scope").asString());
    }

    @Test
    void permissionRulesAreRevoked() {
        termal.rules.addAll(List.of(ofConfig(), remembered("ab12"), remembered("cd34"), remembered("ef56")));
        assertEquals(2, shell.run("permissions", "revoke"));
        assertEquals(2, shell.run("permissions", "revoke", "--all", "ab12"));
        assertEquals(1, shell.run("permissions", "revoke", "ab12", "nope"));
        assertTrue(shell.out().contains("revoked ab12"), shell.out());
        assertTrue(shell.err().contains("no remembered rule \"nope\""), shell.err());
        assertEquals(0, shell.run("permissions", "revoke", "--all"));
        assertEquals(List.of(ofConfig()), termal.rules);
    }
}

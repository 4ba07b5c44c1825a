package dev.termal.host.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.AuthStatus;
import dev.termal.api.Diagnostics;
import dev.termal.api.Diagnostics.Check;
import dev.termal.api.Diagnostics.Outcome;
import dev.termal.api.ErrorCode;
import dev.termal.api.Fact;
import dev.termal.api.McpServer;
import dev.termal.api.SessionId;
import dev.termal.api.SessionInfo;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.host.config.Config;
import dev.termal.testkit.FakeMachine;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentExamTest {
    @TempDir
    Path folder;

    private AuthStatus auth = AuthStatus.signedIn("by a key");
    private Diagnostics own = Diagnostics.NONE;
    private Callable<LaunchSpec> launch =
            () -> LaunchSpec.builder(List.of("/bin/agent", "--talk"), folder).build();
    private List<McpServer> servers = List.of();
    private boolean relied = true;
    private List<SessionInfo> stored = List.of();

    private final class Profile extends SampleAgent {
        @Override
        public Diagnostics diagnose(HostEnvironment environment) {
            return own;
        }

        @Override
        public AuthStatus authStatus(HostEnvironment environment) {
            return auth;
        }

        @Override
        public String signInInstructions() {
            return "run sample login";
        }

        @Override
        public String installInstructions() {
            return "npm install sample";
        }

        @Override
        public List<String> quirks() {
            return List.of("It is slow.");
        }

        @Override
        public List<SessionInfo> storedSessions(Path cwd, HostEnvironment environment) {
            return cwd.equals(folder) ? stored : List.of();
        }

        @Override
        public Set<String> nestingMarkers() {
            return Set.of("IN_SAMPLE", "NOT_THERE");
        }
    }

    private Diagnostics examine() throws InterruptedException {
        Config.Agent configured = new Config.Agent(
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Map.of("KEY", "secret"),
                List.of("OTHER_KEY"),
                Map.of(),
                Map.of(),
                List.of());
        HostEnvironment machine =
                FakeMachine.in(folder).variable("IN_SAMPLE", "1").variable("PATH", "/bin");
        return new AgentExam(new Profile(), machine, configured, servers, launch, relied).examine();
    }

    private Check check(String name) throws InterruptedException {
        return examine().checks().stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private String fact(String key) throws InterruptedException {
        return examine().facts().stream()
                .filter(fact -> fact.key().equals(key))
                .map(Fact::value)
                .map(String::valueOf)
                .findFirst()
                .orElse("");
    }

    @Test
    void anAgentThatIsReady() throws InterruptedException {
        assertEquals(Outcome.OK, examine().worst());
        assertEquals("/bin/agent", check("command").detail());
        assertEquals("by a key", check("sign-in").detail());
        assertTrue(fact("quirks").contains("It is slow."));
    }

    @Test
    void itsOwnSessionsTheNewestFirst() throws InterruptedException {
        assertEquals("", fact("storedSessions"));
        stored = IntStream.rangeClosed(1, 12)
                .mapToObj(n -> new SessionInfo(
                        new SessionId("s" + n), folder, Optional.of("Title"), Optional.of(Instant.ofEpochSecond(n))))
                .toList();
        String shown = fact("storedSessions");
        assertTrue(shown.contains("s12 of 1970-01-01T00:00:12Z: Title"), shown);
        assertTrue(shown.indexOf("s12 ") < shown.indexOf("s3 ") && !shown.contains("s2 "), shown);
        assertTrue(shown.contains("and 2 older"), shown);
    }

    @Test
    void theEnvironmentByNamesOnly() throws InterruptedException {
        assertTrue(fact("strippedNames").contains("IN_SAMPLE"));
        assertTrue(!fact("strippedNames").contains("NOT_THERE"));
        assertTrue(fact("setNames").contains("KEY"));
        assertTrue(fact("unsetNames").contains("OTHER_KEY"));
        assertTrue(!examine().toString().contains("secret"));
    }

    @Test
    void aMissingProgramSaysHowToInstallIt() throws InterruptedException {
        launch = () -> {
            throw new AgentException(ErrorCode.EXECUTABLE_NOT_FOUND, "tried /a and /b");
        };
        assertEquals(new Check("command", Outcome.FAILURE, "tried /a and /b", "npm install sample"), check("command"));
        relied = false;
        assertEquals(Outcome.WARNING, examine().worst(), "nobody relies on it");
    }

    @Test
    void isNotSaidTwice() throws InterruptedException {
        own = new Diagnostics(List.of(new Check("executable", Outcome.FAILURE, "tried /a", "install it")), List.of());
        launch = () -> {
            throw new AgentException(ErrorCode.EXECUTABLE_NOT_FOUND, "tried /a and /b");
        };
        assertEquals(
                List.of("executable"),
                examine().checks().stream().map(Check::name).toList());
    }

    @Test
    void aMissingSignInSaysHow() throws InterruptedException {
        auth = AuthStatus.required("");
        assertEquals(
                new Check("sign-in", Outcome.FAILURE, "no credentials were found", "run sample login"),
                check("sign-in"));
    }

    @Test
    void whatCannotBeToldIsNoComplaint() throws InterruptedException {
        auth = AuthStatus.unknown("");
        assertEquals(Outcome.OK, check("sign-in").outcome());
    }

    @Test
    void serversAreListedAndTheirCommandsLookedFor() throws InterruptedException {
        servers = List.of(
                new McpServer.Stdio("gone", Path.of("no-such-program"), List.of(), Map.of()),
                new McpServer.Http("web", URI.create("http://h/x"), Map.of("Authorization", "secret")));
        assertEquals(Outcome.WARNING, check("mcp").outcome());
        assertTrue(check("mcp").detail().contains("no-such-program"));
        assertTrue(fact("mcpServers").contains("http://h/x"));
        assertTrue(!examine().toString().contains("secret"));
    }

    @Test
    void aBrokenPluginIsAFinding() throws InterruptedException {
        launch = () -> {
            throw new IllegalStateException("oops");
        };
        assertTrue(check("command").detail().contains("oops"));
    }
}

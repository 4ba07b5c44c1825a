package dev.termal.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentException;
import dev.termal.api.AgentInfo;
import dev.termal.api.AgentSession;
import dev.termal.api.AuthMethod;
import dev.termal.api.AuthMethod.Kind;
import dev.termal.api.AuthStatus;
import dev.termal.api.Capabilities;
import dev.termal.api.EngineId;
import dev.termal.api.ErrorCode;
import dev.termal.api.Feature;
import dev.termal.api.Prompt;
import dev.termal.api.SessionHandler;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.SessionState;
import dev.termal.api.TurnResult;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.Engine;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.EngineProvider;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.api.spi.SignInPlan;
import dev.termal.host.config.Config;
import dev.termal.host.doctor.SampleAgent;
import dev.termal.host.process.TerminalProgram;
import dev.termal.testkit.FakeMachine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Signing in to an agent that notes what is done to it, and asking it for its models. */
@Timeout(60)
class SignInsTest {
    @TempDir
    Path folder;

    private final HostContext context = new HostContext();
    private final List<String> calls = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private List<AuthMethod> methods = List.of(AuthMethod.agent("browser", "In the browser"));
    private List<EngineBinding.ModelInfo> known = List.of();
    private Optional<SignInPlan> plan = Optional.empty();
    private Capabilities capabilities = Capabilities.NONE;
    private boolean answers = true;
    private boolean signedIn = true;

    @AfterEach
    void close() {
        context.close();
    }

    private Connector connector() {
        return new Connector(context, () -> {
            throw new AssertionError("no process here");
        });
    }

    private void signIn(String wanted) throws InterruptedException {
        TerminalProgram terminal = new TerminalProgram(folder.resolve("run"), System.getenv());
        new SignIns(connector(), () -> terminal).signIn(agent(), new SignInCaller() {
            @Override
            public SignInWay choose(List<SignInWay> ways) {
                calls.add("choose of " + ways.stream().map(SignInWay::id).toList());
                return ways.stream()
                        .filter(way -> way.id().equals(wanted))
                        .findFirst()
                        .orElseThrow();
            }

            @Override
            public void told(String line) {
                told.add(line);
            }
        });
    }

    private SessionPlanner.Prepared agent() {
        HostEnvironment machine = FakeMachine.in(folder).variable("THERE", "x");
        return new SessionPlanner.Prepared(
                new Profile(),
                "",
                new Provider(),
                new Binding(),
                machine,
                Config.Agent.nothing(),
                SessionRequest.in(folder),
                Map.of(),
                Optional.empty(),
                Duration.ofMinutes(5),
                0,
                List.of());
    }

    @Test
    @Tag("R-AG-113")
    @Tag("R-AG-116")
    void byTheConnectionThenProvenOnAnother() throws InterruptedException {
        signIn("browser");
        assertEquals(
                List.of("connect", "choose of [browser]", "authenticate browser", "close", "connect", "open", "close"),
                calls);
    }

    @Test
    @Tag("R-AG-116")
    @Tag("PF-94")
    void aSecondSignInAtOnceIsRefused() throws InterruptedException {
        TerminalProgram terminal = new TerminalProgram(folder.resolve("run"), System.getenv());
        SignIns signIns = new SignIns(connector(), () -> terminal);
        List<Throwable> second = new ArrayList<>();
        signIns.signIn(agent(), new SignInCaller() {
            @Override
            public SignInWay choose(List<SignInWay> ways) throws InterruptedException {
                Thread other = new Thread(() -> {
                    try {
                        signIns.signIn(agent(), this);
                    } catch (AgentException | InterruptedException e) {
                        second.add(e);
                    }
                });
                other.start();
                other.join();
                return ways.get(0);
            }

            @Override
            public void told(String line) {
                told.add(line);
            }
        });
        assertEquals(1, second.size());
        assertTrue(second.get(0).getMessage().contains("another sign-in is under way"));
    }

    @Test
    void aSignInThatDidNotTakeIsAFailure() {
        signedIn = false;
        AgentException e = assertThrows(AgentException.class, () -> signIn("browser"));
        assertEquals(ErrorCode.AUTH_REQUIRED, e.code());
        assertEquals("close", calls.get(calls.size() - 1));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void inTheTerminalByTheAgentsOwnCommand() throws InterruptedException {
        plan = Optional.of(new SignInPlan(
                List.of("sh", "-c", "echo $TOKEN_FOR > signed-in; exit 1"),
                Map.of("TOKEN_FOR", "me"),
                List.of(),
                Optional.of(folder.resolve("signed-in")),
                Duration.ofSeconds(50)));
        signIn(SignInWay.OWN_COMMAND);
        assertTrue(Files.exists(folder.resolve("signed-in")));
        assertEquals(
                List.of("connect", "choose of [own-command, browser]", "close", "connect", "open", "close"),
                calls,
                "the connection is closed before the terminal is taken");
        assertTrue(told.stream().anyMatch(line -> line.contains("exit code 1")), told.toString());
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void inTheTerminalByTheAgentsCommandWithFurtherArguments() throws InterruptedException {
        methods = List.of(new AuthMethod("term", "Terminal", "", Kind.TERMINAL, List.of("signed-in"), List.of()));
        signIn("term");
        assertTrue(Files.exists(folder.resolve("signed-in")));
    }

    @Test
    void anAgentThatDoesNotAnswerLeavesItsOwnCommand() {
        answers = false;
        AgentException e = assertThrows(AgentException.class, () -> signIn("browser"));
        assertEquals("it hangs", e.getMessage());
        plan = Optional.of(new SignInPlan(
                List.of("no-such-program"), Map.of(), List.of(), Optional.empty(), Duration.ofSeconds(50)));
        e = assertThrows(AgentException.class, () -> signIn(SignInWay.OWN_COMMAND));
        assertEquals(ErrorCode.EXECUTABLE_NOT_FOUND, e.code());
        assertTrue(told.get(0).contains("it hangs"), told.toString());
    }

    @Test
    void aKeySaysWhichVariable() throws InterruptedException {
        methods = List.of(new AuthMethod("key", "Key", "", Kind.ENVIRONMENT, List.of(), List.of("THERE", "THE_KEY")));
        AgentException e = assertThrows(AgentException.class, () -> signIn("key"));
        assertEquals(ErrorCode.AUTH_REQUIRED, e.code());
        assertTrue(e.getMessage().contains("set THE_KEY where"), e.getMessage());
        methods = List.of(new AuthMethod("key", "Key", "", Kind.ENVIRONMENT, List.of(), List.of("THERE")));
        calls.clear();
        signIn("key");
        assertTrue(calls.contains("open"));
    }

    @Test
    void noWayAtAll() {
        methods = List.of();
        AgentException e = assertThrows(AgentException.class, () -> signIn("any"));
        assertTrue(e.getMessage().endsWith("Ask the sample."), e.getMessage());
    }

    @Test
    void signingOutWhereTheAgentCan() throws InterruptedException {
        SignIns signIns = new SignIns(connector(), () -> new TerminalProgram(folder.resolve("run"), Map.of()));
        AgentException e = assertThrows(AgentException.class, () -> signIns.signOut(agent()));
        assertEquals(ErrorCode.UNSUPPORTED, e.code());
        capabilities = Capabilities.of(Feature.LOGOUT);
        calls.clear();
        signIns.signOut(agent());
        assertEquals(List.of("connect", "logout", "close"), calls);
    }

    @Test
    void modelsThatAreKnownNeedNoAgent() throws InterruptedException {
        known = List.of(new EngineBinding.ModelInfo("m", "M", ""));
        ModelList models = new Models(connector()).of(agent());
        assertEquals(List.of(new ModelList.Model("m", "M", "")), models.models());
        assertEquals(List.of(), calls);
    }

    @Test
    void modelsThatOnlyASessionTells() throws InterruptedException {
        ModelList models = new Models(connector()).of(agent());
        assertEquals(List.of(new ModelList.Model("big", "Big", "")), models.models());
        assertEquals(Optional.of("big"), models.current());
        assertEquals(List.of("connect", "open", "close"), calls);
    }

    private final class Profile extends SampleAgent {
        @Override
        public List<EngineBinding> bindings() {
            return List.of(new Binding());
        }

        @Override
        public String signInInstructions() {
            return "Ask the sample.";
        }

        @Override
        public Optional<SignInPlan> signIn(HostEnvironment environment) {
            return plan;
        }
    }

    private final class Binding implements EngineBinding {
        @Override
        public EngineId engine() {
            return new EngineId("fake");
        }

        @Override
        public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
            return Optional.of(LaunchSpec.builder(List.of("touch"), folder).build());
        }

        @Override
        public List<ModelInfo> models(HostEnvironment environment) {
            return known;
        }
    }

    private final class Provider implements EngineProvider {
        @Override
        public EngineId id() {
            return new EngineId("fake");
        }

        @Override
        public String displayName() {
            return "Fake";
        }

        @Override
        public Engine create(EngineContext lent) {
            return new Engine() {
                @Override
                public AgentConnection connect(ConnectRequest request) {
                    calls.add("connect");
                    if (!answers) {
                        throw new AgentException(ErrorCode.TIMEOUT, "it hangs");
                    }
                    return new Connection();
                }

                @Override
                public void close() {}
            };
        }
    }

    private final class Connection implements AgentConnection {
        private boolean open = true;

        @Override
        public AgentInfo agent() {
            return AgentInfo.UNKNOWN;
        }

        @Override
        public Capabilities capabilities() {
            return capabilities;
        }

        @Override
        public AuthStatus authStatus() {
            return new AuthStatus(AuthStatus.State.UNKNOWN, methods, "");
        }

        @Override
        public void authenticate(String methodId) {
            calls.add("authenticate " + methodId);
        }

        @Override
        public void logout() {
            calls.add("logout");
        }

        @Override
        public AgentSession open(SessionRequest request, SessionHandler handler) {
            if (!signedIn) {
                throw new AgentException(ErrorCode.AUTH_REQUIRED, "sign in first");
            }
            calls.add("open");
            return new Session();
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() {
            if (open) {
                open = false;
                calls.add("close");
            }
        }
    }

    private static final class Session implements AgentSession {
        @Override
        public Optional<SessionId> id() {
            return Optional.empty();
        }

        @Override
        public SessionState state() {
            return SessionState.EMPTY.withOptions(List.of(new SessionState.Option(
                    "model",
                    "Model",
                    "",
                    SessionState.Category.MODEL,
                    SessionState.Type.SELECT,
                    "big",
                    List.of(new SessionState.Choice("big", "Big", "", "")))));
        }

        @Override
        public TurnResult prompt(Prompt prompt) {
            throw new AssertionError("that would cost something");
        }

        @Override
        public void cancel() {}

        @Override
        public void apply(SessionRequest request) {}

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }
}

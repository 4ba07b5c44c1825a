package dev.termal.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.AgentProfileProvider;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The stage of {@link ProfileContract}: the machines, and what a profile is asked for. */
@Timeout(120)
public abstract class ProfileScenes {
    static final String SECRET = "s3cret-never-to-be-seen";

    FakeMachine bare;
    FakeMachine machine;
    private Path folder;
    private Map<Path, String> before = Map.of();

    ProfileScenes() {}

    /** The provider. */
    protected abstract AgentProfileProvider provider();

    /** The profile under test; the provider's only one unless a test says otherwise. */
    protected AgentProfile choose(Collection<? extends AgentProfile> profiles) {
        assertEquals(1, profiles.size(), "the provider gives several profiles: override choose()");
        return profiles.iterator().next();
    }

    /** Puts the agent on the machine: executables, files, what its commands print. */
    protected abstract void install(FakeMachine machine);

    /** Names of executables that the profile looks for; its error must name each. None for an agent that needs none. */
    protected abstract List<String> executables();

    /** Variables in which a person may give the agent a credential. */
    protected Set<String> secretVariables() {
        return Set.of();
    }

    /** Whether the agent asks before it acts when it is driven this way; then the policy must not touch its launch. */
    protected boolean asks(EngineBinding binding) {
        return binding.dialect().isEmpty();
    }

    /** What processes this binding may be asked to launch; unless overridden, by whether it has a dialect. */
    protected List<LaunchRequest> launches(EngineBinding binding, SessionRequest session) {
        return binding.dialect().isPresent()
                ? List.of(new LaunchRequest.ForTurn(session, Prompt.of("hello")), new LaunchRequest.ForSession(session))
                : List.of(new LaunchRequest.ForConnection(session));
    }

    /** Makes the machines. */
    @BeforeEach
    public final void makeMachines(@TempDir Path temporary) throws IOException {
        folder = temporary.toRealPath();
        bare = FakeMachine.in(folder.resolve("bare"));
        machine = FakeMachine.in(folder.resolve("machine"));
        install(machine);
        secretVariables().forEach(name -> machine.variable(name, SECRET));
        bare.knows(profile(bare));
        machine.knows(profile(machine));
        before = files();
    }

    /** Checks that no file was touched. */
    @AfterEach
    public final void filesAreUntouched() throws IOException {
        assertEquals(before, files(), "a profile writes no file");
    }

    private Map<Path, String> files() throws IOException {
        Map<Path, String> all = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.toList()) {
                all.put(path, Files.isRegularFile(path) ? Files.readString(path) : "");
            }
        }
        return all;
    }

    final AgentProfile profile(FakeMachine on) {
        return choose(provider().profiles(on));
    }

    final SessionRequest.Builder session() {
        return SessionRequest.builder(machine.home());
    }

    /** Requests of every sort; a binding may refuse what its agent does not have. */
    private List<SessionRequest> sessions() {
        return List.of(
                session().build(),
                session().model("model-x").build(),
                session().mode("mode-x").build(),
                session().effort("high").build(),
                session().resume(new SessionId("session-x")).build(),
                session().systemPrompt("be kind").build(),
                session().additionalDirectory(machine.runFolder()).build());
    }

    interface EachLaunch {
        void check(EngineBinding binding, LaunchRequest request) throws Exception;
    }

    final void eachLaunch(EachLaunch check) throws Exception {
        for (EngineBinding binding : profile(machine).bindings()) {
            for (SessionRequest session : sessions()) {
                for (LaunchRequest request : launches(binding, session)) {
                    check.check(binding, request);
                }
            }
        }
    }

    /** A launch in words; empty where there is no process, or the binding refuses. */
    final Optional<LaunchSpec> launch(EngineBinding binding, LaunchRequest request) {
        try {
            return binding.launchSpec(request, machine);
        } catch (AgentException e) {
            assertTrue(
                    Set.of(ErrorCode.CONFIGURATION, ErrorCode.UNSUPPORTED).contains(e.code()),
                    () -> "the agent is installed, but: " + e);
            return Optional.empty();
        }
    }

    static List<Object> parts(LaunchSpec spec) {
        return List.of(
                spec.command(),
                spec.cwd(),
                spec.environment(),
                spec.removedNames(),
                spec.secretNames(),
                spec.stdin(),
                spec.files(),
                spec.edits(),
                spec.closesOnEndOfInput());
    }
}

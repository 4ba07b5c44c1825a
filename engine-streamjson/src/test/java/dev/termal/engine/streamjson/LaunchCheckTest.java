package dev.termal.engine.streamjson;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.EngineId;
import dev.termal.api.ErrorCode;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.HostEnvironment;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.testkit.FakeMachine;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchCheckTest {
    @TempDir
    private Path folder;

    private LaunchCheck check;

    @BeforeEach
    void check() {
        check = new LaunchCheck(new Binding(), FakeMachine.in(folder));
    }

    /** An agent with models and modes, and an effort for one of its models alone. */
    private static final class Binding implements EngineBinding {
        @Override
        public EngineId engine() {
            return new EngineId("stream-json");
        }

        @Override
        public Optional<LaunchSpec> launchSpec(LaunchRequest request, HostEnvironment environment) {
            SessionRequest session = request.session();
            if (session.additionalDirectories().size() > 1) {
                throw new AgentException(ErrorCode.EXECUTABLE_NOT_FOUND, "no such program");
            }
            LaunchSpec.Builder launch = LaunchSpec.builder(List.of("agent"), session.cwd());
            session.model().ifPresent(model -> launch.args("--model", model));
            session.effort()
                    .filter(effort -> !session.model().equals(Optional.of("fixed")))
                    .ifPresent(effort -> launch.args("--effort", effort));
            session.mode().ifPresent(mode -> {
                if (!mode.equals("plan")) {
                    throw new AgentException(ErrorCode.CONFIGURATION, "no mode " + mode + "; there is plan");
                }
                launch.args("--plan");
            });
            return Optional.of(launch.build());
        }
    }

    private SessionRequest.Builder request() {
        return SessionRequest.builder(folder.toAbsolutePath());
    }

    private AgentException refused(SessionRequest.Builder request) {
        return assertThrows(AgentException.class, () -> check.refuseImpossible(request.build()));
    }

    @Test
    void whatTheBindingRefusesIsRefusedInItsWords() {
        AgentException refused = refused(request().mode("turbo"));
        assertEquals(ErrorCode.CONFIGURATION, refused.code());
        assertTrue(String.valueOf(refused.getMessage()).contains("there is plan"), refused::toString);
        assertDoesNotThrow(() -> check.refuseImpossible(request().mode("plan").build()));
    }

    @Test
    void aWishThatNoArgumentCarriesIsRefused() {
        AgentException refused = refused(request().option("colour", "red"));
        assertEquals(ErrorCode.UNSUPPORTED, refused.code());
        assertTrue(String.valueOf(refused.getMessage()).contains("colour"), refused::toString);
        check = new LaunchCheck(new TabBinding(false), FakeMachine.in(folder));
        assertDoesNotThrow(
                () -> check.refuseImpossible(request().option("colour", "red").build()), "nothing is launched");
    }

    @Test
    void anEffortThatOneModelDoesNotTakeIsNoMistake() {
        assertDoesNotThrow(() ->
                check.refuseImpossible(request().model("fixed").effort("high").build()));
    }

    @Test
    void whatWasWishedBeforeIsNotLookedAtAgain() {
        SessionRequest before = request().option("colour", "red").build();
        assertDoesNotThrow(() ->
                check.refuseImpossible(before, before.toBuilder().model("m").build()));
    }

    @Test
    void aProgramThatIsNotThereIsToldWhenItIsLaunched() {
        assertDoesNotThrow(() -> check.refuseImpossible(request()
                .additionalDirectory(folder)
                .additionalDirectory(folder.resolve("b"))
                .model("m")
                .build()));
    }
}

package dev.termal.engine.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
import dev.termal.api.ErrorCode;
import dev.termal.api.Prompt;
import dev.termal.api.RawJson;
import dev.termal.api.StopReason;
import dev.termal.api.spi.VendorNotificationHandler;
import dev.termal.api.spi.VendorRequestHandler;
import dev.termal.testkit.Script;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A plugin's binding fails in whatever it is asked: the agent is heard all the same, and its errors are its own. */
@Timeout(120)
final class BrokenBindingTest {
    @TempDir
    Path folder;

    /** What a mistake and a plugin built against another library look like. */
    enum Failure implements Supplier<Throwable> {
        MISTAKE {
            @Override
            public Throwable get() {
                return new IllegalStateException("of the plugin");
            }
        },
        LINKAGE {
            @Override
            public Throwable get() {
                return new NoSuchMethodError("of the plugin");
            }
        }
    }

    private static final class Broken extends BareBinding {
        private final Failure failure;

        Broken(Failure failure) {
            this.failure = failure;
        }

        private <T> T fail() {
            Throwable thrown = failure.get();
            if (thrown instanceof RuntimeException mistake) {
                throw mistake;
            }
            throw (Error) thrown;
        }

        @Override
        public Optional<ErrorCode> classify(PeerError error) {
            return fail();
        }

        @Override
        public Set<String> rewrittenMethods() {
            return Set.of("session/new", "session/update", "session/prompt");
        }

        @Override
        public RawJson rewrite(Wire kind, String method, RawJson message) {
            return fail();
        }

        @Override
        public Map<String, VendorRequestHandler> requestHandlers() {
            return Map.of("vendor/ask", params -> fail());
        }

        @Override
        public Map<String, VendorNotificationHandler> notificationHandlers() {
            return Map.of("vendor/note", params -> fail());
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("TOL-09")
    void itHarmsNothingButWhatItAddsItself(Failure failure) throws Exception {
        Script script = Scripts.prompted()
                .send("{\"jsonrpc\":\"2.0\",\"method\":\"vendor/note\",\"params\":{\"sessionId\":\"s\"}}")
                .send(Wire.request("7", "vendor/ask", "{\"sessionId\":\"s\"}"))
                .expect("\"id\":7", "-32603")
                .send(Wire.update("s", Wire.text("heard")))
                .send("{\"jsonrpc\":\"2.0\",\"id\":{{prompt.id}},\"error\":{\"code\":-32603,"
                        + "\"message\":\"Internal error\",\"data\":{\"details\":\"disk full\"}}}")
                .expectMethod("session/prompt")
                .as("prompt")
                .send(Scripts.END);
        try (AcpRig rig = new AcpRig(folder, script)) {
            AgentSession session = rig.binding(new Broken(failure)).open();
            AgentException failed = assertThrows(AgentException.class, () -> session.prompt(Prompt.of("hi")));
            assertEquals(ErrorCode.AGENT_ERROR, failed.code());
            assertTrue(failed.getMessage().endsWith("disk full"), failed::getMessage);
            assertEquals("heard", rig.recorder.text());
            assertTrue(rig.recorder.calls().contains("extension vendor/note"), "what nobody understood is kept whole");
            assertTrue(rig.logged().stream().anyMatch(line -> line.contains("classifying")), "the log says why");
            assertEquals(StopReason.END_TURN, session.prompt(Prompt.of("again")).stopReason());
        }
    }
}

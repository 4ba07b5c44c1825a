package dev.termal.agent.antigravity;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentId;
import dev.termal.api.AgentSession;
import dev.termal.api.Fact;
import dev.termal.api.Prompt;
import dev.termal.api.SessionRequest;
import dev.termal.api.StopReason;
import dev.termal.api.spi.ClientCapabilities;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.EngineBinding;
import dev.termal.engine.acp.AcpEngineProvider;
import dev.termal.testkit.EventRecorder;
import dev.termal.testkit.FakeContext;
import dev.termal.testkit.FakeMachine;
import dev.termal.testkit.Script;
import dev.termal.testkit.ScriptedAgent;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.io.TempDir;

/** A connection to the ACP server as it was reported, which plays a script. */
abstract class AntigravityServerFixture {
    @TempDir
    Path folder;

    interface Scene {
        void play(AgentConnection connection, EventRecorder recorder, ScriptedAgent agent) throws Exception;
    }

    void connected(OpenFacts facts, Scene scene, Script... scripts) throws Exception {
        EngineBinding binding = new AntigravityAcp(facts);
        Map<String, String> options = new LinkedHashMap<>(binding.options());
        options.remove("resends"); // the host's
        options.put("cancelGrace", "2s");
        FakeMachine machine = FakeMachine.in(folder).executable("agy_acp_server.par");
        try (FakeContext context = FakeContext.realTime();
                ScriptedAgent agent = ScriptedAgent.of(scripts);
                AgentConnection connection = new AcpEngineProvider()
                        .create(context)
                        .connect(new ConnectRequest(
                                new AgentId("antigravity"),
                                binding,
                                SessionRequest.in(folder),
                                agent,
                                machine,
                                options,
                                ClientCapabilities.NONE,
                                event -> {}))) {
            scene.play(connection, EventRecorder.of(agent), agent);
        }
    }

    void connected(Scene scene, Script... scripts) throws Exception {
        connected(OpenFacts.ASSUMED, scene, scripts);
    }

    SessionRequest.Builder request() {
        return SessionRequest.builder(folder.toAbsolutePath());
    }

    static CompletableFuture<StopReason> aside(AgentSession session) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return session.prompt(Prompt.of("go")).stopReason();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    static Optional<Fact.Value> fact(AgentConnection connection, String key) {
        return connection.diagnostics().facts().stream()
                .filter(fact -> fact.key().equals(key))
                .map(Fact::value)
                .findFirst();
    }

    void turn(Script script, java.util.function.Consumer<EventRecorder> then) throws Exception {
        connected(
                (connection, recorder, agent) -> {
                    connection.open(request().build(), recorder).prompt(Prompt.of("hi"));
                    then.accept(recorder);
                },
                script);
    }
}

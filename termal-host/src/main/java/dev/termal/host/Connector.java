package dev.termal.host;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentEvent;
import dev.termal.api.AgentId;
import dev.termal.api.AgentSession;
import dev.termal.api.Answer;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionRequest;
import dev.termal.api.Question;
import dev.termal.api.SessionHandler;
import dev.termal.api.spi.AgentLauncher;
import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.AgentProfile;
import dev.termal.api.spi.ClientCapabilities;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.Engine;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.api.spi.Verdict;
import dev.termal.host.process.ProcessLauncher;
import dev.termal.host.session.HostOwnedOptions;
import jakarta.inject.Inject;
import jakarta.inject.Provider;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** Reaches agents: makes the engines and lends them what starts processes. One per host; from any thread. */
final class Connector implements AutoCloseable {
    /** What the host offers agents: it answers forms and shows pages to visit; files and terminals are theirs. */
    private static final ClientCapabilities OFFERED = new ClientCapabilities(false, false, false, true, true, true);

    private final HostContext context;
    private final Provider<ProcessLauncher> launcher;
    private final Map<String, Engine> engines = new ConcurrentHashMap<>();
    private volatile boolean launched;

    @Inject
    Connector(HostContext context, Provider<ProcessLauncher> launcher) {
        this.context = context;
        this.launcher = launcher;
    }

    Engine engine(SessionPlanner.Prepared prepared) {
        return engines.computeIfAbsent(
                prepared.engine().id().value(), id -> prepared.engine().create(context));
    }

    /** A connection's request, as for a session; nobody listens to what comes before there is one. */
    ConnectRequest request(SessionPlanner.Prepared prepared) {
        return request(prepared, prepared.options(), event -> {});
    }

    /** Reaches an agent without a session of the host. */
    AgentConnection connect(SessionPlanner.Prepared prepared, Consumer<AgentEvent> listener)
            throws InterruptedException {
        return engine(prepared).connect(request(prepared, HostOwnedOptions.forEngine(prepared.options()), listener));
    }

    /** Runs an agent through its engine's probes. */
    List<Verdict> probe(SessionPlanner.Prepared prepared) throws InterruptedException {
        return engine(prepared)
                .probe()
                .orElseThrow(() -> Probes.impossible(prepared))
                .run(request(prepared, HostOwnedOptions.forEngine(prepared.options()), event -> {}));
    }

    /** Opens a session, in which nothing is said and all requests are turned down, and asks something of it. */
    <T> T inSession(SessionPlanner.Prepared prepared, Function<AgentSession, T> question) throws InterruptedException {
        try (AgentConnection connection = connect(prepared, event -> {});
                AgentSession session = connection.open(prepared.request(), new NobodyThere())) {
            return question.apply(session);
        }
    }

    private static final class NobodyThere implements SessionHandler {
        @Override
        public void onEvent(AgentEvent event) {
            // nobody looks
        }

        @Override
        public CompletionStage<PermissionDecision> onPermissionRequest(PermissionRequest request) {
            return CompletableFuture.completedFuture(PermissionDecision.cancelled());
        }

        @Override
        public CompletionStage<Answer> onQuestion(Question question) {
            return CompletableFuture.completedFuture(new Answer.Cancelled());
        }
    }

    /** Starts a process that is no agent, and is ended like one. */
    AgentProcess start(LaunchSpec spec, AgentId name) {
        launched = true;
        return launcher.get().start(spec, name, Set.of());
    }

    private ConnectRequest request(
            SessionPlanner.Prepared prepared, Map<String, String> options, Consumer<AgentEvent> listener) {
        AgentProfile profile = prepared.profile();
        AgentLauncher starter = launch -> {
            launched = true;
            return launcher.get().start(prepared.launchSpec(launch), profile.id(), profile.nestingMarkers());
        };
        return new ConnectRequest(
                profile.id(),
                prepared.binding(),
                prepared.request(),
                starter,
                prepared.environment(),
                options,
                OFFERED,
                listener);
    }

    /** Closes what the engines still have open, and ends all processes, within bounds. */
    @Override
    public void close() {
        engines.values().forEach(Engine::close);
        if (launched) {
            launcher.get().close();
        }
    }
}

package dev.termal.engine.acp;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentEvent;
import dev.termal.api.AgentId;
import dev.termal.api.AgentSession;
import dev.termal.api.Prompt;
import dev.termal.api.SessionHandler;
import dev.termal.api.SessionRequest;
import dev.termal.api.TurnResult;
import dev.termal.api.spi.AgentLauncher;
import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.ClientCapabilities;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.Engine;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.Limits;
import dev.termal.testkit.EventRecorder;
import dev.termal.testkit.FakeContext;
import dev.termal.testkit.FakeMachine;
import dev.termal.testkit.Script;
import dev.termal.testkit.ScriptedAgent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** The engine and a scripted agent, for one test. */
final class AcpRig implements AutoCloseable {
    static final ClientCapabilities EVERYTHING = new ClientCapabilities(true, true, true, true, true, true);

    final ScriptedAgent agent;
    final EventRecorder recorder;
    final List<AgentEvent> early = new CopyOnWriteArrayList<>();
    private final FakeContext context;
    private final Engine engine;
    private final Path folder;
    private final Map<String, String> options = new TreeMap<>();
    private EngineBinding binding = new BareBinding();
    private ClientCapabilities client = ClientCapabilities.NONE;
    private AgentLauncher launcher;

    AcpRig(Path folder, Script... scripts) {
        this(folder, FakeContext.realTime(), ScriptedAgent.of(scripts));
    }

    private AcpRig(Path folder, FakeContext context, ScriptedAgent agent) {
        this.folder = folder;
        this.context = context.limits(Limits.DEFAULT.withCancelGrace(Duration.ofMillis(200)));
        this.agent = agent;
        launcher = agent;
        engine = new AcpEngineProvider().create(context);
        recorder = EventRecorder.of(agent);
    }

    /** One in which no time passes but by {@link #advance}. */
    static AcpRig frozen(Path folder, Script... scripts) {
        return new AcpRig(folder, FakeContext.create(), ScriptedAgent.of(scripts));
    }

    void advance(Duration by) {
        context.advance(by);
    }

    List<String> logged() {
        return context.logged();
    }

    AcpRig option(String key, String value) {
        options.put(key, value);
        return this;
    }

    AcpRig binding(EngineBinding newBinding) {
        binding = newBinding;
        return this;
    }

    AcpRig client(ClientCapabilities newClient) {
        client = newClient;
        return this;
    }

    /** Has the agent's processes seen through something. */
    AcpRig through(UnaryOperator<AgentProcess> seen) {
        launcher = launch -> seen.apply(agent.launch(launch));
        return this;
    }

    SessionRequest.Builder request() {
        return SessionRequest.builder(folder);
    }

    AgentConnection connect() throws InterruptedException {
        return connect(request().build());
    }

    AgentConnection connect(SessionRequest request) throws InterruptedException {
        return engine.connect(new ConnectRequest(
                new AgentId("scripted"),
                binding,
                request,
                launcher,
                FakeMachine.in(folder),
                options,
                client,
                early::add));
    }

    AgentSession open() throws InterruptedException {
        return open(request().build());
    }

    AgentSession open(SessionRequest request) throws InterruptedException {
        return open(request, recorder);
    }

    AgentSession open(SessionRequest request, SessionHandler handler) throws InterruptedException {
        return connect(request).open(request, handler);
    }

    /** Prompts on a thread of its own. */
    static CompletableFuture<TurnResult> prompting(AgentSession session, String text) {
        CompletableFuture<TurnResult> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(session.prompt(Prompt.of(text)));
            } catch (InterruptedException | RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    static TurnResult await(CompletableFuture<TurnResult> turn) throws Exception {
        try {
            return turn.get(60, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception failure ? failure : e;
        }
    }

    /** All that the host wrote, of one method, in order. */
    List<String> sent(String method) {
        return agent.lines().stream()
                .filter(line -> line.contains("\"method\":\"" + method + "\""))
                .toList();
    }

    @Override
    public void close() {
        engine.close();
        try {
            context.awaitThreadsEnded();
        } catch (InterruptedException e) {
            throw new AssertionError("the test was interrupted", e);
        }
        context.close();
        recorder.check();
        agent.close();
        if (binding.requestHandlers().isEmpty()) { // else the words are a vendor's
            HostLines.keep(agent.lines());
        }
    }
}

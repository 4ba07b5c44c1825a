package dev.termal.engine.streamjson;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentId;
import dev.termal.api.AgentSession;
import dev.termal.api.Prompt;
import dev.termal.api.SessionRequest;
import dev.termal.api.TurnResult;
import dev.termal.api.spi.AgentLauncher;
import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.ClientCapabilities;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.Engine;
import dev.termal.testkit.EventRecorder;
import dev.termal.testkit.FakeContext;
import dev.termal.testkit.FakeMachine;
import dev.termal.testkit.Script;
import dev.termal.testkit.ScriptedAgent;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** An engine on a clock that stands still, one scripted agent, one session. Closing it checks what was left behind. */
final class StreamRig implements AutoCloseable {
    static final Map<String, String> PER_TURN = Map.of("process", "per-turn");
    static final Map<String, String> PER_SESSION = Map.of("process", "per-session");

    final FakeContext context = FakeContext.create();
    final ScriptedAgent agent;
    final EventRecorder recorder;
    private final Engine engine = new StreamJsonEngineProvider().create(context);
    private final Path folder;
    private final boolean promptsByLine;
    private AgentLauncher launcher;

    StreamRig(Path folder, boolean promptsByLine, ScriptedAgent agent) {
        this.folder = folder.toAbsolutePath();
        this.promptsByLine = promptsByLine;
        this.agent = agent;
        launcher = agent;
        recorder = EventRecorder.of(agent);
    }

    /** An agent with a process for each turn, which is given its prompts at launch. */
    static StreamRig perTurn(Path folder, Script... scripts) {
        return new StreamRig(folder, false, ScriptedAgent.of(scripts));
    }

    /** An agent with a process for the session, which takes its prompts by lines. */
    static StreamRig perSession(Path folder, Script... scripts) {
        return new StreamRig(folder, true, ScriptedAgent.of(scripts));
    }

    /** Lets the engine have each process only when its script stands at this gate. */
    StreamRig launchedWhenStalled(String gate) {
        launcher = request -> {
            AgentProcess process = agent.launch(request);
            try {
                agent.awaitStalled(gate);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return process;
        };
        return this;
    }

    SessionRequest.Builder request() {
        return SessionRequest.builder(folder);
    }

    AgentConnection connect(Map<String, String> options) throws InterruptedException {
        return engine.connect(new ConnectRequest(
                new AgentId("tabs"),
                new TabBinding(promptsByLine),
                request().build(),
                launcher,
                FakeMachine.in(folder),
                options,
                ClientCapabilities.NONE,
                event -> {}));
    }

    AgentSession open(SessionRequest request) throws InterruptedException {
        return connect(promptsByLine ? PER_SESSION : PER_TURN).open(request, recorder);
    }

    AgentSession open() throws InterruptedException {
        return open(request().build());
    }

    static TurnResult prompt(AgentSession session, String text) throws InterruptedException {
        return session.prompt(Prompt.of(text));
    }

    /** Prompts on another thread. */
    static CompletableFuture<TurnResult> promptAside(AgentSession session, String text) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return prompt(session, text);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    static <T> T await(CompletableFuture<T> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }

    void closeEngine() {
        engine.close();
    }

    @Override
    public void close() {
        engine.close();
        try {
            context.awaitThreadsEnded();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        agent.close();
        context.close();
        recorder.check();
    }

    /** A script line. */
    static Script say(Script script, String... words) {
        return script.verbatim(TabDialect.line(words));
    }

    /** A whole turn of a process of its own. */
    static Script turn(String id, String text) {
        return say(say(say(new Script(), "session", id), "say", text), "end", "END_TURN")
                .exit(0);
    }
}

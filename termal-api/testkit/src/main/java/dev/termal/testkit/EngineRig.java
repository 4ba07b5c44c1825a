package dev.termal.testkit;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentId;
import dev.termal.api.AgentSession;
import dev.termal.api.Prompt;
import dev.termal.api.SessionHandler;
import dev.termal.api.SessionRequest;
import dev.termal.api.TurnResult;
import dev.termal.api.spi.ClientCapabilities;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.Engine;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.EngineProvider;
import dev.termal.api.spi.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An engine under test with all that it is lent, and the agents it talks to. Closing it checks what was left behind. */
final class EngineRig implements AutoCloseable {
    /** Long enough for an agent that answers on a busy machine, short enough to wait for one that does not. */
    private static final Duration CANCEL_GRACE = Duration.ofSeconds(2);

    private final FakeContext context = FakeContext.realTime().limits(Limits.DEFAULT.withCancelGrace(CANCEL_GRACE));
    private final List<ScriptedAgent> agents = new ArrayList<>();
    private final List<EventRecorder> recorders = new ArrayList<>();
    private final Path folder;
    private final EngineBinding binding;
    private final Map<String, String> options;
    private final Engine engine;
    private boolean closed;

    EngineRig(EngineProvider provider, EngineBinding binding, Map<String, String> options, Path folder) {
        this.folder = folder.toAbsolutePath();
        this.binding = binding;
        this.options = options;
        engine = provider.create(context);
    }

    ScriptedAgent agent(Script... scripts) {
        return register(ScriptedAgent.of(scripts));
    }

    ScriptedAgent register(ScriptedAgent agent) {
        agents.add(agent);
        return agent;
    }

    /** A recorder that is checked once more at the end. */
    EventRecorder recorder(ScriptedAgent agent) {
        EventRecorder recorder = EventRecorder.of(agent);
        recorders.add(recorder);
        return recorder;
    }

    SessionRequest.Builder request() {
        return SessionRequest.builder(folder);
    }

    AgentConnection connect(ScriptedAgent agent, SessionRequest request) throws InterruptedException {
        return engine.connect(new ConnectRequest(
                new AgentId("scripted"),
                binding,
                request,
                agent,
                FakeMachine.in(folder),
                options,
                ClientCapabilities.NONE,
                event -> {}));
    }

    AgentSession open(ScriptedAgent agent, SessionRequest request, SessionHandler handler) throws InterruptedException {
        return connect(agent, request).open(request, handler);
    }

    /** Prompts on a thread of its own, which a test may interrupt. */
    Turn prompt(AgentSession session, String text) {
        CompletableFuture<TurnResult> result = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        result.complete(session.prompt(Prompt.of(text)));
                    } catch (InterruptedException | RuntimeException e) {
                        result.completeExceptionally(e);
                    }
                },
                "test-prompt");
        thread.setDaemon(true);
        thread.start();
        return new Turn(thread, result);
    }

    /** A turn that runs. */
    record Turn(Thread thread, CompletableFuture<TurnResult> result) {
        /** Waits for its end; throws what the prompt threw. */
        TurnResult await() throws Throwable {
            try {
                return result.get(HangGuard.SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                throw e.getCause() == null ? e : e.getCause();
            } catch (TimeoutException e) {
                throw new AssertionError(
                        "the turn did not end; its caller is at " + List.of(thread.getStackTrace()), e);
            }
        }
    }

    /** Closes the engine and waits until its threads have ended; nothing may come after that. */
    void closeEngine() throws InterruptedException {
        closed = true;
        recorders.forEach(EventRecorder::resume); // a scene that failed may have left one paused
        engine.close();
        engine.close();
        context.awaitThreadsEnded();
        recorders.forEach(EventRecorder::sessionClosed);
    }

    @Override
    public void close() {
        if (!closed) {
            engine.close();
        }
        agents.forEach(ScriptedAgent::close);
        recorders.forEach(EventRecorder::check);
        context.close();
    }
}

package dev.termal.engine.streamjson;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.Notice;
import dev.termal.api.AgentEvent.SessionBound;
import dev.termal.api.AgentEvent.StateUpdate;
import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
import dev.termal.api.Capabilities;
import dev.termal.api.Diagnostics;
import dev.termal.api.ErrorCode;
import dev.termal.api.Fact;
import dev.termal.api.Feature;
import dev.termal.api.McpServer;
import dev.termal.api.Prompt;
import dev.termal.api.SessionHandler;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.SessionState;
import dev.termal.api.StopReason;
import dev.termal.api.TurnResult;
import dev.termal.api.spi.AgentLauncher;
import dev.termal.api.spi.DialectFactory;
import dev.termal.api.spi.EngineContext;
import dev.termal.engine.streamjson.Counters.Event;
import dev.termal.engine.streamjson.StreamJsonOptions.ProcessModel;
import java.lang.System.Logger.Level;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One conversation, over one process after the other.
 *
 * <p>Wishes are launch arguments: whatever changes takes effect with the next prompt, in a process that continues the
 * conversation.
 */
final class StreamJsonSession implements AgentSession {
    private final EngineContext context;
    private final SessionHandler handler;
    private final Consumer<StreamJsonSession> whenClosed;
    private final LaunchCheck check;
    private final Conversation conversation;
    private final Counters counters = new Counters();
    private final Runner runner;
    private final ReentrantLock turns = new ReentrantLock(true);
    private volatile SessionState state;
    private @Nullable Turn running; // guarded by this, as the next
    private boolean closed;

    StreamJsonSession(
            EngineContext context,
            AgentLauncher launcher,
            DialectFactory dialects,
            StreamJsonOptions options,
            LaunchCheck check,
            SessionRequest request,
            SessionHandler handler,
            Consumer<StreamJsonSession> whenClosed) {
        this.context = context;
        this.check = check;
        this.handler = handler;
        this.whenClosed = whenClosed;
        conversation = new Conversation(request);
        state = SessionState.EMPTY.withMode(request.mode());
        Launches launches = new Launches(context, launcher, dialects, options, this::deliver, counters);
        runner = options.process() == ProcessModel.PER_SESSION
                ? new ProcessPerSession(conversation, launches)
                : new ProcessPerTurn(conversation, launches);
    }

    @Override
    public Optional<SessionId> id() {
        return conversation.id();
    }

    @Override
    public SessionState state() {
        return state;
    }

    @Override
    public TurnResult prompt(Prompt prompt) throws InterruptedException {
        PromptText.of(prompt, Optional.empty()); // what cannot be sent is refused before it waits
        turns.lockInterruptibly();
        try {
            Optional<String> preamble = conversation.textBefore(state.isCommand(prompt));
            Turn turn = begin(PromptText.of(prompt, preamble));
            try {
                return run(turn);
            } finally {
                end();
            }
        } finally {
            turns.unlock();
        }
    }

    private synchronized Turn begin(Prompt prompt) {
        if (closed) {
            throw new AgentException(ErrorCode.CLOSED, "the session is closed");
        }
        conversation.beginTurn();
        counters.count(Event.TURNS);
        Turn turn = new Turn(prompt);
        running = turn;
        return turn;
    }

    private synchronized void end() {
        running = null;
    }

    private TurnResult run(Turn turn) throws InterruptedException {
        try {
            return runner.begin(turn).awaitResult();
        } catch (InterruptedException e) {
            turn.cancelAndWait();
            throw e;
        } catch (AgentException e) {
            if (turn.isCancelled() && isOpen()) {
                return TurnResult.of(StopReason.CANCELLED);
            }
            throw e;
        }
    }

    /** Tells which of the wished-for servers the agent will not see. On the opener's thread, before anything runs. */
    void tellServersLeftOut(Capabilities capabilities) {
        String names = conversation.wanted().mcpServers().stream()
                .filter(server -> !capabilities.has(featureOf(server)))
                .map(McpServer::name)
                .collect(Collectors.joining(", "));
        if (!names.isEmpty()) {
            tell(new Notice(Notice.Level.WARNING, "this agent takes no MCP servers from its host; left out: " + names));
        }
    }

    private static Feature featureOf(McpServer server) {
        return server instanceof McpServer.Stdio
                ? Feature.MCP_STDIO
                : server instanceof McpServer.Http ? Feature.MCP_HTTP : Feature.MCP_SSE;
    }

    /** On the dispatcher of the process that runs. */
    private void deliver(AgentEvent event) {
        conversation.spoke(event);
        if (event instanceof SessionBound bound && !bound(bound.id())) {
            return;
        }
        if (event instanceof StateUpdate update) {
            state = update.state();
        }
        tell(event);
    }

    private boolean bound(SessionId id) {
        Optional<SessionId> asked = conversation.wanted().resume();
        boolean news = conversation.bound(id);
        if (news && asked.isPresent() && !asked.get().equals(id)) {
            tell(new Notice(
                    Notice.Level.WARNING,
                    "the agent goes on under another session id: " + id + " in place of " + asked.get()));
        }
        return news;
    }

    private void tell(AgentEvent event) {
        try {
            handler.onEvent(event);
        } catch (RuntimeException e) {
            context.log().log(Level.WARNING, "a handler must not throw; the event counts as delivered", e);
        }
    }

    @Override
    public void cancel() {
        Turn turn;
        synchronized (this) {
            turn = running;
        }
        if (turn != null) {
            counters.count(Event.KILLS);
            turn.cancel();
        }
    }

    /** Takes effect with the next prompt. */
    @Override
    public void setMode(String modeId) {
        change(request -> request.mode(modeId));
        state = state.withMode(Optional.of(modeId));
    }

    private void change(UnaryOperator<SessionRequest.Builder> change) {
        SessionRequest now = conversation.wanted();
        check.refuseImpossible(now, change.apply(now.toBuilder()).build());
        conversation.change(change);
    }

    /** Takes effect with the next prompt: {@code model} and {@code effort} are arguments of every launch. */
    @Override
    public void setOption(String optionId, String value) {
        switch (optionId) {
            case "model" -> change(request -> request.model(value));
            case "effort" -> change(request -> request.effort(value));
            default ->
                throw new AgentException(
                        ErrorCode.UNSUPPORTED,
                        "this agent has no option \"" + optionId
                                + "\" to be changed in a session: only model and effort");
        }
    }

    @Override
    public void apply(SessionRequest request) {
        check.refuseImpossible(conversation.wanted(), request);
        conversation.replace(request);
        state = state.withMode(request.mode());
    }

    @Override
    public synchronized boolean isOpen() {
        return !closed;
    }

    Diagnostics diagnostics() {
        List<Fact> facts = new ArrayList<>(counters.facts());
        facts.add(Fact.of("state", "State", word()));
        conversation.id().ifPresent(id -> facts.add(Fact.of("conversationId", "The agent's session", id.value())));
        runner.process()
                .filter(DialectProcess::isOpen)
                .map(DialectProcess::process)
                .ifPresent(process -> {
                    facts.add(number("pid", "Process", process.pid()));
                    process.treeMemory()
                            .ifPresent(bytes -> facts.add(new Fact("memory", "Memory", new Fact.Value.Bytes(bytes))));
                });
        runner.process()
                .map(DialectProcess::process)
                .ifPresent(process ->
                        facts.add(number("malformedBytes", "Bytes that were no UTF-8", process.malformedBytes())));
        return new Diagnostics(List.of(), facts);
    }

    private synchronized String word() {
        boolean lives = runner.process().filter(DialectProcess::isOpen).isPresent();
        return running != null ? "running" : lives ? "ready" : runner.process().isPresent() ? "dead" : "idle";
    }

    private static Fact number(String key, String label, long value) {
        return new Fact(key, label, new Fact.Value.Numeric(BigDecimal.valueOf(value)));
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        runner.close();
        whenClosed.accept(this);
    }
}

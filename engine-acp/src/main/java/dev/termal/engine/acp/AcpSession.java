package dev.termal.engine.acp;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
import dev.termal.api.Capabilities;
import dev.termal.api.ContentBlock;
import dev.termal.api.ErrorCode;
import dev.termal.api.Feature;
import dev.termal.api.FollowUp;
import dev.termal.api.Prompt;
import dev.termal.api.SessionHandler;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.SessionState;
import dev.termal.api.StopReason;
import dev.termal.api.TurnResult;
import dev.termal.api.spi.EngineBinding;
import dev.termal.engine.acp.jsonrpc.JsonRpcException;
import dev.termal.engine.acp.jsonrpc.Responder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One conversation. It outlives its process: when that has ended, or when what is wished needs another launch, the next prompt
 * launches a new one and continues the conversation there.
 *
 * <p>The lock guards fields only. What the agent says is folded and delivered on the dispatching thread alone.
 */
final class AcpSession implements AgentSession, SessionRouter.Inbox, AgentRequests.Session {
    private final AcpConnection connection;
    private final SessionHandler handler;
    private final UpdateReader reader = new UpdateReader();
    private final AgentRequests requests;
    private final Replay replay;

    private final Object lock = new Object();
    private SessionRequest request; // guarded by lock, as the next two
    private @Nullable Turn turn;
    private boolean closed;

    private volatile AgentLink link;
    private volatile SessionRequest launched;
    private volatile SessionRequest applied;
    private volatile @Nullable SessionId id;
    private volatile boolean begun; // the conversation holds something that could be lost
    private volatile boolean lost;
    private volatile boolean promptSystemText;

    AcpSession(AcpConnection connection, AgentLink link, SessionRequest request, SessionHandler handler) {
        this.connection = connection;
        this.link = link;
        this.request = request;
        this.launched = request;
        this.applied = request;
        this.handler = handler;
        requests = new AgentRequests(this, handler, connection.client(), reader);
        replay = new Replay(connection.options().replayQuiet());
    }

    // Opening and continuing.

    void open() throws InterruptedException {
        if (request.resume().isPresent()) {
            continueConversation(request.resume().get(), request.replay());
            begun = true;
        } else {
            begin();
        }
        wishes().apply(request, failure -> {
            throw failure;
        });
        applied = request;
    }

    private void begin() throws InterruptedException {
        AgentLink to = link;
        ObjectNode params = setup();
        promptSystemText = request.systemPrompt().isPresent()
                && !connection.launchPlan().carries(request, LaunchPlan.Part.SYSTEM_PROMPT);
        to.router().beginOpening();
        try {
            connection
                    .signIn()
                    .during(
                            to,
                            () -> to.ask(
                                    "session/new", params, connection.options().openSession(), result -> {
                                        SessionId told = Json.word(result, "sessionId")
                                                .map(SessionId::new)
                                                .orElseThrow(() -> new AgentException(
                                                        ErrorCode.PROTOCOL,
                                                        connection.name() + " opened a session without an id"));
                                        bind(to, told, result);
                                        return told;
                                    }));
        } finally {
            to.router().endOpening();
        }
    }

    private void continueConversation(SessionId known, SessionRequest.Replay wanted) throws InterruptedException {
        Capabilities capabilities = connection.capabilities();
        boolean canLoad = capabilities.has(Feature.SESSION_LOAD);
        boolean canResume = capabilities.has(Feature.SESSION_RESUME);
        if (!canLoad && !canResume) {
            throw new AgentException(
                    ErrorCode.SESSION_NOT_FOUND,
                    connection.name() + " can neither resume nor load a session, so " + known + " is lost");
        }
        boolean load = canLoad && (wanted == SessionRequest.Replay.DELIVER || !canResume);
        AgentLink to = link;
        ObjectNode params = setup().put("sessionId", known.value());
        replay.begin(wanted, load);
        to.router().attach(known, this);
        try {
            connection
                    .signIn()
                    .during(
                            to,
                            () -> to.ask(
                                    load ? "session/load" : "session/resume",
                                    params,
                                    connection.options().openSession(),
                                    result -> {
                                        replay.answered();
                                        // some agents name another session than they were asked for
                                        bind(
                                                to,
                                                Json.word(result, "sessionId")
                                                        .map(SessionId::new)
                                                        .orElse(known),
                                                result);
                                        return known;
                                    }));
            replay.awaitQuiet(connection.options().openSession());
        } catch (AgentException | InterruptedException e) {
            to.router().detach(this);
            replay.end();
            throw e;
        }
        to.dispatch(reader.calls()::clear); // calls of the past are not open in the turn to come
    }

    private ObjectNode setup() {
        ObjectNode params = Json.object().put("cwd", request.cwd().toString());
        params.set(
                "mcpServers",
                McpServerMapper.write(
                        request.mcpServers(),
                        connection.capabilities(),
                        skipped -> notice(AgentEvent.Notice.Level.WARNING, skipped)));
        if (!request.additionalDirectories().isEmpty()) {
            if (connection.capabilities().has(Feature.ADDITIONAL_DIRECTORIES)) {
                request.additionalDirectories()
                        .forEach(folder ->
                                params.withArray("additionalDirectories").add(folder.toString()));
            } else if (!connection.launchPlan().carries(request, LaunchPlan.Part.FOLDERS)) {
                connection.capabilities().require(Feature.ADDITIONAL_DIRECTORIES);
            }
        }
        return params;
    }

    /** On the dispatching thread, in the place of the answer that opened the session. */
    private void bind(AgentLink to, SessionId told, JsonNode result) {
        boolean isNew = !told.equals(id);
        id = told;
        to.router().attach(told, this);
        if (isNew) {
            tell(new AgentEvent.SessionBound(told));
        }
        deliverAll(reader.changed(reader.facts().opened(result)));
        to.router().deliverEarly(told, this);
    }

    private SessionWishes wishes() {
        return new SessionWishes(
                link,
                knownId().value(),
                reader,
                this::deliver,
                connection.launchPlan(),
                connection.options().setOption());
    }

    private SessionId knownId() {
        SessionId known = id;
        if (known == null) {
            throw new AgentException(ErrorCode.CLOSED, "the session was never opened");
        }
        return known;
    }

    // Turns.

    @Override
    public TurnResult prompt(Prompt prompt) throws InterruptedException {
        Turn current = beginTurn();
        try {
            prepare();
            if (!current.prepared()) {
                return TurnResult.of(StopReason.CANCELLED);
            }
            return connection.signIn().during(link, () -> run(current, prompt));
        } catch (InterruptedException e) {
            if (current.isPreparationCancelled()) {
                return TurnResult.of(StopReason.CANCELLED);
            }
            throw e;
        } finally {
            current.end();
            synchronized (lock) {
                turn = null;
            }
        }
    }

    private Turn beginTurn() {
        synchronized (lock) {
            if (closed) {
                throw new AgentException(ErrorCode.CLOSED, "the session is closed");
            }
            if (turn != null) {
                throw new AgentException(ErrorCode.UNSUPPORTED, "the session runs a turn; one runs at a time");
            }
            Turn begun = new Turn();
            turn = begun;
            return begun;
        }
    }

    /** Makes the session what it shall be, in a new process where the old one has ended or does not fit. */
    private void prepare() throws InterruptedException {
        SessionRequest target = wanted();
        List<String> causes = new ArrayList<>();
        if (!target.equals(applied)) {
            causes.addAll(connection.launchPlan().causes(launched, target, state()));
        }
        Optional<SessionId> conversation = conversation(target, causes);
        if (!link.isAlive() || !causes.isEmpty()) {
            SessionRequest lasting = withCurrentMode(target);
            relaunch(target, conversation, causes);
            wishes().apply(lasting, this::notice);
        } else {
            wishes().apply(SessionWishes.changes(applied, target), this::notice);
        }
        applied = target;
    }

    /** An agent may have left the mode that was wished for by itself; a new process shall not go back to it. */
    private SessionRequest withCurrentMode(SessionRequest target) {
        Optional<String> current = state().mode();
        return target.mode().equals(applied.mode()) && target.mode().isPresent() && current.isPresent()
                ? target.toBuilder().mode(current.get()).build()
                : target;
    }

    private SessionRequest wanted() {
        synchronized (lock) {
            return request;
        }
    }

    /** The conversation to go on with; another one than the current is a cause of its own. */
    private Optional<SessionId> conversation(SessionRequest target, List<String> causes) {
        Optional<SessionId> current = Optional.ofNullable(id);
        if (target.resume().isPresent()
                && !target.resume().equals(current)
                && !target.resume().equals(launched.resume())) {
            causes.add("conversation");
            return target.resume();
        }
        if (target.resume().isEmpty() && launched.resume().isPresent()) {
            causes.add("conversation reset");
            return Optional.empty();
        }
        return begun ? current : Optional.empty();
    }

    private void relaunch(SessionRequest target, Optional<SessionId> conversation, List<String> causes)
            throws InterruptedException {
        link.router().detach(this);
        connection.release(link);
        SessionRequest.Builder launch = target.toBuilder().fresh();
        conversation.ifPresent(launch::resume);
        link = connection.launch(launch.build());
        launched = target;
        link.dispatch(reader.calls()::clear);
        if (!causes.isEmpty()) {
            notice(AgentEvent.Notice.Level.INFO, "the agent was started anew: " + String.join(", ", causes));
        }
        boolean done = false;
        try {
            if (conversation.isPresent()) {
                continueConversation(conversation.get(), SessionRequest.Replay.DISCARD);
            } else {
                begin();
            }
            begun = conversation.isPresent();
            done = true;
        } catch (AgentException e) {
            lost = e.code() == ErrorCode.SESSION_NOT_FOUND;
            throw e;
        } finally {
            if (!done) {
                link.router().detach(this);
                connection.release(link); // the next prompt shall find no process without its conversation
            }
        }
    }

    private void notice(AgentException failure) {
        notice(AgentEvent.Notice.Level.WARNING, String.valueOf(failure.getMessage()));
    }

    private void notice(AgentEvent.Notice.Level level, String text) {
        link.dispatch(() -> tell(new AgentEvent.Notice(level, text)));
    }

    private TurnResult run(Turn current, Prompt prompt) throws InterruptedException {
        if (current.isCancelled()) {
            return TurnResult.of(StopReason.CANCELLED); // while signing in for a second try
        }
        AgentLink to = link;
        ObjectNode params = Json.object().put("sessionId", knownId().value());
        params.set("prompt", ContentMapper.write(withSystemText(prompt), connection.capabilities()));
        to.dispatch(() -> {
            replay.end();
            reader.calls().beginTurn();
        });
        AgentLink.Sent<TurnResult> sent =
                to.send("session/prompt", params, (result, failure) -> end(current, result, failure));
        begun = true;
        if (current.sent(sent.call())) {
            stop(current, to);
        }
        return await(sent.answer());
    }

    private Prompt withSystemText(Prompt prompt) {
        if (!promptSystemText) {
            return prompt;
        }
        promptSystemText = false;
        List<ContentBlock> blocks = new ArrayList<>();
        wanted().systemPrompt().map(ContentBlock::text).ifPresent(blocks::add);
        blocks.addAll(prompt.blocks());
        return new Prompt(blocks);
    }

    private TurnResult await(CompletableFuture<TurnResult> answer) throws InterruptedException {
        try {
            return answer.get();
        } catch (InterruptedException e) {
            cancel();
            answer.handle((result, failure) -> true).join(); // within the bounds of cancelling
            throw e;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        }
    }

    /** The agent has answered the prompt, or never will; on the dispatching thread, behind all of the turn's updates. */
    private TurnResult end(Turn current, JsonNode result, @Nullable AgentException failure) {
        StopReason reason = Json.constant(
                StopReason.values(), Json.text(result, "stopReason").orElse(""), StopReason.OTHER);
        boolean stopped = current.isCancelled() || (failure == null && reason == StopReason.CANCELLED);
        deliverAll(stopped ? reader.calls().cancelOpen() : reader.calls().failOpen());
        if (failure == null || failure.code() != ErrorCode.AUTH_REQUIRED) {
            current.end(); // else it may be tried once more
        }
        if (isClosed()) {
            throw new AgentException(ErrorCode.CLOSED, "the session was closed");
        }
        if (current.isCancelled()) {
            return new TurnResult(StopReason.CANCELLED, UsageMapper.turn(result), Optional.empty());
        }
        if (failure != null) {
            throw failure;
        }
        connection.signIn().proven();
        return new TurnResult(reason, UsageMapper.turn(result), current.followUp());
    }

    @Override
    public void cancel() {
        Turn current;
        synchronized (lock) {
            current = turn;
        }
        if (current != null && current.cancel()) {
            stop(current, link);
        }
    }

    private void stop(Turn current, AgentLink to) {
        to.dispatch(() -> {
            if (!current.ended().isDone()) {
                deliverAll(reader.calls().cancelOpen());
            }
        });
        Thread thread = connection
                .context()
                .threads()
                .newThread(new Cancellation(
                        current,
                        to,
                        requests,
                        knownId().value(),
                        connection.options().cancelGrace(),
                        connection.context()));
        thread.setName("termal-cancel-" + connection.name());
        thread.start();
    }

    // What the agent says; on the dispatching thread.

    @Override
    public void onUpdate(JsonNode update) {
        replay.heard();
        deliverAll(reader.read(update));
    }

    @Override
    public void onRequest(String method, JsonNode params, Responder responder) {
        if (isClosed()) {
            throw JsonRpcException.invalidParams("The session is closed");
        }
        requests.handle(method, params, responder);
    }

    @Override
    public void deliver(AgentEvent event) {
        replay.pass(event).ifPresent(this::tell);
    }

    private void tell(AgentEvent event) {
        if (isClosed()) {
            return;
        }
        try {
            handler.onEvent(event);
        } catch (RuntimeException e) {
            connection.context().log().log(System.Logger.Level.WARNING, "a handler failed", e);
        }
    }

    private void deliverAll(List<AgentEvent> events) {
        events.forEach(this::deliver);
    }

    @Override
    public void dispatch(Runnable task) {
        link.dispatch(task);
    }

    @Override
    public boolean isPrompting() {
        synchronized (lock) {
            return turn != null;
        }
    }

    @Override
    public boolean isCancelling() {
        synchronized (lock) {
            return closed || (turn != null && turn.isCancelled());
        }
    }

    @Override
    public void followUp(FollowUp followUp) {
        synchronized (lock) {
            if (turn != null) {
                turn.followUp(followUp);
            }
        }
    }

    @Override
    public EngineBinding binding() {
        return link.binding();
    }

    // State and wishes.

    @Override
    public Optional<SessionId> id() {
        return Optional.ofNullable(id);
    }

    @Override
    public SessionState state() {
        return reader.facts().state();
    }

    @Override
    public void setMode(String modeId) throws InterruptedException {
        boolean isSet = link.isAlive();
        if (isSet) {
            wishes().setMode(modeId);
        }
        wish(isSet, wished -> wished.mode(modeId));
    }

    @Override
    public void setOption(String optionId, String value) throws InterruptedException {
        SessionState.Category category =
                state().option(optionId).map(SessionState.Option::category).orElse(SessionState.Category.OTHER);
        boolean isSet = link.isAlive();
        if (isSet) {
            wishes().setOption(optionId, value);
        }
        wish(isSet, wished -> {
            switch (category) {
                case MODEL -> wished.model(value);
                case MODE -> wished.mode(value);
                case THOUGHT_LEVEL -> wished.effort(value);
                case OTHER -> wished.option(optionId, value);
            }
        });
    }

    /** Remembers a wish for every process to come. */
    private void wish(boolean isSet, Consumer<SessionRequest.Builder> change) {
        synchronized (lock) {
            request = changed(request, change);
        }
        if (isSet) {
            applied = changed(applied, change);
        }
    }

    private static SessionRequest changed(SessionRequest before, Consumer<SessionRequest.Builder> change) {
        SessionRequest.Builder after = before.toBuilder();
        change.accept(after);
        return after.build();
    }

    @Override
    public void apply(SessionRequest target) {
        synchronized (lock) {
            SessionRequest.Builder merged = target.toBuilder();
            if (target.model().isEmpty()) {
                request.model().ifPresent(merged::model);
            }
            if (target.mode().isEmpty()) {
                request.mode().ifPresent(merged::mode);
            }
            if (target.effort().isEmpty()) {
                request.effort().ifPresent(merged::effort);
            }
            request.options().forEach((option, value) -> {
                if (!target.options().containsKey(option)) {
                    merged.option(option, value);
                }
            });
            request = merged.build();
        }
    }

    private boolean isClosed() {
        synchronized (lock) {
            return closed;
        }
    }

    @Override
    public boolean isOpen() {
        return !isClosed() && !lost && (link.isAlive() || !begun || connection.canContinue());
    }

    AgentLink link() {
        return link;
    }

    @Override
    public void close() {
        synchronized (lock) {
            if (closed) {
                return;
            }
            closed = true;
        }
        requests.cancelAll();
        connection.forget(this);
    }
}

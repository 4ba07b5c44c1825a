package dev.termal.host.session;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.MessageChunk;
import dev.termal.api.AgentException;
import dev.termal.api.AgentInfo;
import dev.termal.api.AgentSession;
import dev.termal.api.AuthStatus;
import dev.termal.api.Capabilities;
import dev.termal.api.ErrorCode;
import dev.termal.api.Feature;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionRequest;
import dev.termal.api.Prompt;
import dev.termal.api.SessionHandler;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.SessionState;
import dev.termal.api.StopReason;
import dev.termal.api.ToolCall;
import dev.termal.api.TurnResult;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.Engine;
import dev.termal.api.spi.HostTool;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** An engine in this process whose agents do in a turn what the test says. */
public final class FakeEngine implements Engine {
    public static final TurnResult DONE = TurnResult.of(StopReason.END_TURN);

    /** What an agent does in a turn. */
    public interface Play {
        TurnResult turn(Prompt prompt, FakeSession session) throws InterruptedException;
    }

    /** What happens when an agent is connected to. */
    public interface Connecting {
        void run() throws InterruptedException;
    }

    final List<ConnectRequest> connects = new CopyOnWriteArrayList<>();
    final List<SessionRequest> opened = new CopyOnWriteArrayList<>();
    public final List<FakeSession> sessions = new CopyOnWriteArrayList<>();
    public volatile Connecting connecting = () -> {};
    volatile Optional<SessionId> id = Optional.of(new SessionId("agent-1"));
    /** Whether it knows no session that was before. */
    volatile boolean forgets;

    /** The tools that the host lends its agents, which can reach them where there are any. */
    final List<HostTool> tools = new CopyOnWriteArrayList<>();

    /** What its agents are told of instead of tools. */
    volatile Optional<String> inWords = Optional.empty();

    volatile AgentInfo info = AgentInfo.UNKNOWN;
    private volatile Play play;

    public FakeEngine(Play play) {
        this.play = play;
    }

    public void play(Play other) {
        play = other;
    }

    public FakeSession last() {
        return sessions.get(sessions.size() - 1);
    }

    @Override
    public AgentConnection connect(ConnectRequest request) throws InterruptedException {
        connects.add(request);
        connecting.run();
        return new FakeConnection();
    }

    @Override
    public void close() {}

    private final class FakeConnection implements AgentConnection {
        private final CountDownLatch closed = new CountDownLatch(1);

        @Override
        public AgentInfo agent() {
            return info;
        }

        @Override
        public Capabilities capabilities() {
            return tools.isEmpty()
                    ? Capabilities.of(Feature.PERMISSIONS)
                    : Capabilities.of(Feature.PERMISSIONS, Feature.MCP_HTTP);
        }

        @Override
        public AuthStatus authStatus() {
            return AuthStatus.unknown("");
        }

        @Override
        public AgentSession open(SessionRequest request, SessionHandler handler) {
            opened.add(request);
            if (forgets && request.resume().isPresent()) {
                throw new AgentException(ErrorCode.SESSION_NOT_FOUND, "no such session");
            }
            FakeSession session = new FakeSession(request, handler, closed);
            sessions.add(session);
            return session;
        }

        @Override
        public boolean isOpen() {
            return closed.getCount() > 0;
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }

    /** A session that plays on the thread which prompts. */
    public final class FakeSession implements AgentSession {
        final SessionRequest wanted;
        public final SessionHandler handler;
        final CountDownLatch processEnded;
        final CountDownLatch cancelled = new CountDownLatch(1);
        public final List<String> calls = new CopyOnWriteArrayList<>();
        volatile Optional<AgentException> refuses = Optional.empty();
        private volatile SessionState state = SessionState.EMPTY;

        FakeSession(SessionRequest wanted, SessionHandler handler, CountDownLatch processEnded) {
            this.wanted = wanted;
            this.handler = handler;
            this.processEnded = processEnded;
        }

        void tellsCommand(String name) {
            state = new SessionState(
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    List.of(),
                    List.of(new SessionState.Command(name, "", Optional.empty())));
            handler.onEvent(new AgentEvent.StateUpdate(state));
        }

        public void says(String text) {
            handler.onEvent(MessageChunk.text(text));
        }

        public void calls(String id, ToolCall.Kind kind, ToolCall.Status status) {
            handler.onEvent(new AgentEvent.ToolCallUpdate(ToolCall.builder(id)
                    .title("call " + id)
                    .kind(kind)
                    .status(status)
                    .build()));
        }

        /** Asks on the thread that prompts, and waits for the answer. */
        public PermissionDecision asks(String id, ToolCall.Kind kind) {
            PermissionRequest request = new PermissionRequest(
                    ToolCall.builder(id).title("call " + id).kind(kind).build(),
                    List.of(
                            new PermissionOption("yes", "Yes", PermissionOption.Kind.ALLOW_ONCE),
                            new PermissionOption("no", "No", PermissionOption.Kind.REJECT_ONCE)));
            return handler.onPermissionRequest(request)
                    .toCompletableFuture()
                    .orTimeout(60, TimeUnit.SECONDS)
                    .join();
        }

        /** Plays an agent that is at work until its process is ended. */
        public TurnResult untilEnded() throws InterruptedException {
            processEnded.await();
            throw new AgentException(ErrorCode.AGENT_EXITED, "the agent ended");
        }

        /** Plays an agent that is at work until it is cancelled. */
        public TurnResult untilCancelled() throws InterruptedException {
            cancelled.await();
            return TurnResult.of(StopReason.CANCELLED);
        }

        @Override
        public Optional<SessionId> id() {
            return id;
        }

        @Override
        public SessionState state() {
            return state;
        }

        @Override
        public TurnResult prompt(Prompt prompt) throws InterruptedException {
            calls.add("prompt " + prompt.text());
            return play.turn(prompt, this);
        }

        @Override
        public void cancel() {
            calls.add("cancel");
            cancelled.countDown();
        }

        @Override
        public void setMode(String modeId) {
            calls.add("mode " + modeId);
        }

        @Override
        public void setOption(String optionId, String value) {
            calls.add("option " + optionId + "=" + value);
        }

        @Override
        public void apply(SessionRequest request) {
            refuses.ifPresent(refusal -> {
                throw refusal;
            });
            calls.add("apply " + request.model().orElse("") + " "
                    + request.effort().orElse("") + " "
                    + request.resume().map(SessionId::value).orElse("fresh"));
        }

        @Override
        public boolean isOpen() {
            return processEnded.getCount() > 0;
        }

        @Override
        public void close() {
            processEnded.countDown();
        }
    }
}

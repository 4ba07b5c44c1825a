package dev.termal.engine.streamjson;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentException;
import dev.termal.api.AgentInfo;
import dev.termal.api.AgentSession;
import dev.termal.api.AuthStatus;
import dev.termal.api.Capabilities;
import dev.termal.api.Diagnostics;
import dev.termal.api.ErrorCode;
import dev.termal.api.SessionHandler;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.AgentLauncher;
import dev.termal.api.spi.DialectFactory;
import dev.termal.api.spi.EngineContext;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** One agent. There is no handshake: what the agent can do is what its binding claims. */
final class StreamJsonConnection implements AgentConnection {
    private final EngineContext context;
    private final AgentLauncher launcher;
    private final DialectFactory dialect;
    private final StreamJsonOptions options;
    private final LaunchCheck check;
    private final Consumer<StreamJsonConnection> whenClosed;
    private final Set<StreamJsonSession> sessions = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    StreamJsonConnection(
            EngineContext context,
            AgentLauncher launcher,
            DialectFactory dialect,
            StreamJsonOptions options,
            LaunchCheck check,
            Consumer<StreamJsonConnection> whenClosed) {
        this.context = context;
        this.launcher = launcher;
        this.dialect = dialect;
        this.options = options;
        this.check = check;
        this.whenClosed = whenClosed;
    }

    @Override
    public AgentInfo agent() {
        return AgentInfo.UNKNOWN;
    }

    @Override
    public Capabilities capabilities() {
        return options.capabilities();
    }

    @Override
    public AuthStatus authStatus() {
        return AuthStatus.unknown("only a turn shows whether the agent is signed in");
    }

    @Override
    public AgentSession open(SessionRequest request, SessionHandler handler) {
        check.refuseImpossible(request);
        StreamJsonSession session =
                new StreamJsonSession(context, launcher, dialect, options, check, request, handler, sessions::remove);
        sessions.add(session);
        if (closed) {
            session.close();
            throw new AgentException(ErrorCode.CLOSED, "the connection is closed");
        }
        session.tellServersLeftOut(capabilities());
        return session;
    }

    @Override
    public Diagnostics diagnostics() {
        return sessions.stream().map(StreamJsonSession::diagnostics).reduce(Diagnostics.NONE, Diagnostics::and);
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public void close() {
        closed = true;
        sessions.forEach(StreamJsonSession::close);
        whenClosed.accept(this);
    }
}

package dev.termal.host.session;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
import dev.termal.api.Capabilities;
import dev.termal.api.ErrorCode;
import dev.termal.api.SessionHandler;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.SessionState;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.Engine;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way to the agent: a connection with one session on it, made anew where it has ended, and the conversation continued.
 *
 * <p>Thread-safe. Only one thread connects at a time; no lock is held that {@link #cancel} and {@link #kill} need.
 */
final class AgentLink {
    private final Engine engine;
    private final ConnectRequest wanted;
    private final SessionHandler handler;
    private final Consumer<String> notices;
    private final Runnable signOfLife;
    private final ReentrantLock connecting = new ReentrantLock();

    private final Object lock = new Object();
    // all guarded by lock
    private SessionRequest request;
    private Optional<SessionId> id = Optional.empty();
    private boolean prompted;
    private boolean closed;
    private @Nullable Live live;

    private record Live(AgentConnection connection, AgentSession session, RelayHandler relay) {
        boolean isOpen() {
            return connection.isOpen() && session.isOpen();
        }
    }

    AgentLink(
            Engine engine,
            ConnectRequest wanted,
            SessionHandler handler,
            Consumer<String> notices,
            Runnable signOfLife) {
        this.engine = engine;
        this.wanted = wanted;
        this.handler = handler;
        this.notices = notices;
        this.signOfLife = signOfLife;
        request = wanted.session();
    }

    /** The session, opened where there is none or its agent has ended. */
    AgentSession ready() throws InterruptedException {
        connecting.lockInterruptibly();
        try {
            Optional<Live> old = live();
            if (old.isPresent() && old.get().isOpen()) {
                return old.get().session();
            }
            if (old.isPresent()) {
                old.get().relay().retire();
                old.get().connection().close();
            }
            SessionRequest next = nextRequest();
            AgentSession session = open(next);
            if (old.isPresent() && next.resume().isPresent()) {
                notices.accept("the agent was started anew and goes on with the conversation");
            }
            return session;
        } finally {
            connecting.unlock();
        }
    }

    /** What to open: the conversation where there was one, else what was wished at first. */
    private SessionRequest nextRequest() {
        synchronized (lock) {
            if (!prompted) {
                return request;
            }
            return request.toBuilder()
                    .resume(id.orElseThrow(() -> new AgentException(
                            ErrorCode.SESSION_NOT_FOUND,
                            "the agent ended before it told the id of its session, so the conversation cannot be continued;"
                                    + " start a new one")))
                    .replay(SessionRequest.Replay.DISCARD)
                    .build();
        }
    }

    private AgentSession open(SessionRequest next) throws InterruptedException {
        RelayHandler relay = new RelayHandler(handler);
        AgentConnection connection = engine.connect(new ConnectRequest(
                wanted.agent(),
                wanted.binding(),
                next,
                wanted.launcher(),
                wanted.environment(),
                HostOwnedOptions.forEngine(wanted.options()),
                wanted.client(),
                relay::onEvent));
        boolean kept = false;
        try {
            signOfLife.run(); // it has shaken hands
            AgentSession session = connection.open(next, relay);
            synchronized (lock) {
                if (closed) {
                    throw closedByHost();
                }
                live = new Live(connection, session, relay);
                kept = true;
            }
            return session;
        } finally {
            if (!kept) {
                relay.retire();
                connection.close();
            }
        }
    }

    static AgentException closedByHost() {
        return new AgentException(ErrorCode.CLOSED, "the session is closed");
    }

    /** From now on a conversation would be lost if it were not resumed. */
    void prompted() {
        synchronized (lock) {
            prompted = true;
        }
    }

    /** The agent has told the id of its session. */
    void bound(SessionId told) {
        synchronized (lock) {
            id = Optional.of(told);
        }
    }

    Optional<SessionId> id() {
        Optional<SessionId> told = live().flatMap(each -> each.session().id());
        synchronized (lock) {
            id = told.isPresent() ? told : id;
            return id;
        }
    }

    Capabilities capabilities() {
        return live().map(each -> each.connection().capabilities()).orElse(Capabilities.NONE);
    }

    SessionState state() {
        return live().map(each -> each.session().state()).orElse(SessionState.EMPTY);
    }

    void setMode(String modeId) throws InterruptedException {
        ready().setMode(modeId);
        synchronized (lock) {
            request = request.toBuilder().mode(modeId).build();
        }
    }

    void setOption(String optionId, String value) throws InterruptedException {
        ready().setOption(optionId, value);
        synchronized (lock) {
            request = request.toBuilder().option(optionId, value).build();
        }
    }

    /** Asks the agent to end its turn. */
    void cancel() {
        live().ifPresent(each -> each.session().cancel());
    }

    /** Ends the agent's process; the next {@link #ready} starts another. */
    void kill() {
        id(); // asked for while the session can still tell
        live().ifPresent(each -> each.connection().close());
    }

    /** Ends the agent's process for good. */
    void close() {
        synchronized (lock) {
            closed = true;
        }
        kill();
    }

    private Optional<Live> live() {
        synchronized (lock) {
            return Optional.ofNullable(live);
        }
    }
}

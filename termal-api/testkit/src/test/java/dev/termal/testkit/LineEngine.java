package dev.termal.testkit;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentInfo;
import dev.termal.api.AgentSession;
import dev.termal.api.AuthStatus;
import dev.termal.api.Capabilities;
import dev.termal.api.EngineId;
import dev.termal.api.Feature;
import dev.termal.api.SessionHandler;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.Engine;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.EngineProvider;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The simplest engine that keeps the contract, so that the contract itself can be tested: lines of words apart by tabs, see
 * {@link LineDialogue}. It can be told to break the contract in one way.
 */
final class LineEngine implements Engine {
    static final Set<Feature> FEATURES = Set.of(
            Feature.CANCEL,
            Feature.PERMISSIONS,
            Feature.THOUGHTS,
            Feature.PLANS,
            Feature.USAGE,
            Feature.SESSION_RESUME);

    /** What is wrong with it. */
    enum Defect {
        NONE,
        /** Calls the handler on the thread that reads the agent. */
        CALLS_ON_READER,
        /** Returns from a prompt before its last event is delivered. */
        RETURNS_EARLY,
        /** Starts a fresh conversation where the old one is lost. */
        FORGETS,
        /** Leaves the stage of an open permission hanging at a cancel. */
        LEAVES_PERMISSION,
        /** Takes a cancelled turn for a failed one. */
        CANCEL_FAILS,
        /** Sends pictures that the agent does not take. */
        SENDS_PICTURES
    }

    private final EngineContext context;
    private final Defect defect;
    private final List<LineSession> sessions = new CopyOnWriteArrayList<>();

    private LineEngine(EngineContext context, Defect defect) {
        this.context = context;
        this.defect = defect;
    }

    static EngineProvider provider(Defect defect) {
        return new EngineProvider() {
            @Override
            public EngineId id() {
                return new EngineId("lines");
            }

            @Override
            public String displayName() {
                return "Lines";
            }

            @Override
            public Engine create(EngineContext context) {
                return new LineEngine(context, defect);
            }
        };
    }

    @Override
    public AgentConnection connect(ConnectRequest request) {
        return new Connection(request);
    }

    @Override
    public void close() {
        sessions.forEach(LineSession::close);
    }

    private final class Connection implements AgentConnection {
        private final ConnectRequest connect;
        private volatile boolean open = true;

        Connection(ConnectRequest connect) {
            this.connect = connect;
        }

        @Override
        public AgentInfo agent() {
            return AgentInfo.UNKNOWN;
        }

        @Override
        public Capabilities capabilities() {
            return new Capabilities(FEATURES);
        }

        @Override
        public AuthStatus authStatus() {
            return AuthStatus.unknown("");
        }

        @Override
        public AgentSession open(SessionRequest request, SessionHandler handler) throws InterruptedException {
            LineSession session = new LineSession(context, connect.launcher(), request, handler, defect);
            sessions.add(session);
            session.link();
            return session;
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() {
            open = false;
            LineEngine.this.close();
        }
    }
}

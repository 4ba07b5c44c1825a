package dev.termal.engine.acp;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.AgentInfo;
import dev.termal.api.AgentSession;
import dev.termal.api.AuthStatus;
import dev.termal.api.Capabilities;
import dev.termal.api.Diagnostics;
import dev.termal.api.ErrorCode;
import dev.termal.api.Feature;
import dev.termal.api.SessionHandler;
import dev.termal.api.SessionId;
import dev.termal.api.SessionInfo;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.ClientCapabilities;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.EngineContext;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One agent over ACP: what its handshake told, its sessions and its processes. The lock guards fields only. */
final class AcpConnection implements AgentConnection {
    private static final int MAX_PAGES = 100;

    private final ConnectRequest request;
    private final AcpOptions options;
    private final EngineContext context;
    private final SignIn signIn;
    private final LaunchPlan launchPlan;
    private final Lifecycle lifecycle;
    private final Links links;
    private final Consumer<AcpConnection> onClose;
    private final Handshake handshake;
    private final Capabilities capabilities;

    private final Object lock = new Object();
    private final List<AcpSession> sessions = new ArrayList<>(); // guarded by lock, as the next one
    private boolean closed;

    private AcpConnection(
            ConnectRequest request, AcpOptions options, EngineContext context, Consumer<AcpConnection> onClose)
            throws InterruptedException {
        this.request = request;
        this.options = options;
        this.context = context;
        this.onClose = onClose;
        signIn = new SignIn(options, request.binding(), request.environment());
        launchPlan = new LaunchPlan(request.binding(), request.environment());
        lifecycle = new Lifecycle(context.clock(), options.cancelForm());
        links = new Links(request, options, context, signIn, launchPlan, lifecycle);
        AgentLink first = links.launch(request.session());
        links.offer(first);
        handshake = first.handshake();
        capabilities = handshake.capabilities(options, request.client());
    }

    /** Launches the agent and shakes hands; nothing is left running where that fails. */
    static AcpConnection open(ConnectRequest request, EngineContext context, Consumer<AcpConnection> onClose)
            throws InterruptedException {
        return new AcpConnection(request, AcpOptions.read(request.options(), context.limits()), context, onClose);
    }

    // What sessions share.

    String name() {
        return request.agent().toString();
    }

    AcpOptions options() {
        return options;
    }

    EngineContext context() {
        return context;
    }

    ClientCapabilities client() {
        return request.client();
    }

    Links links() {
        return links;
    }

    SignIn signIn() {
        return signIn;
    }

    Lifecycle lifecycle() {
        return lifecycle;
    }

    LaunchPlan launchPlan() {
        return launchPlan;
    }

    // The handle.

    @Override
    public AgentInfo agent() {
        return handshake.agent();
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public AuthStatus authStatus() {
        return signIn.status(handshake);
    }

    @Override
    public AgentSession open(SessionRequest session, SessionHandler handler) throws InterruptedException {
        AgentLink link = links.claim(session);
        AcpSession opened = new AcpSession(this, link, session, handler);
        boolean done = false;
        try {
            opened.open();
            done = true;
        } finally {
            if (!done) {
                opened.abandon();
                links.offer(link);
            }
        }
        boolean late;
        synchronized (lock) {
            sessions.add(opened);
            late = closed;
        }
        if (late) {
            opened.close(); // else nobody would
        }
        return opened;
    }

    /** A session is closed: the agent is told where it wants to be, and its process ends with its last session. */
    void forget(AcpSession session, Conversation conversation) {
        synchronized (lock) {
            sessions.remove(session);
        }
        AgentLink link = conversation.link();
        if (capabilities.has(Feature.SESSION_CLOSE) && link.isAlive()) {
            try {
                link.ask(
                        "session/close",
                        Json.object().put("sessionId", conversation.idOnWire()),
                        context.limits().endOfInput());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (AgentException e) {
                context.log().log(System.Logger.Level.DEBUG, "closing a session: {0}", e.getMessage());
            }
        }
        conversation.leave();
    }

    @Override
    public List<SessionInfo> sessions() throws InterruptedException {
        capabilities.require(Feature.SESSION_LIST);
        AgentLink link = links.any();
        List<SessionInfo> found = new ArrayList<>();
        Set<String> cursors = new HashSet<>();
        Optional<String> cursor = Optional.empty();
        do {
            ObjectNode params = Json.object();
            cursor.ifPresent(from -> params.put("cursor", from));
            JsonNode page = signIn.during(link, () -> link.ask("session/list", params, options.openSession()));
            Json.objects(page, "sessions").forEach(node -> info(node).ifPresent(found::add));
            cursor = Json.word(page, "nextCursor");
        } while (cursor.isPresent() && cursors.add(cursor.get()) && cursors.size() < MAX_PAGES);
        return found;
    }

    private static Optional<SessionInfo> info(JsonNode node) {
        return Json.word(node, "sessionId")
                .flatMap(id -> Json.path(node, "cwd")
                        .map(cwd -> new SessionInfo(new SessionId(id), cwd, Json.word(node, "title"), instant(node))));
    }

    private static Optional<Instant> instant(JsonNode node) {
        try {
            return Json.word(node, "updatedAt")
                    .map(text -> OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    @Override
    public void authenticate(String methodId) throws InterruptedException {
        capabilities.require(Feature.AUTHENTICATE);
        signIn.byPerson(links.any(), methodId, context.limits().interactiveSignIn());
    }

    @Override
    public void logout() throws InterruptedException {
        capabilities.require(Feature.LOGOUT);
        links.any().ask("logout", Json.object(), options.authenticate());
        signIn.signedOut();
    }

    @Override
    public void closeSession(SessionId id) throws InterruptedException {
        capabilities.require(Feature.SESSION_CLOSE);
        endSession("session/close", id);
    }

    @Override
    public void deleteSession(SessionId id) throws InterruptedException {
        capabilities.require(Feature.SESSION_DELETE);
        endSession("session/delete", id);
    }

    private void endSession(String method, SessionId id) throws InterruptedException {
        AgentLink link = links.any();
        try {
            signIn.during(
                    link, () -> link.ask(method, Json.object().put("sessionId", id.value()), options.setOption()));
        } catch (AgentException e) {
            if (e.code() != ErrorCode.SESSION_NOT_FOUND) {
                throw e; // one that is not there is as good as closed
            }
        }
    }

    @Override
    public SessionId forkSession(SessionId id, SessionRequest session) throws InterruptedException {
        capabilities.require(Feature.SESSION_FORK);
        AgentLink link = links.any();
        ObjectNode params = Json.object()
                .put("sessionId", id.value())
                .put("cwd", session.cwd().toString());
        params.set(
                "mcpServers",
                McpServerMapper.write(
                        session.mcpServers(),
                        capabilities,
                        skipped -> request.listener()
                                .accept(new AgentEvent.Notice(AgentEvent.Notice.Level.WARNING, skipped))));
        JsonNode result = signIn.during(link, () -> link.ask("session/fork", params, options.openSession()));
        return Json.word(result, "sessionId")
                .map(SessionId::new)
                .orElseThrow(() ->
                        new AgentException(ErrorCode.PROTOCOL, name() + " copied a session and did not name the copy"));
    }

    @Override
    public Diagnostics diagnostics() {
        List<AcpSession> open;
        synchronized (lock) {
            open = List.copyOf(sessions);
        }
        return LinkDiagnostics.of(handshake, links.all())
                .and(new Diagnostics(List.of(), lifecycle.facts()))
                .and(new Diagnostics(List.of(), AcpSession.facts(open)));
    }

    @Override
    public boolean isOpen() {
        synchronized (lock) {
            return !closed;
        }
    }

    @Override
    public void close() {
        List<AcpSession> open;
        synchronized (lock) {
            if (closed) {
                return;
            }
            closed = true;
            open = List.copyOf(sessions);
        }
        open.forEach(AcpSession::close);
        links.close();
        onClose.accept(this);
    }
}

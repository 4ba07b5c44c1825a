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
import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.ClientCapabilities;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One agent over ACP. Each session has a process of its own, the first one that of the handshake, unless the agent's processes
 * may be shared. The lock guards fields only.
 */
final class AcpConnection implements AgentConnection {
    private static final int MAX_PAGES = 100;
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final ConnectRequest request;
    private final AcpOptions options;
    private final EngineContext context;
    private final SignIn signIn;
    private final LaunchPlan launchPlan;
    private final Consumer<AcpConnection> onClose;
    private final Handshake handshake;
    private final Capabilities capabilities;

    private final Object lock = new Object();
    private final List<AgentLink> links = new ArrayList<>(); // guarded by lock, as all below
    private final List<AcpSession> sessions = new ArrayList<>();
    private @Nullable AgentLink unclaimed;
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
        AgentLink first = launch(request.session());
        handshake = first.handshake();
        capabilities = handshake.capabilities(options, request.client());
        unclaimed = first;
    }

    /** Launches the agent and shakes hands; nothing is left running where that fails. */
    static AcpConnection open(ConnectRequest request, EngineContext context, Consumer<AcpConnection> onClose)
            throws InterruptedException {
        return new AcpConnection(request, AcpOptions.read(request.options(), context.limits()), context, onClose);
    }

    // Processes.

    /** A process with its handshake done and signed in where that was named; once more where the handshake timed out. */
    AgentLink launch(SessionRequest session) throws InterruptedException {
        AgentLink link;
        try {
            link = shakeHands(session);
        } catch (AgentException e) {
            if (e.code() != ErrorCode.TIMEOUT) {
                throw e;
            }
            request.listener()
                    .accept(new AgentEvent.Notice(
                            AgentEvent.Notice.Level.WARNING, e.getMessage() + "; it is started once more"));
            link = shakeHands(session);
        }
        synchronized (lock) {
            if (!closed) {
                links.removeIf(old -> !old.isAlive());
                links.add(link);
                return link;
            }
        }
        link.close();
        throw new AgentException(ErrorCode.CLOSED, "the connection to " + name() + " is closed");
    }

    private AgentLink shakeHands(SessionRequest session) throws InterruptedException {
        LaunchRequest launch = options.sharedProcess()
                ? new LaunchRequest.ForConnection(session)
                : new LaunchRequest.ForSession(session);
        awaitMoment(launch);
        AgentProcess process = request.launcher().launch(launch);
        EngineBinding binding = request.binding().forConnection();
        SessionRouter router =
                new SessionRouter(binding, request.listener(), context.limits().earlyUpdates(), context.log());
        AgentLink link = new AgentLink(name(), process, binding, router, context);
        boolean done = false;
        try {
            JsonNode answer = link.ask("initialize", Handshake.offer(request.client(), context), options.initialize());
            link.shookHands(Handshake.read(name(), answer));
            signIn.beforeSessions(link);
            done = true;
            return link;
        } finally {
            if (!done) {
                link.close();
            }
        }
    }

    /** Some agents must not be started before a moment that their binding names. */
    private void awaitMoment(LaunchRequest launch) throws InterruptedException {
        Optional<Duration> left = request.binding()
                .launchSpec(launch, request.environment())
                .flatMap(LaunchSpec::notBefore)
                .map(moment -> Duration.between(context.clock().instant(), moment))
                .filter(wait -> wait.toMillis() > 0);
        if (left.isPresent()) {
            CountDownLatch reached = new CountDownLatch(1);
            Duration wait = left.get().compareTo(LONGEST_WAIT) < 0 ? left.get() : LONGEST_WAIT;
            EngineContext.Scheduled timer = context.schedule(wait, reached::countDown);
            try {
                reached.await();
            } finally {
                timer.cancel();
            }
        }
    }

    /** A session does not need the process any more; it is ended unless another one does. */
    void release(AgentLink link) {
        if (link.router().isEmpty()) {
            synchronized (lock) {
                links.remove(link);
            }
            link.close();
        }
    }

    private AgentLink claim(SessionRequest session) throws InterruptedException {
        synchronized (lock) {
            AgentLink first = unclaimed;
            if (first != null && first.isAlive() && isSameLaunch(session)) {
                unclaimed = options.sharedProcess() ? first : null;
                return first;
            }
        }
        return launch(session);
    }

    private boolean isSameLaunch(SessionRequest session) {
        return session.cwd().equals(request.session().cwd()) && launchPlan.isSame(request.session(), session);
    }

    private void unclaim(AgentLink link) {
        synchronized (lock) {
            if (unclaimed == null && link.isAlive() && links.contains(link)) {
                unclaimed = link;
                return;
            }
        }
        release(link);
    }

    /** Any running process, for what concerns no session. */
    private AgentLink any() throws InterruptedException {
        synchronized (lock) {
            refuseIfClosed();
            Optional<AgentLink> alive =
                    links.stream().filter(AgentLink::isAlive).findFirst();
            if (alive.isPresent()) {
                return alive.get();
            }
        }
        AgentLink fresh = launch(request.session());
        synchronized (lock) {
            unclaimed = fresh;
        }
        return fresh;
    }

    private void refuseIfClosed() {
        if (closed) {
            throw new AgentException(ErrorCode.CLOSED, "the connection to " + name() + " is closed");
        }
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

    SignIn signIn() {
        return signIn;
    }

    LaunchPlan launchPlan() {
        return launchPlan;
    }

    boolean canContinue() {
        return capabilities.has(Feature.SESSION_LOAD) || capabilities.has(Feature.SESSION_RESUME);
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
        synchronized (lock) {
            refuseIfClosed();
        }
        AgentLink link = claim(session);
        AcpSession opened = new AcpSession(this, link, session, handler);
        boolean done = false;
        try {
            opened.open();
            done = true;
        } finally {
            if (!done) {
                link.router().detach(opened);
                unclaim(link);
            }
        }
        synchronized (lock) {
            sessions.add(opened);
        }
        return opened;
    }

    /** A session is closed: the agent is told where it wants to be, and its process ends with its last session. */
    void forget(AcpSession session) {
        synchronized (lock) {
            sessions.remove(session);
        }
        AgentLink link = session.link();
        if (capabilities.has(Feature.SESSION_CLOSE) && session.id().isPresent() && link.isAlive()) {
            try {
                link.ask(
                        "session/close",
                        Json.object().put("sessionId", session.id().get().value()),
                        context.limits().endOfInput());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (AgentException e) {
                context.log().log(System.Logger.Level.DEBUG, "closing a session: {0}", e.getMessage());
            }
        }
        link.router().detach(session);
        release(link);
    }

    @Override
    public List<SessionInfo> sessions() throws InterruptedException {
        capabilities.require(Feature.SESSION_LIST);
        AgentLink link = any();
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
        signIn.byPerson(any(), methodId, context.limits().interactiveSignIn());
    }

    @Override
    public void logout() throws InterruptedException {
        capabilities.require(Feature.LOGOUT);
        any().ask("logout", Json.object(), options.authenticate());
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
        AgentLink link = any();
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
        AgentLink link = any();
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
        List<AgentLink> known;
        synchronized (lock) {
            known = List.copyOf(links);
        }
        return LinkDiagnostics.of(handshake, known);
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
        List<AgentLink> left;
        synchronized (lock) {
            left = List.copyOf(links);
            links.clear();
        }
        left.forEach(AgentLink::close);
        onClose.accept(this);
    }
}

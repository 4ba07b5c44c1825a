package dev.termal.engine.acp;

import dev.termal.api.AgentEvent.Notice;
import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.SessionRequest;
import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.EngineBinding;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LaunchSpec;
import dev.termal.engine.acp.Lifecycle.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * The processes of one connection. The one of the handshake waits for the first session; every further session has one of its
 * own, unless the agent's processes may be shared. The lock guards fields only.
 */
final class Links implements AutoCloseable {
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final ConnectRequest request;
    private final AcpOptions options;
    private final EngineContext context;
    private final SignIn signIn;
    private final LaunchPlan launchPlan;
    private final Lifecycle lifecycle;

    private final Object lock = new Object();
    private final List<AgentLink> links = new ArrayList<>(); // guarded by lock, as all below
    private @Nullable AgentLink unclaimed;
    private boolean closed;

    Links(
            ConnectRequest request,
            AcpOptions options,
            EngineContext context,
            SignIn signIn,
            LaunchPlan launchPlan,
            Lifecycle lifecycle) {
        this.request = request;
        this.options = options;
        this.context = context;
        this.signIn = signIn;
        this.launchPlan = launchPlan;
        this.lifecycle = lifecycle;
    }

    /** A process with its handshake done and signed in where that was named; once more where the handshake timed out. */
    AgentLink launch(SessionRequest session) throws InterruptedException {
        AgentLink link;
        try {
            link = shakeHands(session);
        } catch (AgentException e) {
            if (e.code() != ErrorCode.TIMEOUT) {
                throw e;
            }
            request.listener().accept(new Notice(Notice.Level.WARNING, e.getMessage() + "; it is started once more"));
            link = secondTry(session);
        }
        synchronized (lock) {
            if (!closed) {
                links.add(link);
                return link;
            }
        }
        link.close();
        throw closedAlready();
    }

    private AgentLink secondTry(SessionRequest session) throws InterruptedException {
        try {
            return shakeHands(session);
        } catch (AgentException e) {
            throw e.code() == ErrorCode.TIMEOUT
                    ? new AgentException(e.code(), e.getMessage() + "; it was started twice", e.detail(), e)
                    : e;
        }
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
        AgentLink link = new AgentLink(request.agent().toString(), process, binding, router, context);
        lifecycle.note(Event.SPAWN, "pid " + process.pid());
        var unused = process.onExit()
                .thenAccept(exit -> lifecycle.note(
                        holds(link) ? Event.EXIT : Event.STALE_EXIT, "pid " + process.pid() + ", " + exit.describe()));
        boolean done = false;
        try {
            link.shakeHands(Handshake.offer(request.client(), context), options.initialize());
            signIn.beforeSessions(link);
            done = true;
            lifecycle.note(Event.INITIALIZED, link.handshake().agent().version());
            return link;
        } finally {
            if (!done) {
                lifecycle.note(Event.KILL, "pid " + process.pid() + ", no handshake");
                link.close();
            }
        }
    }

    /** Whether a process is one of this connection's, or one that another has replaced or that never came to be used. */
    private boolean holds(AgentLink link) {
        synchronized (lock) {
            return links.contains(link);
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

    /** A process for a session: the one that waits where it fits, else a new one. */
    AgentLink claim(SessionRequest session) throws InterruptedException {
        synchronized (lock) {
            if (closed) {
                throw closedAlready();
            }
            AgentLink waiting = unclaimed;
            if (waiting != null && waiting.isAlive() && launchPlan.isSame(request.session(), session)) {
                unclaimed = options.sharedProcess() ? waiting : null;
                return waiting;
            }
        }
        return launch(session);
    }

    /** Lets a process wait for the next session, if none waits. */
    void offer(AgentLink link) {
        synchronized (lock) {
            if (unclaimed == null && link.isAlive() && links.contains(link)) {
                unclaimed = link;
                return;
            }
        }
        release(link);
    }

    /** A session does not need the process any more; it is ended unless it waits or another session needs it. */
    void release(AgentLink link) {
        synchronized (lock) {
            if (link.isAlive() && (link.equals(unclaimed) || !link.router().isEmpty())) {
                return;
            }
            links.remove(link);
        }
        link.close();
    }

    /** Any running process, for what concerns no session. */
    AgentLink any() throws InterruptedException {
        synchronized (lock) {
            if (closed) {
                throw closedAlready();
            }
            Optional<AgentLink> alive =
                    links.stream().filter(AgentLink::isAlive).findFirst();
            if (alive.isPresent()) {
                return alive.get();
            }
        }
        AgentLink fresh = launch(request.session());
        offer(fresh);
        return fresh;
    }

    private AgentException closedAlready() {
        return new AgentException(ErrorCode.CLOSED, "the connection to " + request.agent() + " is closed");
    }

    List<AgentLink> all() {
        synchronized (lock) {
            return List.copyOf(links);
        }
    }

    /** Ends all processes, and every one that is being launched. */
    @Override
    public void close() {
        List<AgentLink> left;
        lifecycle.note(Event.CLOSE, "");
        synchronized (lock) {
            closed = true;
            unclaimed = null;
            left = List.copyOf(links);
            links.clear();
        }
        left.forEach(AgentLink::close);
    }
}

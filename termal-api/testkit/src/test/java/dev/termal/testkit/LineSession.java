package dev.termal.testkit;

import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
import dev.termal.api.ContentBlock;
import dev.termal.api.ErrorCode;
import dev.termal.api.Prompt;
import dev.termal.api.SessionHandler;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.SessionState;
import dev.termal.api.StopReason;
import dev.termal.api.TurnResult;
import dev.termal.api.spi.AgentLauncher;
import dev.termal.api.spi.EngineContext;
import dev.termal.testkit.LineEngine.Defect;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** One conversation of a {@link LineEngine}, over one {@link LineLink} after the other. */
final class LineSession implements AgentSession {
    private final EngineContext context;
    private final AgentLauncher launcher;
    private final SessionHandler handler;
    private final Defect defect;

    private SessionRequest request; // guarded by this, as all below
    private LineLink link;
    private CompletableFuture<TurnResult> turn = CompletableFuture.completedFuture(null);
    private boolean cancelled;
    private boolean closed;

    LineSession(
            EngineContext context,
            AgentLauncher launcher,
            SessionRequest request,
            SessionHandler handler,
            Defect defect) {
        this.context = context;
        this.launcher = launcher;
        this.request = request;
        this.handler = handler;
        this.defect = defect;
    }

    /** The live process, launched anew where the last one has ended. */
    LineLink link() throws InterruptedException {
        LineLink fresh;
        synchronized (this) {
            if (closed) {
                throw new AgentException(ErrorCode.CLOSED, "the session is closed");
            }
            if (link != null && link.isOpen()) {
                return link;
            }
            link = new LineLink(context, launcher, request, handler, defect, this::ended);
            fresh = link;
        }
        SessionId id = fresh.awaitSession();
        synchronized (this) {
            request = request.toBuilder().resume(id).build();
        }
        return fresh;
    }

    @Override
    public synchronized Optional<SessionId> id() {
        return request.resume();
    }

    @Override
    public SessionState state() {
        return SessionState.EMPTY;
    }

    @Override
    public TurnResult prompt(Prompt prompt) throws InterruptedException {
        if (defect != Defect.SENDS_PICTURES
                && !prompt.blocks().stream().allMatch(ContentBlock.Text.class::isInstance)) {
            throw new AgentException(ErrorCode.UNSUPPORTED, "this agent takes text only");
        }
        CompletableFuture<TurnResult> mine = send(prompt);
        try {
            return mine.get();
        } catch (InterruptedException e) {
            cancel();
            mine.handle((result, failure) -> null).join();
            throw e;
        } catch (ExecutionException e) {
            throw (AgentException) e.getCause();
        }
    }

    private CompletableFuture<TurnResult> send(Prompt prompt) throws InterruptedException {
        String line = "prompt\t" + JsonText.quote(prompt.text());
        LineLink to = link();
        CompletableFuture<TurnResult> mine = begin(to);
        try {
            to.send(line);
        } catch (AgentException e) {
            to.close(); // it went away between turns
            to = link();
            mine = begin(to);
            to.send(line);
        }
        return mine;
    }

    private synchronized CompletableFuture<TurnResult> begin(LineLink on) {
        cancelled = false;
        turn = on.beginTurn();
        return turn;
    }

    /** How a turn ends that the agent did not end. */
    private synchronized Optional<StopReason> ended() {
        return cancelled && !closed && defect != Defect.CANCEL_FAILS
                ? Optional.of(StopReason.CANCELLED)
                : Optional.empty();
    }

    @Override
    public void cancel() {
        LineLink on;
        CompletableFuture<TurnResult> running;
        synchronized (this) {
            if (turn.isDone() || cancelled) {
                return;
            }
            cancelled = true;
            on = link;
            running = turn;
        }
        on.cancel();
        context.schedule(context.limits().cancelGrace(), () -> {
            if (!running.isDone()) {
                on.close();
            }
        });
    }

    @Override
    public void apply(SessionRequest newRequest) {
        Optional<LineLink> outdated;
        synchronized (this) {
            boolean same = newRequest.model().equals(request.model());
            outdated = Optional.ofNullable(link).filter(running -> !same);
            request = newRequest;
        }
        outdated.ifPresent(LineLink::close);
    }

    @Override
    public synchronized boolean isOpen() {
        return !closed;
    }

    @Override
    public void close() {
        LineLink last;
        synchronized (this) {
            closed = true;
            last = link;
        }
        if (last != null) {
            last.closeForGood();
        }
    }
}

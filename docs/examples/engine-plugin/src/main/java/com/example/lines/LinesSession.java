package com.example.lines;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
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
import dev.termal.api.spi.LaunchRequest;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One conversation, a process for each turn. What holds it together is the id that the agent tells and is given again.
 *
 * <p>The thread that calls {@link #prompt} is the one that calls the handler: it may take its time, and then the
 * process waits. Nothing is called while the lock of this object is held.
 */
final class LinesSession implements AgentSession {
    private final EngineContext context;
    private final AgentLauncher launcher;
    private final SessionHandler handler;
    private final Consumer<LinesSession> onClose;

    private SessionRequest request; // guarded by this, as all below
    private Optional<SessionId> id;
    private Optional<LinesProcess> running = Optional.empty();
    private boolean closed;

    LinesSession(
            EngineContext context,
            AgentLauncher launcher,
            SessionRequest request,
            SessionHandler handler,
            Consumer<LinesSession> onClose) {
        this.context = context;
        this.launcher = launcher;
        this.request = request;
        this.handler = handler;
        this.onClose = onClose;
        id = request.resume();
    }

    @Override
    public synchronized Optional<SessionId> id() {
        return id;
    }

    @Override
    public SessionState state() {
        return SessionState.EMPTY;
    }

    @Override
    public TurnResult prompt(Prompt prompt) throws InterruptedException {
        String line = Message.prompt(prompt);
        LinesProcess process = new LinesProcess(context);
        SessionRequest wishes = begin(process);
        try {
            process.start(launcher, new LaunchRequest.ForTurn(wishes, prompt), line);
            return follow(process);
        } catch (AgentException e) {
            if (process.stoppedFor().equals(Optional.of(ErrorCode.CANCELLED))) {
                return TurnResult.of(StopReason.CANCELLED); // however it fell
            }
            throw process.stoppedFor()
                    .map(code -> new AgentException(code, "the session was closed", e))
                    .orElse(e);
        } finally {
            process.finish();
            end();
        }
    }

    private synchronized SessionRequest begin(LinesProcess process) {
        if (closed) {
            throw new AgentException(ErrorCode.CLOSED, "the session is closed");
        }
        if (running.isPresent()) {
            throw new AgentException(ErrorCode.UNSUPPORTED, "a turn is running");
        }
        running = Optional.of(process);
        SessionRequest.Builder wishes = request.toBuilder();
        id.ifPresent(wishes::resume);
        return wishes.build();
    }

    private synchronized void end() {
        running = Optional.empty();
        notifyAll();
    }

    private TurnResult follow(LinesProcess process) throws InterruptedException {
        while (true) {
            String line = process.next();
            Message message = Message.read(line);
            if (message instanceof Message.Said said) {
                deliver(said.event());
            } else if (message instanceof Message.Bound bound) {
                bind(bound.id());
            } else if (message instanceof Message.Ended ended) {
                return TurnResult.of(ended.reason());
            } else if (message instanceof Message.Failed failed) {
                throw new AgentException(failed.code(), failed.text());
            } else {
                context.log().log(System.Logger.Level.DEBUG, "no message: {0}", line);
            }
        }
    }

    private void bind(SessionId told) {
        synchronized (this) {
            if (id.equals(Optional.of(told))) {
                return;
            }
            id = Optional.of(told);
        }
        deliver(new AgentEvent.SessionBound(told));
    }

    private void deliver(AgentEvent event) {
        try {
            handler.onEvent(event);
        } catch (RuntimeException e) {
            context.log().log(System.Logger.Level.WARNING, "the handler failed", e); // it counts as delivered
        }
    }

    @Override
    public void cancel() {
        Optional<LinesProcess> turn;
        synchronized (this) {
            turn = running;
        }
        turn.ifPresent(process -> process.stop(ErrorCode.CANCELLED));
    }

    /** The next turn's process is started as wished; there is none to be started anew. */
    @Override
    public synchronized void apply(SessionRequest newRequest) {
        request = newRequest;
    }

    @Override
    public synchronized boolean isOpen() {
        return !closed;
    }

    /** Returns when the turn that ran has ended, so that nothing comes after it. */
    @Override
    public void close() {
        Optional<LinesProcess> turn;
        synchronized (this) {
            closed = true;
            turn = running;
        }
        turn.ifPresent(process -> process.stop(ErrorCode.CLOSED));
        awaitEnd();
        onClose.accept(this);
    }

    private synchronized void awaitEnd() {
        boolean interrupted = false;
        while (running.isPresent()) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true; // the wait is bounded by what ending a process takes
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

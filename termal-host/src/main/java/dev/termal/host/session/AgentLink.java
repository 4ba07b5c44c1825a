package dev.termal.host.session;

import dev.termal.api.AgentConnection;
import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
import dev.termal.api.Capabilities;
import dev.termal.api.Diagnostics;
import dev.termal.api.ErrorCode;
import dev.termal.api.Fact;
import dev.termal.api.SessionHandler;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.SessionState;
import dev.termal.api.ToolCall;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.Engine;
import dev.termal.host.event.OnLost;
import dev.termal.host.mcp.Borrower;
import dev.termal.host.mcp.Lender;
import dev.termal.host.mcp.Loan;
import dev.termal.host.store.Binding;
import dev.termal.host.store.SessionJournal;
import java.util.List;
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
    private final SessionJournal journal;
    private final OnLost onLost;
    private final Consumer<String> notices;
    private final Runnable signOfLife;
    private final Lender lender;
    private final Borrower borrower;
    private final Wished wished;
    private final ReentrantLock connecting = new ReentrantLock();

    private final Object lock = new Object();
    // all guarded by lock
    private Optional<SessionId> id = Optional.empty();
    private boolean greeted;
    private boolean prompted;
    private long informed; // the last entry of the session that the agent's conversation knows of
    private boolean told; // it has been told in words what it is not lent
    private boolean closed;
    private @Nullable Live live;

    AgentLink(
            Engine engine,
            ConnectRequest wanted,
            SessionHandler handler,
            SessionJournal journal,
            OnLost onLost,
            Consumer<String> notices,
            Runnable signOfLife,
            Lender lender,
            Borrower borrower) {
        this.engine = engine;
        this.wanted = wanted;
        this.handler = handler;
        this.journal = journal;
        this.onLost = onLost;
        this.notices = notices;
        this.signOfLife = signOfLife;
        this.lender = lender;
        this.borrower = borrower;
        SessionRequest request = wanted.session();
        wished = new Wished(request, journal);
        informed = request.resume().isPresent() ? Long.MAX_VALUE : journal.seen();
        Optional<Binding> bound = journal.binding();
        if (request.resume().isEmpty() && bound.isPresent()) {
            id = bound.get().agentSession();
            prompted = true; // there is a conversation to go on with
        }
        told = prompted || request.resume().isPresent();
    }

    /** The session, opened where there is none or its agent has ended. */
    AgentSession ready() throws InterruptedException {
        connecting.lockInterruptibly();
        try {
            Optional<Live> old = live();
            if (old.isPresent() && old.get().isOpen()) {
                return old.get().session();
            }
            old.ifPresent(AgentLink::retire);
            return goOn(old.isPresent());
        } finally {
            connecting.unlock();
        }
    }

    /** Continues the conversation, or does what is wished where the agent does not know it any more. */
    private AgentSession goOn(boolean anew) throws InterruptedException {
        try {
            SessionRequest next = nextRequest();
            AgentSession session = open(next);
            if (anew && next.resume().isPresent()) {
                notices.accept("the agent was started anew and goes on with the conversation");
            }
            return session;
        } catch (AgentException lost) {
            refuseOthersThanLost(lost);
            return begin(lost);
        }
    }

    private void refuseOthersThanLost(AgentException failure) {
        if (failure.code() != ErrorCode.SESSION_NOT_FOUND || onLost == OnLost.FAIL) {
            throw failure;
        }
    }

    private AgentSession begin(AgentException lost) throws InterruptedException {
        AgentSession session = open(forget());
        notices.accept(
                "the agent does not know the conversation any more, so a new one begins (" + lost.getMessage() + ")");
        return session;
    }

    /**
     * A session with a fresh conversation, where an agent that is reached by its prompts alone has shown by one that it does
     * not know the old one any more.
     *
     * @throws AgentException the failure itself, where it is another one or is not to be overcome
     */
    AgentSession afresh(AgentException failure) throws InterruptedException {
        refuseOthersThanLost(failure);
        connecting.lockInterruptibly();
        try {
            live().ifPresent(AgentLink::retire);
            return begin(failure);
        } finally {
            connecting.unlock();
        }
    }

    private static void retire(Live old) {
        old.relay().retire();
        old.end();
    }

    private SessionRequest forget() {
        synchronized (lock) {
            wished.fresh();
            id = Optional.empty();
            prompted = false;
            informed = 0;
            told = false;
            return wished.request();
        }
    }

    /** What to open: the conversation where there was one, else what was wished at first. */
    private SessionRequest nextRequest() {
        synchronized (lock) {
            if (!prompted) {
                return wished.request();
            }
            return wished.request().toBuilder()
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
        Optional<Loan> loan = Optional.empty();
        boolean kept = false;
        try {
            synchronized (lock) {
                greeted = true;
            }
            signOfLife.run();
            if (next.resume().isPresent()) {
                refuseAnother(connection.agent().name());
            }
            loan = lender.lend(connection.capabilities(), next, borrower);
            SessionRequest withLoan = loan.map(lent -> lent.in(next)).orElse(next);
            AgentSession session = connection.open(withLoan, relay);
            synchronized (lock) {
                if (closed) {
                    throw closedByHost();
                }
                live = new Live(connection, session, relay, loan);
                kept = true;
            }
            return session;
        } finally {
            if (!kept) {
                relay.retire();
                loan.ifPresent(Loan::close);
                connection.close();
            }
        }
    }

    /** An id means something to the agent that gave it, and nothing or something else to another under the same name. */
    private void refuseAnother(String name) {
        String before = journal.binding().map(Binding::agentName).orElse("");
        if (!before.isEmpty() && !name.isEmpty() && !before.equals(name)) {
            throw new AgentException(
                    ErrorCode.SESSION_NOT_FOUND,
                    "the conversation was held with " + before + ", and now " + name + " answers");
        }
    }

    /** Whether the agent has ever shaken hands. */
    boolean hasGreeted() {
        synchronized (lock) {
            return greeted;
        }
    }

    /** Notes what the agent is known by, also after a turn that came to nothing. */
    void settled() {
        Optional<SessionId> known = id();
        boolean conversed;
        synchronized (lock) {
            conversed = prompted;
        }
        if (conversed || known.isPresent()) {
            String name = live().map(each -> each.connection().agent().name()).orElse("");
            journal.bind(new Binding(known, name));
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

    /** The last entry of the session that the agent's conversation knows of. */
    long informedUpTo() {
        synchronized (lock) {
            return informed;
        }
    }

    /** The agent has been told what there was to tell. */
    void informed() {
        synchronized (lock) {
            informed = Long.MAX_VALUE;
            told = true;
        }
    }

    /** What a fresh conversation is told of what the agent is not lent. */
    Optional<String> inWords() {
        synchronized (lock) {
            if (told) {
                return Optional.empty();
            }
        }
        return lender.inWords(live().flatMap(Live::loan));
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

    Diagnostics diagnostics() {
        return live().map(AgentLink::diagnostics).orElse(Diagnostics.NONE);
    }

    private static Diagnostics diagnostics(Live live) {
        List<Fact> lent = live.loan().map(Loan::facts).orElse(List.of());
        return live.connection().diagnostics().and(new Diagnostics(List.of(), lent));
    }

    /** Whether a call is one of a tool that the agent is lent. */
    boolean lends(ToolCall call) {
        return live().flatMap(Live::loan).filter(loan -> loan.isAbout(call)).isPresent();
    }

    SessionState state() {
        return live().map(each -> each.session().state()).orElse(SessionState.EMPTY);
    }

    void setMode(String modeId) throws InterruptedException {
        ready().setMode(modeId);
        wished.take(Wished.Change.mode(modeId));
    }

    void setOption(String optionId, String value) throws InterruptedException {
        ready().setOption(optionId, value);
        wished.take(Wished.Change.option(optionId, value));
    }

    void setModel(String model) throws InterruptedException {
        boolean sure = ModelNames.refuseUnknown(model, state(), wanted.binding(), wanted.environment());
        wish(Wished.Change.model(model));
        if (!sure) {
            notices.accept("only the next turn shows whether the agent has the model " + model);
        }
    }

    void setEffort(String effort) throws InterruptedException {
        wish(Wished.Change.effort(effort));
    }

    /** Has the next turn begin with another wish, whatever process takes it. */
    private void wish(Wished.Change change) throws InterruptedException {
        connecting.lockInterruptibly(); // who connects meanwhile would miss it
        try {
            id(); // with which the conversation goes on
            Optional<Live> running = live().filter(Live::isOpen);
            if (running.isPresent()) {
                running.get().session().apply(running.get().withLoan(change.in(nextRequest())));
            }
            wished.take(change);
        } finally {
            connecting.unlock();
        }
    }

    /** Asks the agent to end its turn. */
    void cancel() {
        live().ifPresent(each -> each.session().cancel());
    }

    /** Ends the agent's process; the next {@link #ready} starts another. */
    void kill() {
        id(); // asked for while the session can still tell
        live().ifPresent(Live::end);
    }

    /** What the agent calls of the host's tools is given up, as the turn is to end early. */
    void cutCalls() {
        live().flatMap(Live::loan).ifPresent(Loan::turnCut);
    }

    /** The turn is over for what the agent has called of the host's tools. */
    void endCalls() {
        live().flatMap(Live::loan).ifPresent(Loan::turnOver);
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

package dev.termal.host.session;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.AgentId;
import dev.termal.api.Answer;
import dev.termal.api.Capabilities;
import dev.termal.api.Diagnostics;
import dev.termal.api.EngineId;
import dev.termal.api.Feature;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.Prompt;
import dev.termal.api.SessionId;
import dev.termal.api.SessionState;
import dev.termal.api.ToolCall;
import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.Engine;
import dev.termal.api.spi.EngineContext;
import dev.termal.host.event.Remember;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.TurnReport;
import dev.termal.host.event.WaitingPrompt;
import dev.termal.host.mcp.Lender;
import dev.termal.host.permission.DeskJournal;
import dev.termal.host.permission.PermissionDesk;
import dev.termal.host.permission.PermissionRules;
import dev.termal.host.permission.QuestionDesk;
import dev.termal.host.store.SessionJournal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * One conversation with one agent: its stream, its turns, what it asks, and its agent's process.
 *
 * <p>Made by {@link Sessions}. Methods may be called from any thread, from an entry's reader too, but for {@link #prompt}.
 */
public final class LiveSession implements AutoCloseable {
    /** For closing, beyond what the engine itself takes. */
    private static final long CLOSE_SECONDS = 30;

    private final SessionJournal journal;
    private final ConnectRequest connect;
    private final Executor pool;
    private final System.Logger hostLog;
    private final EntryLog log;
    private final SessionStream stream;
    private final TurnDeadline deadline;
    private final Desks desks;
    private final AgentLink link;
    private final TurnRunner runner;
    private final boolean hasRules;
    private final Runnable ruleChanges;
    private final PromptQueue turns;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Consumer<LiveSession> whenClosed;

    LiveSession(
            EngineContext context,
            Executor pool,
            Timer timer,
            Engine engine,
            ConnectRequest connect,
            TurnRules rules,
            SessionJournal journal,
            PermissionRules permissions,
            Lender lender,
            Consumer<LiveSession> whenClosed) {
        this.whenClosed = whenClosed;
        this.journal = journal;
        turns = new PromptQueue(context.clock());
        this.connect = connect;
        this.pool = pool;
        hostLog = context.log();
        PermissionPolicy policy = connect.session().permissions();
        log = new MemoryEntryLog(context.clock(), pool, context.log(), MemoryEntryLog.Bounds.DEFAULT, journal);
        stream = new SessionStream(log, policy, journal.lastTurn());
        deadline = new TurnDeadline(timer, rules.timeout(), rules.idleTimeout(), rules.idleWithOpenCall());
        CommandNews commands = new CommandNews(context);
        SameCalls calls = new SameCalls(this::lends, stream::turn);
        DeskJournal requests = new Requests(stream, deadline);
        desks = new Desks(
                new PermissionDesk(policy, rules.attended(), permissions, requests),
                new QuestionDesk(rules.answers(), rules.attended(), requests));
        hasRules = permissions.isSet();
        ruleChanges = permissions.onChange(() -> inBackground(desks.permissions()::reconsider));
        link = new AgentLink(
                engine,
                connect,
                new Incoming(connect, log, stream, deadline, desks, this::bound, this::lends, calls, commands),
                journal,
                rules.onLost(),
                text -> stream.notice(AgentEvent.Notice.Level.INFO, text),
                this::signOfLife,
                lender,
                new ToolBorrower(this, connect.session(), stream, desks, calls));
        runner = new TurnRunner(
                context,
                pool,
                timer,
                rules,
                link,
                new Briefing(rules.digest(), journal, stream, commands),
                stream,
                deadline,
                desks);
    }

    /** Reaches the agent, under the deadlines of the first turn. */
    void open() throws InterruptedException {
        runner.open();
        boolean nothingToAnswer = connect.session().permissions() == PermissionPolicy.AUTO && !hasRules;
        if (!link.capabilities().has(Feature.PERMISSIONS) && !nothingToAnswer) {
            stream.notice(
                    AgentEvent.Notice.Level.INFO,
                    "this agent cannot ask here: the permission policy is what it was told at launch, and no rule and no"
                            + " person answers");
        }
    }

    private void bound(SessionId told) {
        link.bound(told);
    }

    private boolean lends(ToolCall call) {
        return link.lends(call);
    }

    void signOfLife() {
        deadline.touch(stream.callOpen());
    }

    /** The host's name for it. */
    public SessionKey key() {
        return journal.key();
    }

    /** Whom it talks to. */
    public AgentId agent() {
        return connect.agent();
    }

    /** By which engine. */
    public EngineId engine() {
        return connect.binding().engine();
    }

    /** The agent's own id, once told. */
    public Optional<SessionId> agentSession() {
        return link.id();
    }

    /** What the agent can do here. */
    public Capabilities capabilities() {
        return link.capabilities();
    }

    /** What is known of the connection to the agent; nothing where there is none now. */
    public Diagnostics diagnostics() {
        return link.diagnostics();
    }

    /** Whether a turn runs. */
    public boolean isRunning() {
        return runner.isRunning();
    }

    /** The number of the last entry from before it was opened here. */
    public long openedAt() {
        return journal.numberedUpTo();
    }

    /** The slow-moving facts as last told. */
    public SessionState state() {
        return link.state();
    }

    /**
     * Reads the stream: first what is there after a number, then what comes, one entry at a time, in order, on threads of
     * the host. A reader that falls far behind makes the agent wait; that time counts towards no deadline.
     *
     * @param afterSeq the last entry already known; 0 for all
     */
    public Reading read(long afterSeq, Consumer<SessionEntry> reader) {
        return log.read(afterSeq, reader);
    }

    /**
     * Runs one turn to its end and reports it, whatever happened. A second caller waits for its turn. When this returns, all
     * readers have seen the turn's last entry. Interrupting the caller cancels the turn; the interrupt is thrown when the
     * turn has ended.
     *
     * @throws dev.termal.api.AgentException {@link dev.termal.api.ErrorCode#CLOSED} where the session is closed
     * @throws IllegalStateException on a reader's own thread, which would wait for itself
     */
    public TurnReport prompt(Prompt prompt) throws InterruptedException {
        if (log.onReaderThread()) {
            throw new IllegalStateException("a reader of a session must not prompt it: it would wait for itself");
        }
        turns.enter(prompt.text());
        try {
            if (closed.get()) {
                throw AgentLink.closedByHost();
            }
            return runner.run(prompt);
        } finally {
            turns.leave();
        }
    }

    /** A prompt of the host's own, after those that wait; nobody waits for its report. */
    void promptLate(String text) {
        CountDownLatch unused = inBackground(() -> {
            try {
                TurnReport report = prompt(Prompt.of(text));
                hostLog.log(System.Logger.Level.DEBUG, "a late result was given: {0}", report.outcome());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (AgentException e) {
                hostLog.log(System.Logger.Level.INFO, "a late result could not be given: {0}", e.getMessage());
            }
        });
    }

    /** The prompts that wait for those before them, the next first. */
    public List<WaitingPrompt> waiting() {
        return turns.waiting();
    }

    /** Takes a prompt out of those that wait; false where it does not wait (any more). */
    public boolean cancelWaiting(long id) {
        return turns.cancel(id);
    }

    /** Ends the running turn early, and the agent's process where the agent does not do so in time. Returns at once. */
    public void cancel() {
        runner.cancel();
    }

    /** Ends the agent's process and with it the running turn. Returns at once. The next turn starts the agent anew. */
    public void kill() {
        if (runner.isRunning()) {
            runner.kill();
        } else {
            inBackground(link::kill);
        }
    }

    /** A person's decision; see {@link PermissionDesk#answer}. */
    public boolean answerPermission(String id, PermissionDecision decision) {
        return desks.permissions().answer(id, decision);
    }

    /** A person's decision that is to be kept; see {@link PermissionDesk#answer(String, PermissionDecision, Remember)}. */
    public boolean answerPermission(String id, PermissionDecision decision, Remember remember) {
        return desks.permissions().answer(id, decision, remember);
    }

    /** What would be remembered of an answer; see {@link PermissionDesk#rememberable}. */
    public Optional<String> rememberable(String id) {
        return desks.permissions().rememberable(id);
    }

    /** A person's answer; see {@link QuestionDesk#answer}. */
    public boolean answerQuestion(String id, Answer answer) {
        return desks.questions().answer(id, answer);
    }

    /**
     * Stops the deadlines of the turn that runs, or begins meanwhile, while the host works for the agent; they go on with what
     * remained. Holds may be nested.
     *
     * @param atMost how long; then time counts again, whatever is still worked on
     * @param lapsed told where it was not released in time; on the host's timer, so it must be short
     */
    public Hold hold(Duration atMost, Runnable lapsed) {
        return deadline.hold(atMost, lapsed);
    }

    /** Whether a permission request or a question of this id is open. */
    public boolean waitsForPerson(String id) {
        return desks.permissions().isOpen(id) || desks.questions().isOpen(id);
    }

    /** Changes the agent's mode. */
    public void setMode(String modeId) throws InterruptedException {
        link.setMode(modeId);
    }

    /** Has another model answer from the next prompt on. */
    public void setModel(String model) throws InterruptedException {
        link.setModel(model);
    }

    /** Changes how much the model thinks, from the next prompt on. */
    public void setEffort(String effort) throws InterruptedException {
        link.setEffort(effort);
    }

    /** Changes an option. */
    public void setOption(String optionId, String value) throws InterruptedException {
        link.setOption(optionId, value);
    }

    /** Ends the turn and the agent, within bounds; readers get what is there. Does nothing the second time. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        runner.kill();
        CountDownLatch ended = inBackground(link::close);
        boolean interrupted = false;
        try {
            boolean inTime = ended.await(CLOSE_SECONDS, TimeUnit.SECONDS);
            if (inTime && !log.onReaderThread()) {
                turns.awaitIdle(CLOSE_SECONDS); // the last turn has told its end
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        desks.shut();
        ruleChanges.run();
        log.close();
        journal.close();
        whenClosed.accept(this);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private CountDownLatch inBackground(Runnable task) {
        CountDownLatch done = new CountDownLatch(1);
        try {
            pool.execute(() -> {
                try {
                    task.run();
                } finally {
                    done.countDown();
                }
            });
        } catch (RejectedExecutionException e) {
            task.run(); // the host is closed
            done.countDown();
        }
        return done;
    }
}

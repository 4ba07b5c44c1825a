package dev.termal.host.session;

import dev.termal.api.AgentEvent.Notice.Level;
import dev.termal.api.AgentException;
import dev.termal.api.AgentSession;
import dev.termal.api.FollowUp;
import dev.termal.api.Prompt;
import dev.termal.api.StopReason;
import dev.termal.api.TurnResult;
import dev.termal.api.Usage;
import dev.termal.api.spi.EngineContext;
import dev.termal.host.config.Durations;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.TurnReport;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs one turn at a time and brackets it: exactly one end for each start, whatever the engine does.
 *
 * <p>The engine works on a thread of the pool while the caller waits, so that an engine which never returns keeps that thread
 * and not the caller. A turn may be ended early from any thread.
 *
 * <p>Agents send text right after their end of turn. Where nobody is there to see it come late, the bracket is kept open a
 * little longer ({@link dev.termal.api.spi.Limits#lateChunks}), so that it is in the report; else the turn ends at once and
 * what comes is marked late.
 */
final class TurnRunner {
    /** Prompts and changes of mode that may follow the first prompt within one bracket. */
    static final int MAX_FOLLOW_UPS = 3;

    /** For steps of the cancel ladder that are under way when the turn is over; each is bounded by itself. */
    private static final long STEPS_SECONDS = 30;

    private final EngineContext context;
    private final Executor pool;
    private final Timer timer;
    private final TurnRules rules;
    private final AgentLink link;
    private final Briefing briefing;
    private final SessionStream stream;
    private final TurnDeadline deadline;
    private final Desks desks;
    private final CancelLadder ladder;

    private final Object lock = new Object();
    private @Nullable Turn current; // guarded by lock

    TurnRunner(
            EngineContext context,
            Executor pool,
            Timer timer,
            TurnRules rules,
            AgentLink link,
            Briefing briefing,
            SessionStream stream,
            TurnDeadline deadline,
            Desks desks) {
        this.context = context;
        this.pool = pool;
        this.timer = timer;
        this.rules = rules;
        this.link = link;
        this.briefing = briefing;
        this.stream = stream;
        this.deadline = deadline;
        this.desks = desks;
        ladder = new CancelLadder(context, pool, link, desks);
    }

    /** Ends the running turn early; does nothing where none runs. */
    void cancel() {
        running().ifPresent(turn -> end(turn, Ending.CANCELLED));
    }

    /** Ends the running turn and the agent's process at once. */
    void kill() {
        running().ifPresent(turn -> {
            turn.end(Ending.CANCELLED);
            ladder.kill(turn);
        });
    }

    boolean isRunning() {
        return running().isPresent();
    }

    private Optional<Turn> running() {
        synchronized (lock) {
            return Optional.ofNullable(current);
        }
    }

    private void end(Turn turn, Ending why) {
        if (turn.end(why)) {
            if (rules.attended() && why != Ending.CANCELLED && turn.isPrompting()) {
                turn.step(pool, this::tellOfGrace);
            }
            ladder.descend(turn);
        }
    }

    /** Whoever waits there has not asked for this end, and does not know what is waited for. */
    private void tellOfGrace() {
        stream.notice(
                Level.INFO,
                "the time is over: cancelling… An agent that does not stop is ended in "
                        + Durations.format(context.limits().cancelGrace()));
    }

    /**
     * Reaches the agent under the deadlines of a turn; what it takes counts towards the first one. Interrupting the caller
     * ends it.
     *
     * @throws AgentException for whatever goes wrong; {@code TIMEOUT} where a deadline has passed
     */
    void open() throws InterruptedException {
        Turn start = new Turn();
        synchronized (lock) {
            current = start;
        }
        deadline.arm(why -> end(start, why));
        work(start, () -> {
            start.beginOpening();
            link.ready();
            return TurnResult.of(StopReason.END_TURN);
        });
        boolean interrupted = awaitUninterruptibly(start, start.result());
        deadline.disarmAndCarry();
        interrupted |= finish(start);
        TurnVerdict verdict = verdict(start);
        if (interrupted || verdict.ending().equals(Optional.of(Ending.CANCELLED))) {
            throw new InterruptedException("the agent's start was given up");
        }
        verdict.whyNotReached(rules).ifPresent(failure -> {
            throw failure;
        });
    }

    /** Runs one turn. The caller makes sure that no other runs. Interrupting the caller cancels the turn. */
    TurnReport run(Prompt prompt) throws InterruptedException {
        long began = timer.nanoTime();
        Turn turn = new Turn();
        desks.reopen(); // before anybody can cancel the turn, which shuts them
        synchronized (lock) {
            current = turn;
        }
        stream.begin(prompt);
        deadline.arm(why -> end(turn, why));
        work(turn, () -> converse(turn, prompt));
        boolean interrupted = awaitUninterruptibly(turn, turn.result());
        deadline.disarm();
        if (!rules.attended() && !turn.result().isCompletedExceptionally()) {
            turn.keep(context.schedule(
                    context.limits().lateChunks(), () -> turn.cut().complete(null)));
            interrupted |= awaitUninterruptibly(turn, turn.cut());
        }
        interrupted |= finish(turn);
        desks.cancelOpen();
        TurnReport report = close(turn, began);
        if (interrupted) {
            throw new InterruptedException("the turn was cancelled");
        }
        return report;
    }

    /** No further step is taken to end it, and those under way are waited for; true where interrupted. */
    private boolean finish(Turn turn) {
        synchronized (lock) {
            current = null;
        }
        return awaitUninterruptibly(
                turn, turn.over().orTimeout(STEPS_SECONDS, TimeUnit.SECONDS).exceptionally(timeout -> null));
    }

    /** Waits for a stage that is bounded by the turn's deadlines and the cancel ladder; true where interrupted. */
    private boolean awaitUninterruptibly(Turn turn, CompletableFuture<?> stage) {
        boolean interrupted = false;
        while (true) {
            try {
                stage.get();
                return interrupted;
            } catch (ExecutionException e) {
                return interrupted; // looked at when the turn is closed
            } catch (InterruptedException e) {
                interrupted = true;
                end(turn, Ending.CANCELLED);
            }
        }
    }

    /** The engine's part, on a thread of the pool. */
    private void work(Turn turn, Callable<TurnResult> part) {
        try {
            pool.execute(() -> {
                try {
                    turn.result().complete(part.call());
                } catch (Exception | Error e) {
                    turn.result().completeExceptionally(e);
                } finally {
                    turn.workerGone();
                }
            });
        } catch (RejectedExecutionException e) {
            turn.result().completeExceptionally(AgentLink.closedByHost());
        }
    }

    /** An agent that is reached by its prompts alone shows only then that it does not know the conversation any more. */
    private TurnResult converse(Turn turn, Prompt prompt) throws InterruptedException {
        try {
            return converse(turn, prompt, link::ready);
        } catch (AgentException failure) {
            if (stream.agentActed() || !turn.goesOn()) {
                throw failure; // what was done once must not be done again
            }
            return converse(turn, prompt, () -> link.afresh(failure));
        }
    }

    private interface Opening {
        AgentSession session() throws InterruptedException;
    }

    private TurnResult converse(Turn turn, Prompt prompt, Opening opening) throws InterruptedException {
        turn.beginOpening();
        AgentSession session = opening.session();
        Prompt briefed = briefing.of(prompt, link, session);
        if (!turn.beginPrompting()) {
            return TurnResult.of(StopReason.CANCELLED);
        }
        link.prompted();
        return converse(turn, session, briefed);
    }

    private TurnResult converse(Turn turn, AgentSession session, Prompt prompt) throws InterruptedException {
        TurnResult result = session.prompt(prompt);
        for (int count = 0; result.followUp().isPresent() && turn.goesOn(); count++) {
            if (count == MAX_FOLLOW_UPS) {
                stream.notice(
                        Level.WARNING,
                        "the agent wanted more than " + MAX_FOLLOW_UPS + " turns to follow; the rest was left out");
                return result;
            }
            result = follow(session, result, result.followUp().get());
        }
        return result;
    }

    private static TurnResult follow(AgentSession session, TurnResult before, FollowUp next)
            throws InterruptedException {
        if (next.mode().isPresent()) {
            session.setMode(next.mode().get());
        }
        if (next.prompt().isEmpty()) {
            return new TurnResult(before.stopReason(), before.usage(), Optional.empty());
        }
        TurnResult after = session.prompt(next.prompt().get());
        Usage usage = before.usage().orElse(Usage.NONE).overlaidBy(after.usage().orElse(Usage.NONE));
        return new TurnResult(after.stopReason(), Optional.of(usage), after.followUp());
    }

    private TurnReport close(Turn turn, long began) throws InterruptedException {
        TurnVerdict verdict = verdict(turn);
        if (verdict.ending().isPresent()) {
            link.cutCalls();
        }
        link.endCalls();
        if (verdict.result().map(TurnResult::stopReason).equals(Optional.of(StopReason.OTHER))) {
            stream.notice(Level.WARNING, "the agent ended the turn with a reason that this version does not know");
        }
        link.settled();
        Duration duration = Duration.ofNanos(timer.nanoTime() - began);
        SessionEntry end = stream.end(verdict.ending().isPresent(), tally -> verdict.report(tally, rules, duration));
        stream.awaitSeen(end);
        return ((EntryBody.TurnEnded) end.body()).report();
    }

    private TurnVerdict verdict(Turn turn) {
        try {
            return new TurnVerdict(
                    link.hasGreeted(), turn.ending(), Optional.of(turn.result().join()), Optional.empty());
        } catch (CompletionException e) {
            Throwable thrown = e.getCause() == null ? e : e.getCause();
            if (!(thrown instanceof AgentException) && !(thrown instanceof InterruptedException)) {
                context.log().log(System.Logger.Level.ERROR, "the engine failed in a turn", thrown);
            }
            return new TurnVerdict(
                    link.hasGreeted(), turn.ending(), Optional.empty(), Optional.of(TurnVerdict.failureOf(thrown)));
        }
    }
}

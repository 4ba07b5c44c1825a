package dev.termal.host.mcp;

import dev.termal.api.PermissionDecision;
import dev.termal.api.RawJson;
import dev.termal.api.ToolCall.Status;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.EngineContext.Scheduled;
import dev.termal.api.spi.HostTool;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/**
 * The calls of one loan, from where the agent makes them until it has their results.
 *
 * <p>A call holds the turn's deadlines while its tool runs. One that is quick is answered with its result. One that is not is
 * answered with a promise after {@link #EARLY}, lest the agent's own patience end; the agent then asks for the result, within the
 * turn or in a later one. One whose answer cannot be given, since the connection was lost or the turn is over, goes on, and its
 * result becomes a prompt. What is cancelled is given up.
 *
 * <p>Thread-safe. The lock is never held while a tool or the person is waited for.
 */
final class Calls {
    /** Agents wait for 60 s or more. */
    static final Duration EARLY = Duration.ofSeconds(20);

    /** A tool may take so long, a person's decision included: a deadline that is held must end too. */
    static final Duration LONGEST = Duration.ofMinutes(30);

    /** Calls at a time. */
    static final int MAX_RUNNING = 256;

    /** Results that wait to be asked for, and calls whose result will be a prompt: the newest so many of each. */
    static final int MAX_KEPT = 64;

    private final String server;
    private final String idPrefix;
    private final Borrower borrower;
    private final EngineContext context;
    private final Executor pool;

    private final Object lock = new Object();
    // all guarded by lock
    private final Map<String, Call> running = new LinkedHashMap<>();
    private final Map<String, Call> results = new Newest<>();
    private final Map<String, Call> unanswered = new Newest<>();
    private long count;
    private boolean closed;

    /** The newest so many. */
    private static final class Newest<T> extends LinkedHashMap<String, T> {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
            return size() > MAX_KEPT;
        }
    }

    /**
     * No calls yet.
     *
     * @param server what the agent calls the server
     * @param idPrefix makes their ids differ from all others in the session
     * @param pool runs tools, which may block it
     */
    Calls(String server, String idPrefix, Borrower borrower, EngineContext context, Executor pool) {
        this.server = server;
        this.idPrefix = idPrefix;
        this.borrower = borrower;
        this.context = context;
        this.pool = pool;
    }

    /**
     * Begins a call.
     *
     * @param request the agent's own id of it, by which it may withdraw it
     */
    Waiting begin(LentTool tool, RawJson arguments, String request) {
        Call call;
        synchronized (lock) {
            if (closed || !borrower.isInTurn()) {
                return Waiting.answered(CallTexts.error("the host's tools can be called only while a turn runs"));
            }
            if (running.size() >= MAX_RUNNING) {
                return Waiting.answered(
                        CallTexts.error(MAX_RUNNING + " calls are running already: wait for their results"));
            }
            call = new Call(idPrefix + ++count, server, tool, arguments, request);
            running.put(call.id(), call);
            call.hold = Optional.of(borrower.hold(LONGEST));
            call.timers.add(context.schedule(EARLY, () -> promise(call)));
            call.timers.add(context.schedule(
                    LONGEST,
                    () -> execute(
                            call,
                            () -> giveUp(call, Status.FAILED, "it took more than " + LONGEST.toMinutes() + " min"))));
        }
        borrower.show(call.card());
        if (borrower.mayRunUnasked(call.card())) {
            execute(call, () -> run(call));
        } else {
            ask(call);
        }
        return new Waiting(call.answer, () -> fail(call, "the connection to the agent was lost"));
    }

    private void ask(Call call) {
        CompletableFuture<PermissionDecision> asked =
                borrower.permission(call.permission()).toCompletableFuture();
        if (waitFor(call, asked)) {
            CompletableFuture<PermissionDecision> unused =
                    asked.whenComplete((decision, failure) -> execute(call, () -> decided(call, decision)));
        }
    }

    private void decided(Call call, PermissionDecision decision) {
        if (decision instanceof PermissionDecision.Selected selected && Call.allows(selected.optionId())) {
            run(call);
        } else {
            settle(call, Status.REJECTED, CallTexts.error("the permission was denied"));
        }
    }

    /** Notes what is to be given up with the call; false, and given up at once, where the call is. */
    private boolean waitFor(Call call, CompletableFuture<?> work) {
        synchronized (lock) {
            if (!call.settled) {
                call.work = work;
                return true;
            }
        }
        work.cancel(true);
        return false;
    }

    private void run(Call call) {
        synchronized (lock) {
            if (call.settled) {
                return;
            }
            call.runner = Thread.currentThread();
        }
        borrower.show(call.card().toBuilder().status(Status.IN_PROGRESS).build());
        CompletionStage<HostTool.Result> stage;
        try {
            stage = call.tool.tool().call(call.arguments, new ToolContext(borrower, call.id()));
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            stage = CompletableFuture.failedFuture(e);
        } finally {
            synchronized (lock) {
                call.runner = null;
            }
            boolean unused = Thread.interrupted(); // it was meant for the call
        }
        CompletableFuture<HostTool.Result> work = stage.toCompletableFuture();
        if (waitFor(call, work)) {
            CompletableFuture<HostTool.Result> unused = work.whenComplete((result, failure) -> {
                HostTool.Result given = result != null
                        ? CallTexts.bounded(result)
                        : CallTexts.failed(failure == null ? new IllegalStateException("no result") : failure);
                settle(call, given.isError() ? Status.FAILED : Status.COMPLETED, given);
            });
        }
    }

    /** A call that is not answered yet is answered with a promise. */
    private void promise(Call call) {
        synchronized (lock) {
            if (call.settled || call.unanswered.isPresent()) {
                return;
            }
            call.escalated = true;
        }
        call.answer.complete(CallTexts.stillRunning(call.tool.name(), call.id()));
    }

    /** The agent cannot be answered; the tool goes on. */
    private void fail(Call call, String why) {
        synchronized (lock) {
            if (call.settled || call.escalated || call.unanswered.isPresent()) {
                return;
            }
            call.unanswered = Optional.of(why);
            unanswered.put(call.id(), call);
            release(call);
        }
        call.answer.complete(CallTexts.error(why));
    }

    private void settle(Call call, Status status, HostTool.Result result) {
        boolean toPrompt;
        boolean toTell;
        synchronized (lock) {
            if (call.settled) {
                return;
            }
            call.settled = true;
            running.remove(call.id());
            call.timers.forEach(Scheduled::cancel);
            release(call);
            toPrompt = unanswered.remove(call.id()) != null && status != Status.CANCELLED;
            toTell = call.escalated && !closed && !borrower.isInTurn();
            if (call.escalated) {
                results.put(call.id(), call);
            }
        }
        borrower.show(call.card(status, CallTexts.shown(result)));
        call.answer.complete(result);
        call.done.complete(result);
        if (toPrompt) {
            String why = call.unanswered.orElse("");
            borrower.prompt(CallTexts.late(call.tool.name(), call.id(), why, result));
        } else if (toTell) {
            borrower.tell("the host's tool " + call.tool.name()
                    + " has ended after the turn that called it; the agent can" + " still ask for its result");
        }
    }

    /** Ends a call and what its tool does. */
    private void giveUp(Call call, Status status, String why) {
        settle(call, status, CallTexts.error(why));
        Future<?> work;
        synchronized (lock) {
            work = call.work;
            if (call.runner != null) {
                call.runner.interrupt();
            }
        }
        if (work != null) {
            work.cancel(true);
        }
    }

    private void release(Call call) {
        call.hold.ifPresent(Runnable::run);
        call.hold = Optional.empty();
    }

    private void execute(Call call, Runnable step) {
        try {
            pool.execute(step);
        } catch (RejectedExecutionException e) {
            settle(call, Status.CANCELLED, CallTexts.error("the host is closing"));
        }
    }

    /** How many there were. */
    long count() {
        synchronized (lock) {
            return count;
        }
    }

    /** Waits for the result of a call that was answered with a promise. */
    Waiting poll(String callId) {
        Call call;
        synchronized (lock) {
            call = running.getOrDefault(callId, results.get(callId));
        }
        if (call == null) {
            return Waiting.answered(CallTexts.error(
                    "there is no call " + callId + ": its result was given, or too many came after it"));
        }
        CompletableFuture<HostTool.Result> answer = new CompletableFuture<>();
        Scheduled patience =
                context.schedule(EARLY, () -> answer.complete(CallTexts.stillRunning(call.tool.name(), call.id())));
        CompletableFuture<Void> unused = call.done.thenAccept(result -> {
            patience.cancel();
            answer.complete(result);
        });
        return new Waiting(answer, () -> {});
    }

    /** The agent does not want these any more, by its own id. */
    void withdraw(String request) {
        all().stream()
                .filter(call -> call.request.equals(request))
                .forEach(call -> giveUp(call, Status.CANCELLED, "the call was withdrawn"));
    }

    /** The turn is over. What the agent was promised goes on; what it still waits for cannot be answered any more. */
    void turnOver() {
        for (Call call : all()) {
            fail(call, "the turn is over");
            boolean goesOn;
            synchronized (lock) {
                goesOn = !call.settled;
                release(call);
            }
            if (goesOn) {
                borrower.show(call.card(Status.CANCELLED, "the turn is over, the tool goes on"));
            }
        }
    }

    /** Gives all up that runs. */
    void giveUp(String why) {
        all().forEach(call -> giveUp(call, Status.CANCELLED, why));
    }

    void close() {
        synchronized (lock) {
            closed = true;
        }
        giveUp("the session is closed");
    }

    private List<Call> all() {
        synchronized (lock) {
            return List.copyOf(running.values());
        }
    }
}

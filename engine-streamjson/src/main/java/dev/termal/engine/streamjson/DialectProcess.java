package dev.termal.engine.streamjson;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentEvent.SessionBound;
import dev.termal.api.AgentException;
import dev.termal.api.AgentException.Detail;
import dev.termal.api.ErrorCode;
import dev.termal.api.SessionId;
import dev.termal.api.SessionRequest;
import dev.termal.api.StopReason;
import dev.termal.api.TurnResult;
import dev.termal.api.spi.AgentProcess;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.EngineContext.Scheduled;
import dev.termal.api.spi.Limits;
import dev.termal.api.spi.LineDialect;
import dev.termal.api.spi.LineDialect.Output;
import dev.termal.api.spi.LineDialect.Said;
import dev.termal.api.spi.LineDialect.TurnEnd;
import dev.termal.api.spi.ProcessExit;
import dev.termal.engine.streamjson.Counters.Event;
import dev.termal.engine.streamjson.LineSource.Begin;
import dev.termal.engine.streamjson.LineSource.End;
import dev.termal.engine.streamjson.LineSource.Item;
import dev.termal.engine.streamjson.LineSource.Line;
import dev.termal.engine.streamjson.StreamJsonOptions.ProcessModel;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One process of an agent with the dialect that understands it.
 *
 * <p>A dispatcher alone asks the dialect, delivers events and settles turns, so that the end of a turn never overtakes what
 * was said in it. The end of the output is an item like the others, after which every turn is settled and the process's tree
 * ended. What belongs to a process is kept with it: a late end of one that was replaced concerns nobody.
 */
final class DialectProcess {
    /** For a handler to return when the process is closed, and for a write when it has ended. */
    private static final Duration CLOSE_GRACE = Duration.ofSeconds(5);

    private final EngineContext context;
    private final AgentProcess process;
    private final LineDialect dialect;
    private final SessionRequest launchedWith;
    private final StreamJsonOptions options;
    private final Consumer<AgentEvent> events;
    private final Counters counters;
    private final LineSource lines;
    private final ProcessEnd end;
    private final Thread dispatcher;
    private final CountDownLatch done = new CountDownLatch(1);
    private final AtomicReference<AgentException> failure = new AtomicReference<>();
    private volatile Optional<SessionId> conversation;
    private volatile boolean closed;

    private final Object lock = new Object();
    private @Nullable Attempt current; // guarded by lock, as the next
    private boolean over;

    // the dispatcher's own
    private final Noise noise;
    private @Nullable Attempt running;
    private Optional<TurnEnd> seen = Optional.empty();
    private Scheduled lingering = () -> {};

    DialectProcess(
            EngineContext context,
            AgentProcess process,
            LineDialect dialect,
            SessionRequest launchedWith,
            StreamJsonOptions options,
            Consumer<AgentEvent> events,
            Counters counters) {
        this.context = context;
        this.process = process;
        this.dialect = dialect;
        this.launchedWith = launchedWith;
        this.options = options;
        this.events = events;
        this.counters = counters;
        conversation = launchedWith.resume();
        noise = new Noise(context.limits().noiseLines());
        lines = new LineSource(process, context.limits().queueFrames(), code -> thread("reader", code));
        end = new ProcessEnd(process, code -> thread("end", code));
        dispatcher = thread("dispatcher", this::dispatch);
    }

    private Thread thread(String name, Runnable code) {
        Thread thread = context.threads().newThread(code);
        thread.setName("stream-json-" + name + "-" + process.pid());
        return thread;
    }

    /** Begins to read. Called once; a turn begun before is told to the dialect before the first line. */
    void start() {
        dispatcher.start();
        lines.start();
    }

    AgentProcess process() {
        return process;
    }

    /** What it was launched with. */
    SessionRequest launchedWith() {
        return launchedWith;
    }

    /** Which conversation it is in: as it told, else as it was launched with. */
    Optional<SessionId> conversation() {
        return conversation;
    }

    /** Whether a turn could be begun. */
    boolean isOpen() {
        synchronized (lock) {
            return !over && !end.hasCome();
        }
    }

    /** Begins a turn; empty where the process has ended. */
    Optional<Attempt> begin(Turn turn) throws InterruptedException {
        Attempt attempt = new Attempt(turn);
        synchronized (lock) {
            if (over) {
                return Optional.empty();
            }
            current = attempt;
        }
        lines.put(new Begin(attempt));
        return Optional.of(attempt);
    }

    /**
     * Sends the prompt where the process takes it on its input, and closes the input of a process that takes no other.
     *
     * @return whether the process took it; where not, its end settles the attempt
     */
    boolean send(Attempt attempt) throws InterruptedException {
        try {
            return handOver(attempt);
        } finally {
            attempt.handedOver();
        }
    }

    private boolean handOver(Attempt attempt) throws InterruptedException {
        Optional<String> line;
        try {
            line = attempt.awaitLine();
        } catch (AgentException e) {
            return false; // the attempt has failed, and tells it
        }
        boolean sent = line.isEmpty() || sent(line.get());
        if (options.process() == ProcessModel.PER_TURN) {
            process.endInput();
        } else if (line.isEmpty()) {
            fail(new AgentException(
                    ErrorCode.CONFIGURATION,
                    "option process is \"per-session\", but this agent takes no prompts on its input"));
        }
        return sent;
    }

    private boolean sent(String line) {
        try {
            process.send(line);
            return true;
        } catch (AgentException e) {
            if (e.code() != ErrorCode.AGENT_EXITED) {
                fail(e);
            }
            return false;
        } catch (IllegalArgumentException e) {
            fail(new AgentException(ErrorCode.PROTOCOL, "the dialect gave more than one line for a prompt", e));
            return false;
        }
    }

    /** Ends the process for a reason that the running turn fails with. */
    private void fail(AgentException reason) {
        failure.compareAndSet(null, reason);
        end.force();
    }

    /** Ends the process and all its descendants within bounds. Returns at once. */
    void endSoon() {
        end.force();
    }

    /** Ends the process and returns when nothing of it is delivered any more. Does nothing the second time. */
    void close() {
        closed = true;
        end.forceNow();
        synchronized (lock) {
            if (current != null) {
                current.handedOver(); // or it never will be
            }
        }
        if (Thread.currentThread() != dispatcher && !awaitDone()) {
            dispatcher.interrupt(); // a handler does not return
            lines.abandon();
            if (!awaitDone()) {
                context.log().log(Level.WARNING, "a handler does not return; its agent was closed all the same");
            }
        }
    }

    private boolean awaitDone() {
        boolean interrupted = false;
        long deadline = System.nanoTime() + CLOSE_GRACE.toNanos();
        try {
            while (true) {
                try {
                    return done.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void dispatch() {
        try {
            boolean ended = false;
            while (!ended) {
                Item item = lines.take();
                if (item instanceof Begin begin) {
                    begin(begin.attempt());
                } else if (item instanceof Line line) {
                    understand(line.text());
                } else if (item instanceof End last) {
                    last.failure().ifPresent(this::fail);
                    ended = true;
                }
            }
        } catch (InterruptedException e) {
            // closed while a handler did not return
        } finally {
            settle();
            lines.abandon();
            done.countDown();
        }
    }

    private void begin(Attempt attempt) {
        running = attempt;
        try {
            dialect.beginTurn(attempt.turn().prompt());
            attempt.begun(dialect.promptLine(attempt.turn().prompt()));
        } catch (RuntimeException e) {
            AgentException broken =
                    new AgentException(ErrorCode.PROTOCOL, "the dialect failed at the beginning of a turn: " + e, e);
            attempt.failed(broken);
            fail(broken);
        }
    }

    private void understand(String line) {
        if (noise.isTooMuch()) {
            return; // the process is being ended
        }
        boolean understood = false;
        try {
            for (Output output : dialect.onLine(line)) {
                understood = true;
                if (output instanceof Said said) {
                    say(said.event());
                } else if (output instanceof TurnEnd turnEnd) {
                    ended(turnEnd);
                }
            }
        } catch (RuntimeException e) {
            context.log().log(Level.WARNING, "a dialect failed at a line, which is skipped", e);
        }
        if (understood) {
            noise.understood();
        } else {
            heard(line);
        }
    }

    private void heard(String line) {
        counters.count(Event.NOISE);
        noise.heard(line);
        if (noise.isTooMuch()) {
            fail(new AgentException(
                    ErrorCode.PROTOCOL,
                    "the agent speaks another language: its first "
                            + context.limits().noiseLines() + " lines told nothing" + noise.shown()));
        }
    }

    private void say(AgentEvent event) {
        if (event instanceof SessionBound bound) {
            conversation = Optional.of(bound.id());
        }
        if (!closed) {
            events.accept(event);
        }
    }

    private void ended(TurnEnd turnEnd) {
        Attempt attempt = running;
        if (attempt == null || seen.isPresent()) {
            counters.count(Event.STRAY_ENDS);
            return;
        }
        lastWords(turnEnd);
        if (options.process() == ProcessModel.PER_TURN) {
            seen = Optional.of(turnEnd);
            lingering = context.schedule(options.lingerTimeout(), this::endLingering);
        } else {
            running = null;
            synchronized (lock) {
                current = current == attempt ? null : current;
            }
            settle(attempt, EndOfTurn.inLife(turnEnd, process.stderrTail()));
        }
    }

    private void lastWords(TurnEnd turnEnd) {
        try {
            dialect.beforeEnd(turnEnd, process.stderrTail()).forEach(this::say);
        } catch (RuntimeException e) {
            context.log().log(Level.WARNING, "a dialect failed at the end of a turn, which ends all the same", e);
        }
    }

    private void endLingering() {
        if (!end.hasCome()) {
            counters.count(Event.LINGERED);
        }
        end.force();
    }

    /** The output has ended: so has the process, or it will be ended. */
    private void settle() {
        Attempt last;
        synchronized (lock) {
            over = true;
            last = current;
        }
        Optional<ProcessExit> exit = awaitExit();
        process.close();
        if (last != null && last == running && !closed) {
            last.awaitHandedOver(CLOSE_GRACE); // who could not write knows better why it ended
        }
        synchronized (lock) {
            current = null;
        }
        if (last != null && last == running) {
            settle(last, new EndOfTurn(seen, exit, process.stderrTail(), noise.shown()));
        } else if (last != null) {
            last.failed(new AgentException(ErrorCode.AGENT_EXITED, "the agent ended before the turn began"));
        }
    }

    private Optional<ProcessExit> awaitExit() {
        Limits limits = context.limits();
        Scheduled bound = seen.isPresent()
                ? lingering
                : context.schedule(limits.endOfInput().plus(limits.terminate()), end::force);
        Optional<ProcessExit> exit = end.await();
        bound.cancel();
        return exit;
    }

    private void settle(Attempt attempt, EndOfTurn how) {
        try {
            attempt.ended(result(attempt.turn(), how));
        } catch (AgentException e) {
            attempt.failed(e);
        }
    }

    private TurnResult result(Turn turn, EndOfTurn how) {
        if (how.seen().isPresent()) {
            return how.judge(dialect);
        }
        if (turn.isCancelled()) {
            return TurnResult.of(StopReason.CANCELLED);
        }
        if (closed) {
            throw new AgentException(ErrorCode.CLOSED, "the session was closed while its turn ran");
        }
        AgentException broken = failure.get();
        if (broken != null) {
            throw new AgentException(
                    broken.code(), String.valueOf(broken.getMessage()), Detail.stderr(how.stderrTail()), broken);
        }
        return how.judge(dialect);
    }
}

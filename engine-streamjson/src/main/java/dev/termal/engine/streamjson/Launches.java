package dev.termal.engine.streamjson;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.AgentLauncher;
import dev.termal.api.spi.DialectFactory;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.LaunchRequest;
import dev.termal.api.spi.LineDialect;
import dev.termal.engine.streamjson.Counters.Event;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Launches the processes of one session, one at a time, and holds the live one. Thread-safe. */
final class Launches {
    private final EngineContext context;
    private final AgentLauncher launcher;
    private final DialectFactory dialects;
    private final StreamJsonOptions options;
    private final Consumer<AgentEvent> events;
    private final Counters counters;
    private @Nullable DialectProcess live; // guarded by this, as the next
    private boolean closed;

    Launches(
            EngineContext context,
            AgentLauncher launcher,
            DialectFactory dialects,
            StreamJsonOptions options,
            Consumer<AgentEvent> events,
            Counters counters) {
        this.context = context;
        this.launcher = launcher;
        this.dialects = dialects;
        this.options = options;
        this.events = events;
        this.counters = counters;
    }

    Counters counters() {
        return counters;
    }

    /** The process launched last. */
    synchronized Optional<DialectProcess> live() {
        return Optional.ofNullable(live);
    }

    /** Launches a process and begins a turn in it, before its first line is read. */
    Attempt launch(LaunchRequest request, Turn turn) throws InterruptedException {
        LineDialect dialect = dialects.open(request);
        refuseWhenClosed();
        DialectProcess process = new DialectProcess(
                context, launcher.launch(request), dialect, request.session(), options, events, counters);
        counters.count(Event.LAUNCHES);
        boolean late;
        synchronized (this) {
            live = process;
            late = closed;
        }
        Attempt attempt = process.begin(turn)
                .orElseThrow(() -> new IllegalStateException("a process has ended before it was read"));
        process.start();
        turn.runsIn(process);
        if (late) {
            process.close();
            refuseWhenClosed();
        }
        boolean unused = process.send(attempt); // where it does not take the prompt, its end says why
        return attempt;
    }

    private synchronized void refuseWhenClosed() {
        if (closed) {
            throw new AgentException(ErrorCode.CLOSED, "the session is closed");
        }
    }

    void close() {
        Optional<DialectProcess> last;
        synchronized (this) {
            closed = true;
            last = Optional.ofNullable(live);
        }
        last.ifPresent(DialectProcess::close);
    }
}

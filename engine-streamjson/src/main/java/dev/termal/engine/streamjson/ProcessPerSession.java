package dev.termal.engine.streamjson;

import dev.termal.api.spi.LaunchRequest;
import dev.termal.engine.streamjson.Counters.Event;
import java.util.Optional;
import java.util.Set;

/**
 * A process for the whole session, which takes prompts as lines: it is replaced when it has ended, and when something else is
 * wanted than what it was launched with.
 */
final class ProcessPerSession implements Runner {
    private final Conversation conversation;
    private final Launches launches;

    ProcessPerSession(Conversation conversation, Launches launches) {
        this.conversation = conversation;
        this.launches = launches;
    }

    @Override
    public Attempt begin(Turn turn) throws InterruptedException {
        Optional<DialectProcess> before = launches.live();
        if (before.isPresent()) {
            Optional<Attempt> attempt = fits(before.get()) ? reuse(before.get(), turn) : Optional.empty();
            if (attempt.isPresent()) {
                return attempt.get();
            }
            before.get().close();
        }
        return launches.launch(new LaunchRequest.ForSession(conversation.toLaunch()), turn);
    }

    private boolean fits(DialectProcess process) {
        if (!process.isOpen()) {
            return false;
        }
        Set<Drift> causes = Drift.between(process.launchedWith(), process.conversation(), conversation.wanted());
        if (!causes.isEmpty()) {
            launches.counters().replaced(causes);
        }
        return causes.isEmpty();
    }

    /** Empty where the process went away before it took the prompt, so that another one may take it. */
    private Optional<Attempt> reuse(DialectProcess process, Turn turn) throws InterruptedException {
        Optional<Attempt> attempt = process.begin(turn);
        if (attempt.isPresent()) {
            turn.runsIn(process);
            if (process.send(attempt.get()) || turn.isCancelled()) {
                launches.counters().count(Event.REUSED);
                return attempt;
            }
        }
        return Optional.empty();
    }

    @Override
    public Optional<DialectProcess> process() {
        return launches.live();
    }

    @Override
    public void close() {
        launches.close();
    }
}

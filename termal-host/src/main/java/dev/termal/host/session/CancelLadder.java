package dev.termal.host.session;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.spi.EngineContext;
import dev.termal.api.spi.Limits;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * How a turn is ended early, step by step: open requests are answered as cancelled and the agent is asked to stop; it is
 * asked once more, for the first may have come before it took the prompt; after the grace its process is ended; and an
 * engine that does not even return then is left behind. Where the prompt was not sent yet there is nothing to ask, and the
 * opening of the session is interrupted.
 *
 * <p>All steps run on the pool, so neither a timer nor a caller waits for an agent.
 */
final class CancelLadder {
    /** How much longer than the end of its process an engine may take to notice. */
    static final Duration TO_NOTICE_THE_END = Duration.ofSeconds(5);

    private final EngineContext context;
    private final Executor pool;
    private final AgentLink link;
    private final Desks desks;

    CancelLadder(EngineContext context, Executor pool, AgentLink link, Desks desks) {
        this.context = context;
        this.pool = pool;
        this.link = link;
        this.desks = desks;
    }

    /** Begins at the top. */
    void descend(Turn turn) {
        Duration grace = context.limits().cancelGrace();
        turn.keep(context.schedule(grace.dividedBy(10), () -> turn.step(pool, () -> ask(turn))));
        turn.keep(context.schedule(grace, () -> kill(turn)));
        turn.step(pool, () -> {
            desks.shut();
            link.cutCalls();
            ask(turn);
        });
    }

    private void ask(Turn turn) {
        turn.interruptOpening();
        if (turn.isPrompting()) {
            link.cancel();
        }
    }

    /** Goes to the end at once. */
    void kill(Turn turn) {
        Limits limits = context.limits();
        Duration untilEnded = limits.endOfInput()
                .plus(limits.terminate())
                .plus(limits.terminate())
                .plus(TO_NOTICE_THE_END);
        turn.keep(context.schedule(untilEnded, () -> turn.step(pool, () -> leaveBehind(turn))));
        turn.step(pool, () -> {
            desks.shut();
            link.cutCalls();
            turn.interruptOpening();
            link.kill();
        });
    }

    private static void leaveBehind(Turn turn) {
        turn.result()
                .completeExceptionally(new AgentException(
                        ErrorCode.TIMEOUT, "the engine did not come back although the agent's process was ended"));
    }
}

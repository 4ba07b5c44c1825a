package dev.termal.engine.streamjson;

import dev.termal.api.AgentException;
import dev.termal.api.AgentException.Detail;
import dev.termal.api.ErrorCode;
import dev.termal.api.StopReason;
import dev.termal.api.TurnResult;
import dev.termal.api.spi.LineDialect;
import dev.termal.api.spi.LineDialect.TurnEnd;
import dev.termal.api.spi.ProcessExit;
import java.util.Optional;

/**
 * How a turn ended: the rules. A turn ends well only where the dialect has seen its end; an exit code alone is no success.
 *
 * @param seen the end that the dialect saw in a line
 * @param exit how the process ended; empty where it lives, or was ended by the engine
 * @param printed what there is to show of an agent that was never understood; may be empty
 */
record EndOfTurn(Optional<TurnEnd> seen, Optional<ProcessExit> exit, String stderrTail, String printed) {
    private static final int MESSAGE_CHARS = 400;

    /** A turn that ended while its process goes on. */
    static EndOfTurn inLife(TurnEnd seen, String stderrTail) {
        return new EndOfTurn(Optional.of(seen), Optional.empty(), stderrTail, "");
    }

    /**
     * The result of the turn.
     *
     * @throws AgentException where it failed
     */
    TurnResult judge(LineDialect dialect) {
        TurnEnd end = seen.isPresent()
                ? exit.map(how -> byStatus(seen.get(), ask(dialect, how))).orElse(seen.get())
                : exit.map(how -> unfinished(ask(dialect, how)))
                        .orElseGet(() -> TurnEnd.failed(
                                ErrorCode.AGENT_EXITED, "the agent closed its output before the end of its turn"));
        if (end.stopReason().isPresent()) {
            return new TurnResult(end.stopReason().get(), end.usage(), Optional.empty());
        }
        throw failure(end.error().orElse(ErrorCode.AGENT_ERROR), end.message());
    }

    private TurnEnd ask(LineDialect dialect, ProcessExit how) {
        try {
            return dialect.onExit(how, stderrTail, seen.isPresent());
        } catch (RuntimeException e) {
            return TurnEnd.failed(ErrorCode.AGENT_EXITED, "the dialect failed at the end of the process: " + e);
        }
    }

    /** A status that speaks of failure wins over an end that looked well; the agent's own words are kept. */
    private static TurnEnd byStatus(TurnEnd seen, TurnEnd status) {
        if (status.error().isEmpty()) {
            return seen;
        }
        return status.message().isBlank()
                ? new TurnEnd(Optional.empty(), status.error(), seen.message(), seen.usage())
                : status;
    }

    /** Without its end a turn may have been cancelled or have failed, and nothing else. */
    private static TurnEnd unfinished(TurnEnd status) {
        boolean credible = status.stopReason().isEmpty() || status.stopReason().get() == StopReason.CANCELLED;
        return credible ? status : TurnEnd.failed(ErrorCode.AGENT_EXITED, "");
    }

    private String without(ErrorCode code) {
        if (code != ErrorCode.AGENT_EXITED) {
            return "the agent's turn failed";
        }
        return seen.isPresent() ? "the agent failed after the end of its turn" : "the agent ended before its turn did";
    }

    private AgentException failure(ErrorCode code, String words) {
        String message = words.isBlank() ? without(code) : Words.oneLine(words, MESSAGE_CHARS);
        String suffix = exit.map(ProcessExit::describe)
                .filter(how -> !message.contains(how))
                .map(how -> " (" + how + ")")
                .orElse("");
        return new AgentException(
                code, message + suffix + printed, new Detail(Optional.empty(), words, Optional.empty(), stderrTail));
    }
}

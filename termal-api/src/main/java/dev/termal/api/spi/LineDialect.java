package dev.termal.api.spi;

import dev.termal.api.AgentEvent;
import dev.termal.api.ErrorCode;
import dev.termal.api.Prompt;
import dev.termal.api.StopReason;
import dev.termal.api.Usage;
import java.util.List;
import java.util.Optional;

/**
 * What the lines of one process of one agent mean.
 *
 * <p>Implemented by profiles; used by one thread, for one process. The engine owns lines, order and the process; the dialect
 * owns meaning. It never throws for a line that it does not know: it gives a notice, an extension, or nothing.
 */
public interface LineDialect {
    /** A turn begins; called before its first line. */
    default void beginTurn(Prompt prompt) {}

    /** What a line of output means, in order. */
    List<Output> onLine(String line);

    /** The line that carries a prompt to a process that takes prompts on its standard input; empty where it does not. */
    default Optional<String> promptLine(Prompt prompt) {
        return Optional.empty();
    }

    /**
     * What the error output tells of the turn beyond its lines, asked right before an end that {@link #onLine} gave takes
     * effect.
     *
     * @param stderrTail the last of all that the process has written there, in turns before too
     */
    default List<AgentEvent> beforeEnd(TurnEnd end, String stderrTail) {
        return List.of();
    }

    /**
     * What the end of the process means for the turn that runs.
     *
     * @param endSeen whether {@link TurnEnd} was already given; only then is the turn a success
     */
    TurnEnd onExit(ProcessExit exit, String stderrTail, boolean endSeen);

    /** What a line means. */
    sealed interface Output {}

    /** The agent said or did something. */
    record Said(AgentEvent event) implements Output {}

    /**
     * The turn has ended.
     *
     * @param stopReason why, where it ended well
     * @param error what went wrong, where it did not; exactly one of the two is present
     * @param message the agent's words on it; may be empty
     */
    record TurnEnd(Optional<StopReason> stopReason, Optional<ErrorCode> error, String message, Optional<Usage> usage)
            implements Output {
        /** Refuses both or neither of reason and error with an {@link IllegalArgumentException}. */
        public TurnEnd {
            if (stopReason.isPresent() == error.isPresent()) {
                throw new IllegalArgumentException("a turn ends with a reason or an error");
            }
        }

        /** It ended well. */
        public static TurnEnd of(StopReason reason, Optional<Usage> usage) {
            return new TurnEnd(Optional.of(reason), Optional.empty(), "", usage);
        }

        /** It failed. */
        public static TurnEnd failed(ErrorCode error, String message) {
            return new TurnEnd(Optional.empty(), Optional.of(error), message, Optional.empty());
        }
    }
}

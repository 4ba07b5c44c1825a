package dev.termal.engine.streamjson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.api.StopReason;
import dev.termal.api.Usage;
import dev.termal.api.spi.LineDialect;
import dev.termal.api.spi.LineDialect.TurnEnd;
import dev.termal.api.spi.ProcessExit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class EndOfTurnTest {
    private static final Optional<TurnEnd> UNSEEN = Optional.empty();
    private static final Optional<ProcessExit> FORCED = Optional.empty();
    private static final Usage USAGE = Usage.builder().inputTokens(3).build();
    private static final TurnEnd WELL = TurnEnd.of(StopReason.MAX_TOKENS, Optional.of(USAGE));
    private static final TurnEnd BADLY = TurnEnd.failed(ErrorCode.AGENT_ERROR, "no luck\ntoday");

    private static Optional<ProcessExit> exit(int code) {
        return Optional.of(new ProcessExit(code));
    }

    private static EndOfTurn end(Optional<TurnEnd> seen, Optional<ProcessExit> exit) {
        return new EndOfTurn(seen, exit, "last words", "");
    }

    /** A dialect that knows one answer. */
    private static LineDialect saying(TurnEnd answer) {
        return new LineDialect() {
            @Override
            public List<Output> onLine(String line) {
                return List.of();
            }

            @Override
            public TurnEnd onExit(ProcessExit exit, String stderrTail, boolean endSeen) {
                return answer;
            }
        };
    }

    private static AgentException failure(EndOfTurn end, TurnEnd answer) {
        return assertThrows(AgentException.class, () -> end.judge(saying(answer)));
    }

    @Test
    void theEndThatWasSeenStandsWithAGoodStatus() {
        TurnEnd good = TurnEnd.of(StopReason.END_TURN, Optional.empty());
        assertEquals(
                StopReason.MAX_TOKENS,
                end(Optional.of(WELL), exit(0)).judge(saying(good)).stopReason());
        assertEquals(
                USAGE,
                end(Optional.of(WELL), exit(0)).judge(saying(good)).usage().orElseThrow());
        assertEquals(
                ErrorCode.AGENT_ERROR,
                failure(end(Optional.of(BADLY), exit(0)), good).code());
    }

    @Test
    void aFailureAfterTheEndIsToldAsThat() {
        AgentException failure = failure(end(Optional.of(WELL), exit(7)), TurnEnd.failed(ErrorCode.AGENT_EXITED, ""));
        assertEquals("the agent failed after the end of its turn (exit code 7)", failure.getMessage());
    }

    @Test
    void aBadStatusWinsAndKeepsTheAgentsWords() {
        AgentException failure =
                failure(end(Optional.of(BADLY), exit(145)), TurnEnd.failed(ErrorCode.AUTH_REQUIRED, ""));
        assertEquals(ErrorCode.AUTH_REQUIRED, failure.code());
        assertEquals("no luck today (exit code 145)", failure.getMessage());
        assertEquals("no luck\ntoday", failure.detail().peerMessage());
        assertEquals("last words", failure.detail().stderrTail());
        assertEquals(
                ErrorCode.LIMIT,
                failure(end(Optional.of(WELL), exit(53)), TurnEnd.failed(ErrorCode.LIMIT, "too many turns"))
                        .code());
    }

    @Test
    void aProcessThatWasEndedFromHereHasNoStatus() {
        TurnEnd bad = TurnEnd.failed(ErrorCode.AGENT_EXITED, "killed");
        assertEquals(
                StopReason.MAX_TOKENS,
                end(Optional.of(WELL), FORCED).judge(saying(bad)).stopReason());
    }

    @Test
    @Tag("R-AG-40")
    void withoutItsEndATurnIsNoSuccess() {
        AgentException failure = failure(end(UNSEEN, exit(0)), TurnEnd.of(StopReason.END_TURN, Optional.empty()));
        assertEquals(ErrorCode.AGENT_EXITED, failure.code());
        assertEquals("the agent ended before its turn did (exit code 0)", failure.getMessage());
    }

    @Test
    void withoutItsEndATurnMayHaveBeenCancelledOrFailed() {
        TurnEnd cancelled = TurnEnd.of(StopReason.CANCELLED, Optional.empty());
        assertEquals(
                StopReason.CANCELLED,
                end(UNSEEN, exit(130)).judge(saying(cancelled)).stopReason());
        AgentException failure =
                failure(end(UNSEEN, exit(41)), TurnEnd.failed(ErrorCode.AUTH_REQUIRED, "Sign in first."));
        assertEquals(ErrorCode.AUTH_REQUIRED, failure.code());
        assertEquals("Sign in first. (exit code 41)", failure.getMessage());
    }

    @Test
    void aClosedOutputIsAnEnd() {
        AgentException failure = failure(end(UNSEEN, FORCED), TurnEnd.of(StopReason.END_TURN, Optional.empty()));
        assertEquals(ErrorCode.AGENT_EXITED, failure.code());
    }

    @Test
    void aDialectThatThrowsIsNoSuccess() {
        LineDialect broken = new LineDialect() {
            @Override
            public List<Output> onLine(String line) {
                return List.of();
            }

            @Override
            public TurnEnd onExit(ProcessExit exit, String stderrTail, boolean endSeen) {
                throw new IllegalStateException("a bug");
            }
        };
        AgentException failure =
                assertThrows(AgentException.class, () -> end(UNSEEN, exit(3)).judge(broken));
        assertEquals(ErrorCode.AGENT_EXITED, failure.code());
        assertTrue(String.valueOf(failure.getMessage()).contains("a bug"), failure::toString);
    }
}

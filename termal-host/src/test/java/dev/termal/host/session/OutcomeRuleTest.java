package dev.termal.host.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.termal.api.ErrorCode;
import dev.termal.api.StopReason;
import dev.termal.host.event.Outcome;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class OutcomeRuleTest {
    /** The order of precedence. */
    private static final List<Set<Outcome>> RANKS = List.of(
            EnumSet.of(Outcome.CANCELLED),
            EnumSet.of(Outcome.TIMEOUT, Outcome.STALLED),
            EnumSet.of(Outcome.AUTH_REQUIRED),
            EnumSet.of(Outcome.SESSION_LOST, Outcome.NOT_FOUND),
            EnumSet.of(Outcome.AGENT_ERROR, Outcome.PROTOCOL_ERROR, Outcome.CRASHED),
            EnumSet.of(Outcome.DENIED, Outcome.PARTLY_DENIED),
            EnumSet.of(Outcome.LIMIT, Outcome.REFUSED),
            EnumSet.of(Outcome.EMPTY),
            EnumSet.of(Outcome.DONE));

    @ParameterizedTest
    @CsvSource(textBlock = """
                    # stop reason,       refusals, text,  plan,  calls, outcome,       exit
                    END_TURN,            0,        true,  false, 0,     DONE,          0
                    END_TURN,            0,        false, true,  0,     DONE,          0
                    END_TURN,            0,        false, false, 1,     DONE,          0
                    END_TURN,            0,        false, false, 0,     EMPTY,         1
                    OTHER,               0,        true,  false, 0,     DONE,          0
                    OTHER,               0,        false, false, 0,     EMPTY,         1
                    END_TURN,            1,        true,  false, 0,     DENIED,        5
                    END_TURN,            1,        false, false, 0,     DENIED,        5
                    END_TURN,            2,        true,  true,  1,     PARTLY_DENIED, 5
                    REFUSAL,             0,        true,  false, 1,     REFUSED,       1
                    REFUSAL,             1,        true,  false, 0,     DENIED,        5
                    MAX_TOKENS,          0,        true,  false, 0,     LIMIT,         1
                    MAX_TURN_REQUESTS,   0,        false, false, 0,     LIMIT,         1
                    MAX_TOKENS,          1,        true,  false, 1,     PARTLY_DENIED, 5
                    CANCELLED,           1,        true,  false, 1,     CANCELLED,     130
                    """)
    void theAgentEndedTheTurn(
            StopReason stop, int refusals, boolean text, boolean plan, int calls, Outcome outcome, int exit) {
        OutcomeRule.Facts facts = new OutcomeRule.Facts(
                Optional.empty(), Optional.empty(), Optional.of(stop), refusals, text, plan, calls, 0, 0);

        assertEquals(outcome, OutcomeRule.outcome(facts));
        assertEquals(exit, OutcomeRule.exitCode(outcome, facts, false));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
                    CONFIGURATION,        AGENT_ERROR,    1
                    EXECUTABLE_NOT_FOUND, NOT_FOUND,      4
                    LAUNCH_FAILED,        NOT_FOUND,      4
                    AGENT_EXITED,         CRASHED,        1
                    AUTH_REQUIRED,        AUTH_REQUIRED,  6
                    SESSION_NOT_FOUND,    SESSION_LOST,   4
                    UNSUPPORTED,          AGENT_ERROR,    1
                    PROTOCOL,             PROTOCOL_ERROR, 1
                    AGENT_ERROR,          AGENT_ERROR,    1
                    TIMEOUT,              TIMEOUT,        3
                    CANCELLED,            CANCELLED,      130
                    CLOSED,               CANCELLED,      130
                    """)
    void theEngineFailed(ErrorCode code, Outcome outcome, int exit) {
        OutcomeRule.Facts facts =
                new OutcomeRule.Facts(Optional.empty(), Optional.of(code), Optional.empty(), 1, true, true, 1, 1, 1);

        assertEquals(outcome, OutcomeRule.outcome(facts));
        assertEquals(exit, OutcomeRule.exitCode(outcome, facts, true), "strict mode lifts no error");
    }

    @ParameterizedTest
    @CsvSource({"0, 0, LIMIT", "1, 0, DENIED", "1, 1, PARTLY_DENIED"})
    void aLimitThatCameAsAnErrorRanksAsALimit(int refusals, int calls, Outcome outcome) {
        assertEquals(
                outcome,
                OutcomeRule.outcome(new OutcomeRule.Facts(
                        Optional.empty(),
                        Optional.of(ErrorCode.LIMIT),
                        Optional.empty(),
                        refusals,
                        true,
                        false,
                        calls,
                        0,
                        0)));
    }

    @ParameterizedTest
    @EnumSource(Ending.class)
    void whoEndsATurnWinsOverWhatBecomesOfIt(Ending ending) {
        for (ErrorCode code : ErrorCode.values()) {
            Outcome outcome = OutcomeRule.outcome(new OutcomeRule.Facts(
                    Optional.of(ending), Optional.of(code), Optional.empty(), 1, true, true, 1, 0, 0));
            assertEquals(ending.name(), outcome.name());
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0", "1, 0, 5", "0, 1, 5"})
    void strictModeMakesOpenEndsFail(int unanswered, int unapproved, int exit) {
        OutcomeRule.Facts facts = new OutcomeRule.Facts(
                Optional.empty(),
                Optional.empty(),
                Optional.of(StopReason.END_TURN),
                0,
                true,
                false,
                0,
                unanswered,
                unapproved);

        assertEquals(Outcome.DONE, OutcomeRule.outcome(facts));
        assertEquals(exit, OutcomeRule.exitCode(Outcome.DONE, facts, true));
        assertEquals(0, OutcomeRule.exitCode(Outcome.DONE, facts, false));
    }

    @Property
    void theWorstFactDecides(@ForAll("facts") OutcomeRule.Facts facts) {
        int worst;
        if (facts.ending().isPresent()) { // then how the agent ended is a consequence, "cancelled" above all
            worst = rank(Outcome.valueOf(facts.ending().get().name()));
        } else if (facts.error().isPresent()) {
            worst = rank(Outcome.of(facts.error().get()));
        } else if (facts.stopReason().isEmpty()) {
            worst = rank(Outcome.CRASHED);
        } else {
            worst = switch (facts.stopReason().get()) {
                case CANCELLED -> rank(Outcome.CANCELLED);
                case MAX_TOKENS, MAX_TURN_REQUESTS, REFUSAL -> rank(Outcome.LIMIT);
                default ->
                    facts.gaveText() || facts.gavePlan() || facts.completedCalls() > 0
                            ? rank(Outcome.DONE)
                            : rank(Outcome.EMPTY);
            };
        }
        if (facts.refusals() > 0) {
            worst = Math.min(worst, rank(Outcome.DENIED));
        }

        assertEquals(worst, rank(OutcomeRule.outcome(facts)));
    }

    @Property
    void questionsAndUnapprovedChangesNeverChangeTheOutcome(@ForAll("facts") OutcomeRule.Facts facts) {
        OutcomeRule.Facts without = new OutcomeRule.Facts(
                facts.ending(),
                facts.error(),
                facts.stopReason(),
                facts.refusals(),
                facts.gaveText(),
                facts.gavePlan(),
                facts.completedCalls(),
                0,
                0);
        Outcome outcome = OutcomeRule.outcome(facts);

        assertEquals(OutcomeRule.outcome(without), outcome);
        assertEquals(outcome.exitCode(), OutcomeRule.exitCode(outcome, facts, false));
        boolean lifted = (facts.unanswered() > 0 || facts.unapproved() > 0) && rank(outcome) >= rank(Outcome.DENIED);
        assertEquals(lifted ? 5 : outcome.exitCode(), OutcomeRule.exitCode(outcome, facts, true));
    }

    private static int rank(Outcome outcome) {
        for (int i = 0; i < RANKS.size(); i++) {
            if (RANKS.get(i).contains(outcome)) {
                return i;
            }
        }
        throw new AssertionError("no rank for " + outcome);
    }

    @Provide
    Arbitrary<OutcomeRule.Facts> facts() {
        Arbitrary<Integer> count = Arbitraries.integers().between(0, 2);
        Arbitrary<Boolean> flag = Arbitraries.of(true, false);
        return Combinators.combine(
                        Arbitraries.of(Ending.class).optional(0.2),
                        Arbitraries.of(ErrorCode.class).optional(0.4),
                        Arbitraries.of(StopReason.class).optional(0.8),
                        count,
                        flag,
                        flag,
                        count,
                        Combinators.combine(count, count).as(List::of))
                .as((ending, error, stop, refusals, text, plan, calls, open) -> new OutcomeRule.Facts(
                        ending, error, stop, refusals, text, plan, calls, open.get(0), open.get(1)));
    }
}

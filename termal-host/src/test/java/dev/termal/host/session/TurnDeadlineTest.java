package dev.termal.host.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.spi.EngineContext.Scheduled;
import dev.termal.testkit.FakeClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TurnDeadlineTest {
    private static final Duration IDLE = Duration.ofMinutes(5);
    private static final Duration IDLE_IN_CALL = Duration.ofMinutes(30);

    private final FakeClock clock = new FakeClock();
    private final List<Ending> expired = new ArrayList<>();

    private final Timer timer = new Timer() {
        @Override
        public long nanoTime() {
            return TimeUnit.MILLISECONDS.toNanos(clock.millis());
        }

        @Override
        public Scheduled schedule(Duration delay, Runnable task) {
            return clock.schedule(delay, task);
        }
    };

    private TurnDeadline deadline(String overall) {
        return new TurnDeadline(timer, Optional.of(Duration.parse(overall)), IDLE, IDLE_IN_CALL);
    }

    private TurnDeadline idleOnly() {
        return new TurnDeadline(timer, Optional.empty(), IDLE, IDLE_IN_CALL);
    }

    private void arm(TurnDeadline deadline) {
        deadline.arm(expired::add);
    }

    private void after(String duration, Ending... wanted) {
        clock.advance(Duration.parse(duration));
        assertEquals(List.of(wanted), expired);
    }

    @Test
    @Tag("R-AG-49")
    @Tag("R-AG-54")
    @Tag("R-AG-138")
    void overallFiresOnceHoweverBusyTheAgentIs() {
        TurnDeadline deadline = deadline("PT10M");
        arm(deadline);
        for (int minute = 0; minute < 9; minute++) {
            after("PT1M");
            deadline.touch(false);
        }
        after("PT59.999S");
        after("PT0.001S", Ending.TIMEOUT);
        after("PT1H", Ending.TIMEOUT);
    }

    @Test
    @Tag("R-AG-49")
    @Tag("R-AG-55")
    @Tag("R-AG-37")
    @Tag("R-AG-138")
    void idleFiresAfterSilence() {
        TurnDeadline deadline = idleOnly();
        arm(deadline);
        after("PT4M59S");
        deadline.touch(false);
        after("PT4M59S");
        after("PT1S", Ending.STALLED);
    }

    @Test
    void overallWinsWhereBothAreDue() {
        arm(deadline("PT5M"));
        after("PT5M", Ending.TIMEOUT);
    }

    @Test
    void anOpenCallMayBeSilentForLongerAndItsEndShortensTheWaitAgain() {
        TurnDeadline deadline = idleOnly();
        arm(deadline);
        deadline.touch(true);
        after("PT29M");
        deadline.touch(false);
        after("PT4M59S");
        after("PT1S", Ending.STALLED);
    }

    @Test
    @Tag("R-AG-56")
    @Tag("R-AG-57")
    @Tag("PF-31")
    void aHoldKeepsWhatRemains() {
        TurnDeadline deadline = deadline("PT1.2S");
        arm(deadline);
        after("PT0.1S");
        deadline.hold();
        after("PT0.4S");
        deadline.release();
        after("PT1.099S"); // 1.599 s after the start
        after("PT0.001S", Ending.TIMEOUT);
    }

    @Test
    @Tag("R-AG-56")
    @Tag("PF-32")
    void nestedHoldsCountAsOne() {
        TurnDeadline deadline = deadline("PT10S");
        arm(deadline);
        after("PT4S");
        deadline.hold();
        after("PT1H");
        deadline.hold();
        after("PT1H");
        deadline.release();
        after("PT1H");
        deadline.release();
        after("PT5.999S");
        after("PT0.001S", Ending.TIMEOUT);
    }

    @Test
    @Tag("R-AG-57")
    void severalHoldsOneAfterAnotherDoNotEatTime() {
        TurnDeadline deadline = deadline("PT10S");
        arm(deadline);
        for (int i = 0; i < 9; i++) {
            after("PT1S");
            deadline.hold();
            after("PT1H");
            deadline.release();
        }
        after("PT0.999S");
        after("PT0.001S", Ending.TIMEOUT);
    }

    @Test
    @Tag("R-AG-58")
    @Tag("PF-33")
    void aTurnThatBeginsWhileSomethingIsHeldHasItsWholeTimeAfterTheRelease() {
        TurnDeadline deadline = deadline("PT10S");
        deadline.hold();
        after("PT1H");
        arm(deadline);
        after("PT1H");
        deadline.release();
        after("PT9.999S");
        after("PT0.001S", Ending.TIMEOUT);
    }

    @Test
    @Tag("R-AG-59")
    @Tag("PF-34")
    void armingThenHoldingReallyPauses() {
        TurnDeadline deadline = deadline("PT1S");
        arm(deadline);
        deadline.hold();
        after("PT24H");
    }

    @Test
    @Tag("R-AG-57")
    @Tag("PF-35")
    void releasesWithoutHoldsDoNothing() {
        TurnDeadline deadline = deadline("PT10S");
        deadline.release();
        arm(deadline);
        deadline.release();
        deadline.release();
        deadline.hold();
        after("PT1H");
        deadline.release();
        after("PT9.999S");
        after("PT0.001S", Ending.TIMEOUT);
    }

    @Test
    @Tag("R-AG-56")
    @Tag("R-AG-137")
    @Tag("PF-37")
    void idleDoesNotFireWhileHeldAndKeepsWhatRemainsToo() {
        TurnDeadline deadline = idleOnly();
        arm(deadline);
        after("PT3M");
        deadline.hold();
        after("PT1H");
        deadline.release();
        after("PT1M59S");
        after("PT1S", Ending.STALLED);
    }

    private final AtomicInteger lapses = new AtomicInteger();

    @Test
    @Tag("R-AG-60")
    void aHoldWithALimitEndsByItselfAndTellsOnce() {
        TurnDeadline deadline = deadline("PT10S");
        arm(deadline);
        after("PT4S");
        Hold hold = deadline.hold(Duration.ofSeconds(480), lapses::incrementAndGet);
        after("PT479.999S");
        assertEquals(0, lapses.get());
        after("PT0.001S");
        assertEquals(1, lapses.get());
        assertFalse(hold.release());
        after("PT5.999S");
        after("PT0.001S", Ending.TIMEOUT);
        assertEquals(1, lapses.get());
    }

    @Test
    @Tag("R-AG-60")
    void aHoldThatIsReleasedInTimeNeverLapsesAndReleasesNoOther() {
        TurnDeadline deadline = deadline("PT10S");
        arm(deadline);
        deadline.hold();
        Hold hold = deadline.hold(Duration.ofSeconds(480), lapses::incrementAndGet);
        assertTrue(hold.release());
        assertFalse(hold.release());
        assertEquals(0, clock.pending());
        after("PT1H");
        deadline.release();
        after("PT9.999S");
        after("PT0.001S", Ending.TIMEOUT);
        assertEquals(0, lapses.get());
    }

    @Test
    @Tag("R-AG-60")
    void ofNestedHoldsTheLongestCounts() {
        TurnDeadline deadline = idleOnly();
        deadline.hold(Duration.ofSeconds(480), lapses::incrementAndGet);
        arm(deadline); // held from birth
        Hold longer = deadline.hold(Duration.ofSeconds(1800), lapses::incrementAndGet);
        after("PT480S");
        assertEquals(1, lapses.get());
        after("PT1319.999S");
        assertTrue(longer.release());
        after("PT4M59.999S");
        after("PT0.001S", Ending.STALLED);
    }

    @Test
    void aSignOfLifeDuringAHoldCounts() {
        TurnDeadline deadline = idleOnly();
        arm(deadline);
        after("PT3M");
        deadline.hold();
        deadline.touch(true);
        after("PT1H");
        deadline.release();
        after("PT29M59S");
        after("PT1S", Ending.STALLED);
    }

    @Test
    void aTurnThatIsOverDoesNotFireInTheNext() {
        TurnDeadline deadline = deadline("PT10S");
        arm(deadline);
        after("PT9S");
        deadline.disarm();
        after("PT1H");
        arm(deadline);
        after("PT9.999S");
        after("PT0.001S", Ending.TIMEOUT);
    }

    @Test
    void anOpenCallOfTheTurnBeforeBuysNoTime() {
        TurnDeadline deadline = idleOnly();
        arm(deadline);
        deadline.touch(true);
        deadline.disarm();
        arm(deadline);
        after("PT5M", Ending.STALLED);
    }

    @Test
    void itPlansOneWakeUpHoweverManySignsOfLifeThereAre() {
        TurnDeadline deadline = deadline("PT10M");
        arm(deadline);
        for (int i = 0; i < 10_000; i++) {
            deadline.touch(i % 2 == 0);
        }
        assertEquals(1, clock.pending());
        deadline.disarm();
        assertEquals(0, clock.pending());
    }

    @Test
    void whatIsCarriedOverCountsInTheNextArmingAndInNoOther() {
        TurnDeadline deadline = deadline("PT10M");
        arm(deadline);
        after("PT4M");
        deadline.disarmAndCarry();
        after("PT1H");
        arm(deadline);
        after("PT3M");
        deadline.touch(false);
        after("PT3M", Ending.TIMEOUT);
        arm(deadline);
        after("PT4M", Ending.TIMEOUT);
        deadline.touch(false);
        after("PT4M", Ending.TIMEOUT);
    }
}

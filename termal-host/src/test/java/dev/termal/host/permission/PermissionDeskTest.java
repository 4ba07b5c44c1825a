package dev.termal.host.permission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionDecision.Selected;
import dev.termal.api.PermissionOption;
import dev.termal.api.PermissionPolicy;
import dev.termal.api.PermissionRequest;
import dev.termal.api.ToolCall;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.EntryBody.Decider;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PermissionDeskTest {
    private static final PermissionOption YES = new PermissionOption("y", "Yes", PermissionOption.Kind.ALLOW_ONCE);
    private static final PermissionOption ALWAYS =
            new PermissionOption("a", "Always", PermissionOption.Kind.ALLOW_ALWAYS);
    private static final PermissionOption NO = new PermissionOption("n", "No", PermissionOption.Kind.REJECT_ONCE);

    private final RecordedJournal journal = new RecordedJournal();

    private PermissionDesk desk(PermissionPolicy policy, boolean attended) {
        return new PermissionDesk(policy, attended, journal);
    }

    private static PermissionRequest request() {
        return new PermissionRequest(
                ToolCall.builder("t").title("rm").kind(ToolCall.Kind.EXECUTE).build(), List.of(YES, ALWAYS, NO));
    }

    private static CompletableFuture<PermissionDecision> ask(PermissionDesk desk) {
        return desk.request(request()).toCompletableFuture();
    }

    private List<EntryBody.PermissionAnswered> answers() {
        return journal.of(EntryBody.PermissionAnswered.class);
    }

    @Test
    void aPersonDecidesAndTheDeadlineIsHeldMeanwhile() {
        PermissionDesk desk = desk(PermissionPolicy.ASK, true);
        CompletableFuture<PermissionDecision> answer = ask(desk);
        assertFalse(answer.isDone());
        assertEquals(1, journal.holds.get());

        assertTrue(desk.answer("p1", new Selected("a")));
        assertEquals(new Selected("a"), answer.join());
        assertEquals(0, journal.holds.get());
        assertEquals(List.of(new EntryBody.PermissionAnswered("p1", Optional.of(ALWAYS), Decider.PERSON)), answers());
    }

    @Test
    void severalAreOpenAtOnceAndAnsweredInAnyOrder() {
        PermissionDesk desk = desk(PermissionPolicy.ASK, true);
        CompletableFuture<PermissionDecision> first = ask(desk);
        CompletableFuture<PermissionDecision> second = ask(desk);
        assertTrue(desk.answer("p2", new Selected("n")));
        assertFalse(first.isDone());
        assertEquals(1, journal.holds.get());
        assertTrue(desk.answer("p1", new Selected("y")));
        assertEquals(new Selected("n"), second.join());
        assertEquals(new Selected("y"), first.join());
    }

    @Test
    void anOptionThatWasNotOfferedIsRefusedAndTheRequestStaysOpen() {
        PermissionDesk desk = desk(PermissionPolicy.ASK, true);
        CompletableFuture<PermissionDecision> answer = ask(desk);
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> desk.answer("p1", new Selected("sudo")));
        assertTrue(refused.getMessage().contains("sudo") && refused.getMessage().contains("y, a, n"));
        assertFalse(answer.isDone());
        assertTrue(desk.answer("p1", new Selected("y")));
    }

    @Test
    void anUnknownRequestIsNotOpen() {
        assertFalse(desk(PermissionPolicy.ASK, true).answer("p1", new Selected("y")));
    }

    @Test
    void whereNobodyIsThereAskDeniesAndSaysSoOnce() {
        PermissionDesk desk = desk(PermissionPolicy.ASK, false);
        assertEquals(new Selected("n"), ask(desk).join());
        assertEquals(new Selected("n"), ask(desk).join());
        assertEquals(1, journal.of(EntryBody.HostNotice.class).size());
        assertEquals(Decider.POLICY, answers().get(0).by());
        assertEquals(0, journal.holds.get());
    }

    @Test
    void thePolicyAnswersAtOnce() {
        assertEquals(new Selected("y"), ask(desk(PermissionPolicy.AUTO, false)).join());
        assertEquals(new Selected("n"), ask(desk(PermissionPolicy.DENY, true)).join());
        assertEquals(
                new Selected("n"), ask(desk(PermissionPolicy.READ_ONLY, true)).join());
    }

    @Test
    void cancelAnswersEachOpenOneExactlyOnceAndALateDecisionIsDropped() {
        PermissionDesk desk = desk(PermissionPolicy.ASK, true);
        CompletableFuture<PermissionDecision> first = ask(desk);
        CompletableFuture<PermissionDecision> second = ask(desk);
        desk.shut();
        desk.shut();
        desk.cancelOpen();
        assertFalse(desk.answer("p1", new Selected("y")));

        assertEquals(PermissionDecision.cancelled(), first.join());
        assertEquals(PermissionDecision.cancelled(), second.join());
        assertEquals(2, answers().size());
        assertTrue(answers().stream().allMatch(answer -> answer.by() == Decider.TURN_END));
        assertEquals(0, journal.holds.get());
    }

    @Test
    void whatComesAfterACancelIsCancelledUntilTheNextTurn() {
        PermissionDesk desk = desk(PermissionPolicy.AUTO, true);
        desk.shut();
        assertEquals(PermissionDecision.cancelled(), ask(desk).join());
        desk.reopen();
        assertEquals(new Selected("y"), ask(desk).join());
    }

    @Test
    void anAgentMayWithdrawItsRequest() {
        PermissionDesk desk = desk(PermissionPolicy.ASK, true);
        ask(desk).cancel(false);
        assertFalse(desk.answer("p1", new Selected("y")));
        assertEquals(1, answers().size());
        assertEquals(0, journal.holds.get());
    }

    @Test
    void theAskerIsToldWithNoLockHeld() throws Exception {
        PermissionDesk desk = desk(PermissionPolicy.ASK, true);
        CountDownLatch told = new CountDownLatch(1);
        CompletableFuture<Void> asker = ask(desk).thenRun(() -> {
            // another thread gets through the desk while the asker is being told
            CompletableFuture.runAsync(() -> ask(desk)).join();
            told.countDown();
        });
        desk.answer("p1", new Selected("y"));
        told.await();
        asker.join();
        assertEquals(2, journal.of(EntryBody.PermissionRequested.class).size());
    }

    @Test
    void ofManyWhoDecideAtOnceOneIsHeard() throws Exception {
        PermissionDesk desk = desk(PermissionPolicy.ASK, true);
        CompletableFuture<PermissionDecision> answer = ask(desk);
        AtomicInteger heard = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(8);
        for (int i = 0; i < 8; i++) {
            String option = i % 2 == 0 ? "y" : "n";
            new Thread(() -> {
                        try {
                            go.await();
                            if (desk.answer("p1", new Selected(option))) {
                                heard.incrementAndGet();
                            }
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        } finally {
                            done.countDown();
                        }
                    })
                    .start();
        }
        go.countDown();
        done.await();

        assertEquals(1, heard.get());
        assertEquals(1, answers().size());
        assertEquals(answers().get(0).option().map(PermissionDecision::select), Optional.of(answer.join()));
    }
}

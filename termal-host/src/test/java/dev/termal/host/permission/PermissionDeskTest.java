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
import dev.termal.host.event.Remember;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
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
        return new PermissionDesk(policy, attended, PermissionRules.none("a", java.nio.file.Path.of("/")), journal);
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

    private static PermissionRequest run(String id, String command) {
        return new PermissionRequest(
                ToolCall.builder(id)
                        .title(command)
                        .kind(ToolCall.Kind.EXECUTE)
                        .command(command)
                        .build(),
                List.of(YES, ALWAYS, NO));
    }

    private PermissionDesk desk(PermissionPolicy policy, boolean attended, PermissionRule... rules) {
        Path folder = Path.of("/");
        return new PermissionDesk(
                policy,
                attended,
                new PermissionRules("a", folder, folder, List.of(rules), List.of(), Optional.empty()),
                journal);
    }

    private static PermissionRule rule(RuleDecision decision, String command) {
        return RuleFixture.rule(decision, command);
    }

    private static CompletableFuture<PermissionDecision> ask(PermissionDesk desk, String id, String command) {
        return desk.request(run(id, command)).toCompletableFuture();
    }

    @Test
    void aRuleAnswersBeforeAnybodyIsAsked() {
        PermissionDesk desk = desk(
                PermissionPolicy.ASK, true, rule(RuleDecision.ALLOW, "git *"), rule(RuleDecision.DENY, "git push *"));
        assertEquals(new Selected("y"), ask(desk, "1", "git log").join());
        assertEquals(new Selected("n"), ask(desk, "2", "git push").join());
        assertFalse(ask(desk, "3", "make").isDone());
        assertEquals(
                List.of(Decider.RULE, Decider.RULE),
                answers().stream().map(EntryBody.PermissionAnswered::by).toList());
        assertTrue(journal.of(EntryBody.HostNotice.class).get(0).text().contains("deny command git push *"));
    }

    @Test
    void aRuleThatAllowsWidensNoPolicyAndOneThatDeniesTightensEach() {
        PermissionRule[] rules = {rule(RuleDecision.ALLOW, "git *"), rule(RuleDecision.DENY, "rm *")};
        for (PermissionPolicy policy : List.of(PermissionPolicy.READ_ONLY, PermissionPolicy.DENY)) {
            assertEquals(
                    new Selected("n"),
                    ask(desk(policy, true, rules), "1", "git log").join());
        }
        for (PermissionPolicy policy : PermissionPolicy.values()) {
            assertEquals(
                    new Selected("n"),
                    ask(desk(policy, true, rules), "1", "ls; rm x").join());
        }
        assertEquals(
                new Selected("y"),
                ask(desk(PermissionPolicy.AUTO, false, rules), "1", "make").join());
    }

    @Test
    void aRuleThatAsksTakesAutoToAPerson() {
        PermissionRule ask = rule(RuleDecision.ASK, "rm *");
        assertFalse(ask(desk(PermissionPolicy.AUTO, true, ask), "1", "rm x").isDone());
        assertEquals(
                new Selected("n"),
                ask(desk(PermissionPolicy.AUTO, false, ask), "1", "rm x").join());
        assertEquals(
                new Selected("n"),
                ask(desk(PermissionPolicy.READ_ONLY, true, ask), "1", "rm x").join());
    }

    @Test
    @Tag("PERM-08")
    void aQuestionInDisguiseIsForAPersonWhateverTheRules() {
        PermissionRule all = new PermissionRule(
                RuleDecision.ALLOW, "", Set.of(), Set.of(ToolCall.Kind.OTHER), List.of(), List.of(), List.of());
        PermissionRequest question = new PermissionRequest(
                ToolCall.builder("q").title("Which one?").build(),
                List.of(YES, new PermissionOption("z", "The other", PermissionOption.Kind.ALLOW_ONCE)));
        assertFalse(desk(PermissionPolicy.ASK, true, all)
                .request(question)
                .toCompletableFuture()
                .isDone());
    }

    @Test
    void whatIsRememberedSettlesWhatWaits() {
        PermissionDesk desk = desk(PermissionPolicy.ASK, true);
        CompletableFuture<PermissionDecision> first = ask(desk, "1", "make");
        CompletableFuture<PermissionDecision> same = ask(desk, "2", "make");
        CompletableFuture<PermissionDecision> other = ask(desk, "3", "make install");
        assertEquals(Optional.of("agent a, kind execute, command make"), desk.rememberable("p1"));
        assertTrue(desk.answer("p1", new Selected("y"), Remember.in(Remember.Scope.SESSION)));
        assertEquals(new Selected("y"), first.join());
        assertEquals(new Selected("y"), same.join(), "once, not the agent's always");
        assertFalse(other.isDone());
        assertEquals(1, journal.holds.get());
        assertEquals(
                List.of(Decider.PERSON, Decider.RULE),
                answers().stream().map(EntryBody.PermissionAnswered::by).toList());
        assertEquals(new Selected("y"), ask(desk, "4", "make").join());
    }

    @Test
    void whatComesAtThatVeryMomentIsSettledToo() {
        PermissionDesk desk = desk(PermissionPolicy.ASK, true);
        ask(desk, "1", "make");
        journal.atHold.set(() -> desk.answer("p1", new Selected("y"), Remember.in(Remember.Scope.SESSION)));
        assertEquals(new Selected("y"), ask(desk, "2", "make").join());
        assertEquals(0, journal.holds.get());
    }

    @Test
    void aRememberedNoIsANo() {
        PermissionDesk desk = desk(PermissionPolicy.ASK, true);
        ask(desk, "1", "make");
        assertTrue(desk.answer("p1", new Selected("n"), Remember.in(Remember.Scope.SESSION)));
        assertEquals(new Selected("n"), ask(desk, "2", "make").join());
        assertEquals(new Selected("n"), ask(desk, "3", "cd a && make").join());
    }

    @Test
    void onlyWhatIsKnownAndOnlyAYesOrANoIsRemembered() {
        PermissionDesk desk = desk(PermissionPolicy.ASK, true);
        Remember remember = Remember.in(Remember.Scope.ALWAYS);
        ask(desk, "1", "make; rm x");
        assertEquals(Optional.empty(), desk.rememberable("p1"));
        assertThrows(IllegalArgumentException.class, () -> desk.answer("p1", new Selected("y"), remember));
        ask(desk, "2", "make");
        assertThrows(IllegalArgumentException.class, () -> desk.answer("p2", PermissionDecision.cancelled(), remember));
        assertThrows(IllegalArgumentException.class, () -> desk.answer("p2", new Selected("sudo"), remember));
        assertFalse(desk.answer("p3", new Selected("y"), remember));
        assertEquals(List.of(), answers());
        assertEquals(2, journal.holds.get());
    }
}

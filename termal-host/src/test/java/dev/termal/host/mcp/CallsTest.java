package dev.termal.host.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.ContentBlock;
import dev.termal.api.PermissionDecision;
import dev.termal.api.RawJson;
import dev.termal.api.ToolCall;
import dev.termal.api.ToolCall.Status;
import dev.termal.api.spi.HostTool;
import dev.termal.testkit.FakeContext;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of calls, on a clock that stands still; steps run at once where nothing else is said. */
@Timeout(60)
class CallsTest {
    private static final RawJson NONE = new RawJson("{}");

    private final FakeContext context = FakeContext.create();
    private final FakeBorrower borrower = new FakeBorrower();
    private final FakeTool tool = new FakeTool("slow");
    private final Calls calls = new Calls("termal", "host-x-", borrower, context, Runnable::run);

    @AfterEach
    void close() {
        calls.close();
        context.close();
    }

    private Waiting begin() {
        return calls.begin(LentTool.of(tool).orElseThrow(), NONE, "1");
    }

    private String lastId() {
        return borrower.shown.get(borrower.shown.size() - 1).id();
    }

    private static String text(Waiting waiting) {
        assertTrue(waiting.answer().isDone(), "not answered yet");
        return CallTexts.text(waiting.answer().join());
    }

    @Test
    @Tag("R-AG-156")
    void aQuickCallIsAnsweredWithItsResultAndShown() {
        Waiting call = begin();
        assertFalse(call.answer().isDone());
        assertEquals(1, borrower.holds.get());
        tool.results.get(0).complete(HostTool.Result.text("done"));
        assertEquals("done", text(call));
        assertEquals(0, borrower.holds.get());
        assertEquals(List.of(Status.PENDING, Status.IN_PROGRESS, Status.COMPLETED), borrower.statuses());
        ToolCall card = borrower.shown.get(2);
        assertEquals("slow", card.tool().orElseThrow());
        assertEquals("termal", card.mcpServer().orElseThrow());
        assertEquals(ToolCall.Kind.FETCH, card.kind());
        assertEquals(0, context.fakeClock().pending());
    }

    @Test
    @Tag("R-AG-162")
    void idsDifferAndFailuresAreErrorsInOneLine() {
        Waiting first = begin();
        String one = lastId();
        Waiting second = begin();
        assertFalse(one.equals(lastId()));
        tool.results.get(0).completeExceptionally(new IllegalStateException("of\nno use"));
        tool.results.get(1).complete(new HostTool.Result(List.of(ContentBlock.text("bad")), true));
        assertEquals("Error: IllegalStateException: of no use", text(first));
        assertTrue(first.answer().join().isError());
        assertEquals("bad", text(second));
        assertEquals(
                Status.FAILED, borrower.shown.get(borrower.shown.size() - 1).status());
    }

    @Test
    @Tag("PF-61")
    @Tag("R-AG-157")
    void aToolOf225SecondsIsPromisedAndAskedFor() {
        Waiting call = begin();
        context.advance(Duration.ofSeconds(19));
        assertFalse(call.answer().isDone());
        context.advance(Duration.ofSeconds(1));
        assertTrue(text(call).startsWith("STILL RUNNING"), text(call));
        assertTrue(text(call).contains(lastId()), text(call));
        assertFalse(call.answer().join().isError());
        Waiting asked = calls.poll(lastId());
        context.advance(Duration.ofSeconds(20));
        assertTrue(text(asked).startsWith("STILL RUNNING"), text(asked));
        assertEquals(1, borrower.holds.get()); // the turn's time still waits
        context.advance(Duration.ofSeconds(185));
        Waiting again = calls.poll(lastId());
        tool.results.get(0).complete(HostTool.Result.text("at last"));
        assertEquals("at last", text(again));
        assertEquals("at last", text(calls.poll(lastId())));
        assertEquals(0, borrower.holds.get());
        assertEquals(List.of(), borrower.told);
        assertEquals(List.of(), borrower.prompts);
    }

    @Test
    void whatIsAskedForByAnIdThatIsNoneIsAnError() {
        assertTrue(calls.poll("host-x-77").answer().join().isError());
    }

    @Test
    @Tag("PF-60")
    @Tag("PF-62")
    @Tag("R-AG-158")
    void whatCannotBeAnsweredBecomesAPromptOnce() {
        Waiting call = begin();
        call.lost().run();
        assertEquals(0, borrower.holds.get());
        assertTrue(call.answer().join().isError());
        context.advance(Duration.ofSeconds(60));
        tool.results.get(0).complete(HostTool.Result.text("late"));
        assertEquals(1, borrower.prompts.size());
        String prompt = borrower.prompts.get(0);
        assertTrue(prompt.contains("slow") && prompt.endsWith("\n\nlate"), prompt);
        assertTrue(prompt.contains("the connection to the agent was lost"), prompt);
        calls.turnOver();
        calls.close();
        assertEquals(1, borrower.prompts.size());
    }

    @Test
    @Tag("R-AG-158")
    void aLateErrorIsToldAsOne() {
        begin();
        calls.turnOver();
        borrower.inTurn = false;
        tool.results.get(0).completeExceptionally(new IllegalArgumentException("no"));
        assertTrue(borrower.prompts.get(0).contains("reported an error:\n\nError: no"), borrower.prompts::toString);
    }

    @Test
    @Tag("PF-63")
    void aPromisedCallOutlivesItsTurn() {
        Waiting call = begin();
        String id = lastId();
        context.advance(Calls.EARLY);
        calls.turnOver();
        borrower.inTurn = false;
        assertEquals(0, borrower.holds.get());
        assertEquals(Status.CANCELLED, borrower.shown.get(2).status());
        assertFalse(tool.results.get(0).isDone());
        tool.results.get(0).complete(HostTool.Result.text("found"));
        assertEquals("found", text(calls.poll(id)));
        assertEquals(List.of(), borrower.prompts);
        assertEquals(1, borrower.told.size());
        assertTrue(text(call).startsWith("STILL RUNNING"));
    }

    @Test
    @Tag("PF-64")
    void storesAreBoundedAndWhatRunsIsKept() {
        for (int i = 0; i < 70; i++) {
            begin().lost().run();
        }
        tool.results.forEach(result -> result.complete(HostTool.Result.text("late")));
        assertEquals(64, borrower.prompts.size());
        assertTrue(borrower.prompts.get(0).contains("host-x-7)"), borrower.prompts.get(0)); // the oldest are gone
        Set<String> running = new HashSet<>();
        for (int i = 0; i < 70; i++) {
            begin();
            running.add(lastId());
        }
        context.advance(Calls.EARLY);
        running.forEach(id -> assertFalse(calls.poll(id).answer().isDone(), id));
        tool.results.forEach(result -> result.complete(HostTool.Result.text("x")));
        assertEquals(
                6,
                running.stream()
                        .filter(id -> calls.poll(id).answer().join().isError())
                        .count());
    }

    @Test
    void soManyCallsRunAtATimeAndNoMore() {
        for (int i = 0; i < Calls.MAX_RUNNING; i++) {
            assertFalse(begin().answer().isDone());
        }
        assertTrue(begin().answer().join().isError());
    }

    @Test
    @Tag("PF-65")
    void withoutATurnNothingRuns() {
        borrower.inTurn = false;
        Waiting call = begin();
        assertTrue(call.answer().join().isError());
        assertEquals(List.of(), tool.arguments);
        assertEquals(List.of(), borrower.shown);
        assertEquals(0, borrower.holds.get());
    }

    @Test
    @Tag("R-AG-60")
    void aToolThatHangsIsGivenUp() {
        begin();
        String id = lastId();
        context.advance(Calls.LONGEST);
        assertTrue(tool.results.get(0).isCancelled());
        assertEquals(0, borrower.holds.get());
        assertTrue(text(calls.poll(id)).contains("30 min"), text(calls.poll(id)));
        assertEquals(
                Status.FAILED, borrower.shown.get(borrower.shown.size() - 1).status());
    }

    @Test
    void aCancelledTurnGivesUpWhatItCalled() {
        Waiting call = begin();
        calls.giveUp("the turn was cancelled");
        assertEquals("Error: the turn was cancelled", text(call));
        assertTrue(tool.results.get(0).isCancelled());
        assertEquals(Status.CANCELLED, borrower.shown.get(2).status());
        calls.turnOver();
        assertEquals(List.of(), borrower.prompts);
    }

    @Test
    void theAgentMayWithdrawACallByItsOwnId() {
        Waiting other = begin();
        Waiting call = calls.begin(LentTool.of(tool).orElseThrow(), NONE, "\"two\"");
        calls.withdraw("\"two\"");
        assertEquals("Error: the call was withdrawn", text(call));
        assertTrue(tool.results.get(1).isCancelled());
        assertFalse(other.answer().isDone());
    }

    @Test
    void aPermissionIsAskedForAsForAnyTool() {
        borrower.unasked = false;
        Waiting call = begin();
        assertEquals(List.of(), tool.arguments);
        assertEquals("slow", borrower.requests.get(0).toolCall().tool().orElseThrow());
        borrower.decision.complete(
                PermissionDecision.select(borrower.requests.get(0).options().get(0)));
        assertEquals(1, tool.arguments.size());
        assertFalse(call.answer().isDone());
    }

    @Test
    void whatIsDeniedDoesNotRun() {
        borrower.unasked = false;
        Waiting call = begin();
        borrower.decision.complete(
                PermissionDecision.select(borrower.requests.get(0).options().get(1)));
        assertEquals("Error: the permission was denied", text(call));
        assertEquals(Status.REJECTED, borrower.shown.get(1).status());
        assertEquals(List.of(), tool.arguments);
        assertEquals(0, borrower.holds.get());
    }

    @Test
    void aWithdrawnCallWithdrawsItsPermission() {
        borrower.unasked = false;
        begin();
        calls.withdraw("1");
        assertTrue(borrower.decision.isCancelled());
        assertEquals(List.of(), tool.arguments);
    }

    @Test
    @Tag("R-AG-159")
    void picturesComeFirstAndMalformedOnesNotAtAll() {
        Waiting call = begin();
        tool.results
                .get(0)
                .complete(new HostTool.Result(
                        List.of(
                                ContentBlock.text("text"),
                                new ContentBlock.Image("image/png", "AAAA"),
                                new ContentBlock.Image("image/png", "no base64!"),
                                new ContentBlock.Image("text/html", "AAAA")),
                        false));
        assertEquals(
                List.of(new ContentBlock.Image("image/png", "AAAA"), ContentBlock.text("text")),
                call.answer().join().content());
    }

    @Test
    void aToolThatBlocksIsInterrupted() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        HostTool blocking = new Blocking(begun, ended, interrupted);
        ExecutorService pool = Executors.newCachedThreadPool();
        try {
            Calls others = new Calls("termal", "host-y-", borrower, context, pool);
            Waiting call = others.begin(LentTool.of(blocking).orElseThrow(), NONE, "1");
            begun.await();
            others.close();
            assertTrue(call.answer().get(30, TimeUnit.SECONDS).isError());
            ended.await();
            assertTrue(interrupted.get());
        } finally {
            pool.shutdownNow();
        }
    }

    private record Blocking(CountDownLatch begun, CountDownLatch ended, AtomicBoolean interrupted) implements HostTool {
        @Override
        public String name() {
            return "blocking";
        }

        @Override
        public String description() {
            return "";
        }

        @Override
        public RawJson schema() {
            return NONE;
        }

        @Override
        public java.util.concurrent.CompletionStage<Result> call(RawJson json, Context context) {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.set(true);
            }
            ended.countDown();
            throw new IllegalStateException("interrupted");
        }
    }
}

package dev.termal.host.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.TurnReport;
import dev.termal.host.event.WaitingPrompt;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Prompts that come while a turn runs. */
@Timeout(120)
final class PromptQueueTest {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    private TestHost host() throws InterruptedException {
        return new TestHost((prompt, agent) -> {
            begun.countDown();
            release.await();
            agent.says(prompt.text());
            return FakeEngine.DONE;
        });
    }

    private static List<CompletableFuture<TurnReport>> queued(TestHost host, String... prompts) {
        List<CompletableFuture<TurnReport>> reports = new ArrayList<>();
        for (String prompt : prompts) {
            reports.add(host.prompting(prompt));
            while (host.session.waiting().size() < reports.size()) {
                Thread.onSpinWait(); // the hang guard is the test's
            }
        }
        return reports;
    }

    private static List<String> texts(TestHost host) {
        return host.session.waiting().stream().map(WaitingPrompt::text).toList();
    }

    @Test
    void theyAreListedAndRunInTheirOrderOneAfterTheOther() throws Exception {
        try (TestHost host = host()) {
            CompletableFuture<TurnReport> first = host.prompting("first");
            begun.await();
            List<CompletableFuture<TurnReport>> reports = queued(host, "a", "b", "c");
            assertEquals(List.of("a", "b", "c"), texts(host));
            release.countDown();
            assertEquals(Outcome.DONE, TestHost.get(first).outcome());
            reports.forEach(TestHost::get);
            List<String> brackets = host.entries().stream()
                    .map(entry -> entry.body() instanceof EntryBody.TurnStarted started
                            ? "[" + started.prompt().text()
                            : entry.body() instanceof EntryBody.TurnEnded ended
                                    ? ended.report().text() + "]"
                                    : "")
                    .filter(text -> !text.isEmpty())
                    .toList();
            assertEquals(List.of("[first", "first]", "[a", "a]", "[b", "b]", "[c", "c]"), brackets);
        }
    }

    @Test
    void oneThatIsTakenOutNeverRuns() throws Exception {
        try (TestHost host = host()) {
            CompletableFuture<TurnReport> first = host.prompting("first");
            begun.await();
            List<CompletableFuture<TurnReport>> reports = queued(host, "a", "b");
            long id = host.session.waiting().get(0).id();
            assertTrue(host.session.cancelWaiting(id));
            assertFalse(host.session.cancelWaiting(id));
            CompletionException refused = assertThrows(CompletionException.class, () -> TestHost.get(reports.get(0)));
            assertEquals(ErrorCode.CANCELLED, ((AgentException) refused.getCause()).code());
            assertEquals(List.of("b"), texts(host));
            release.countDown();
            TestHost.get(first);
            assertEquals("b", TestHost.get(reports.get(1)).text());
            assertEquals(2, host.bodies(EntryBody.TurnStarted.class).size());
        }
    }

    @Test
    void closingRefusesAllThatWait() throws Exception {
        try (TestHost host = host()) {
            host.prompting("first");
            begun.await();
            List<CompletableFuture<TurnReport>> reports = queued(host, "a", "b");
            release.countDown();
            host.session.close();
            for (CompletableFuture<TurnReport> report : reports) {
                report.handle((done, failure) -> true).join(); // settled, one way or the other
            }
            assertEquals(List.of(), host.session.waiting());
        }
    }
}

package dev.termal.host.store;

import static dev.termal.host.store.StoreRig.into;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession;
import dev.termal.host.event.WaitingPrompt;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A session has one owner; the others wait in the order in which they came. */
@Timeout(120)
class LeasesTest {
    @TempDir
    private Path folder;

    private static SessionKey kept(StoreRig rig) throws InterruptedException {
        StoredSession session = StoreRig.session("s");
        SessionJournal journal = rig.store.createNamed(session);
        into(journal).turn("a", "b");
        journal.close();
        return session.key();
    }

    private static <T> T get(CompletableFuture<T> future) {
        return future.orTimeout(60, TimeUnit.SECONDS).join();
    }

    @Test
    @Tag("PF-86")
    void whoDoesNotWaitIsToldWhoHasIt() throws Exception {
        try (StoreRig one = new StoreRig(folder);
                StoreRig two = new StoreRig(folder)) {
            SessionKey key = kept(one);
            SessionJournal journal = one.open(key);
            assertEquals(
                    StoredSession.State.OPEN, two.store.byKey(key).orElseThrow().state());
            AgentException used = assertThrows(AgentException.class, () -> two.open(key));
            assertTrue(used.getMessage().startsWith("the session is in use by this process since "));
            journal.close();
            two.open(key).close();
        }
    }

    @Test
    void thoseWhoWaitAreListedAndComeInTheirOrder() throws Exception {
        try (StoreRig one = new StoreRig(folder);
                StoreRig two = new StoreRig(folder)) {
            SessionKey key = kept(one);
            SessionJournal journal = one.open(key);
            List<Integer> order = new CopyOnWriteArrayList<>();
            List<CompletableFuture<Void>> done = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                int place = i;
                done.add((i % 2 == 0 ? one : two).waiter(key).thenAccept(opened -> {
                    order.add(place);
                    opened.close();
                }));
            }
            List<WaitingPrompt> waiting = two.store.waiting(key);
            assertEquals(4, waiting.size());
            assertEquals("what it is for", waiting.get(0).text());
            assertEquals(
                    List.of(key),
                    two.store.awaited().stream().map(StoredSession::key).toList());
            assertEquals(
                    waiting.stream().map(WaitingPrompt::id).sorted().toList(),
                    waiting.stream().map(WaitingPrompt::id).toList());
            journal.close();
            done.forEach(LeasesTest::get);
            assertEquals(List.of(0, 1, 2, 3), order);
            assertEquals(List.of(), one.store.waiting(key));
            assertEquals(List.of(), one.store.awaited());
        }
    }

    @Test
    void aProcessThatWaitedAndHasEndedIsNotInTheWay() throws Exception {
        try (StoreRig one = new StoreRig(folder)) {
            SessionKey key = kept(one);
            Killed.waiter(folder);
            assertEquals(1, Killed.waiters(folder));
            assertEquals(List.of(), one.store.awaited());
            one.open(key).close();
            assertEquals(0, Killed.waiters(folder), "nothing is left of it");
        }
    }

    @Test
    void whoWaitsCanBeTakenOut() throws Exception {
        try (StoreRig one = new StoreRig(folder)) {
            SessionKey key = kept(one);
            SessionJournal journal = one.open(key);
            CompletableFuture<SessionJournal> first = one.waiter(key);
            CompletableFuture<SessionJournal> second = one.waiter(key);
            assertTrue(
                    one.store.cancelWaiting(key, one.store.waiting(key).get(0).id()));
            CompletionException failure = assertThrows(CompletionException.class, () -> get(first));
            assertEquals(ErrorCode.CANCELLED, ((AgentException) failure.getCause()).code());
            journal.close();
            get(second).close();
        }
    }

    @Test
    void theLeaseOfAProcessThatHasEndedIsVoid() throws Exception {
        try (StoreRig one = new StoreRig(folder)) {
            SessionKey key = kept(one);
            one.open(key);
            assertThrows(AgentException.class, () -> one.open(key));
            Killed.everyLease(folder);
            assertEquals(
                    StoredSession.State.IDLE, one.store.byKey(key).orElseThrow().state());
            one.open(key).close();
        }
    }
}

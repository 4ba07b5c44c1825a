package dev.termal.host.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent.Notice.Level;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.store.SessionJournal;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class MemoryEntryLogTest {
    private final ExecutorService pool = Executors.newCachedThreadPool();

    @AfterEach
    void endThreads() {
        pool.shutdownNow();
    }

    private MemoryEntryLog log(MemoryEntryLog.Bounds bounds) {
        return new MemoryEntryLog(Clock.systemUTC(), pool, System.getLogger("test"), bounds, SessionJournal.none());
    }

    private MemoryEntryLog log() {
        return log(MemoryEntryLog.Bounds.DEFAULT);
    }

    /** Weighs 100. */
    private static SessionEntry append(EntryLog log) {
        return log.append(1, new EntryBody.HostNotice(Level.INFO, "one"));
    }

    private static List<Long> numbers(List<SessionEntry> entries) {
        synchronized (entries) {
            return entries.stream().map(SessionEntry::seq).toList();
        }
    }

    private static List<Long> range(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    private static List<SessionEntry> recording() {
        return Collections.synchronizedList(new ArrayList<>());
    }

    @Test
    void readersGetEachEntryOnceFromWhereverTheyBegin() throws Exception {
        MemoryEntryLog log = log();
        for (int i = 0; i < 100; i++) {
            append(log);
        }
        List<SessionEntry> all = recording();
        List<SessionEntry> tail = recording();
        log.read(0, all::add);
        log.read(90, tail::add);
        for (int i = 0; i < 100; i++) {
            append(log);
        }
        log.awaitSeen(200);

        assertEquals(range(1, 200), numbers(all));
        assertEquals(range(91, 200), numbers(tail));
    }

    @Test
    void appendersOnSeveralThreadsLeaveNoGap() throws Exception {
        MemoryEntryLog log = log();
        List<SessionEntry> all = recording();
        log.read(0, all::add);
        CountDownLatch done = new CountDownLatch(4);
        for (int t = 0; t < 4; t++) {
            pool.execute(() -> {
                for (int i = 0; i < 250; i++) {
                    append(log);
                }
                done.countDown();
            });
        }
        done.await();
        log.awaitSeen(1000);

        assertEquals(range(1, 1000), numbers(all));
    }

    @Test
    void oneSlowReaderHoldsUpNoOther() throws Exception {
        MemoryEntryLog log = log();
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch otherIsThrough = new CountDownLatch(10);
        log.read(0, entry -> awaitQuietly(release));
        log.read(0, entry -> otherIsThrough.countDown());
        for (int i = 0; i < 10; i++) {
            append(log);
        }

        otherIsThrough.await();
        release.countDown();
        log.awaitSeen(10);
    }

    @Test
    void aReaderFarBehindTakesTheRoomUntilItMovesOn() throws Exception {
        MemoryEntryLog log = log(new MemoryEntryLog.Bounds(10_000, 500));
        CountDownLatch release = new CountDownLatch(1);
        log.read(0, entry -> awaitQuietly(release));
        for (int i = 0; i < 5; i++) {
            append(log);
        }
        assertTrue(log.hasRoom());
        append(log);
        assertFalse(log.hasRoom());
        release.countDown();
        log.awaitRoom();

        assertTrue(log.hasRoom());
    }

    @Test
    void aReaderThatStopsTakesNoRoom() throws Exception {
        MemoryEntryLog log = log(new MemoryEntryLog.Bounds(10_000, 100));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Reading reading = log.read(0, entry -> {
            begun.countDown();
            awaitQuietly(release);
        });
        for (int i = 0; i < 5; i++) {
            append(log);
        }
        begun.await();
        assertFalse(log.hasRoom());
        release.countDown();
        reading.close();

        assertTrue(log.hasRoom());
    }

    @Test
    void nothingIsDeliveredAfterClose() {
        MemoryEntryLog log = log();
        AtomicBoolean closed = new AtomicBoolean();
        AtomicBoolean late = new AtomicBoolean();
        Reading reading = log.read(0, entry -> late.compareAndSet(false, closed.get()));
        for (int i = 0; i < 1000; i++) {
            append(log);
        }
        reading.close();
        closed.set(true);
        for (int i = 0; i < 1000; i++) {
            append(log);
        }

        assertFalse(late.get());
    }

    @Test
    void aReaderMayCloseItself() throws Exception {
        MemoryEntryLog log = log();
        List<SessionEntry> seen = recording();
        List<Reading> own = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch known = new CountDownLatch(1);
        own.add(log.read(0, entry -> {
            awaitQuietly(known);
            seen.add(entry);
            own.get(0).close();
        }));
        known.countDown();
        append(log);
        append(log);
        log.awaitSeen(2);

        assertEquals(List.of(1L), numbers(seen));
    }

    @Test
    void aReaderThatThrowsGoesOn() throws Exception {
        MemoryEntryLog log = log();
        List<SessionEntry> seen = recording();
        log.read(0, entry -> {
            seen.add(entry);
            throw new IllegalStateException("a broken reader");
        });
        append(log);
        append(log);
        log.awaitSeen(2);

        assertEquals(List.of(1L, 2L), numbers(seen));
    }

    @Test
    void whatIsDroppedLeavesANoticeInItsPlace() throws Exception {
        MemoryEntryLog log = log(new MemoryEntryLog.Bounds(1_000, 100_000));
        List<SessionEntry> live = recording();
        log.read(0, live::add);
        for (int i = 0; i < 100; i++) {
            log.awaitSeen(append(log).seq());
        }
        List<SessionEntry> later = recording();
        log.read(0, later::add);
        log.awaitSeen(100);

        assertEquals(range(1, 100), numbers(live));
        EntryBody.HostNotice notice = (EntryBody.HostNotice) later.get(0).body();
        long dropped = later.get(0).seq();
        assertTrue(dropped >= 90, "kept within the bound: " + dropped);
        assertTrue(notice.text().contains("1 to " + dropped), notice.text());
        assertEquals(range(dropped, 100), numbers(later));
    }

    @Test
    void nothingIsDroppedThatAReaderHasNotSeen() throws Exception {
        MemoryEntryLog log = log(new MemoryEntryLog.Bounds(1_000, 100_000));
        CountDownLatch release = new CountDownLatch(1);
        List<SessionEntry> seen = recording();
        log.read(0, entry -> {
            awaitQuietly(release);
            seen.add(entry);
        });
        for (int i = 0; i < 100; i++) {
            append(log);
        }
        release.countDown();
        log.awaitSeen(100);

        assertEquals(range(1, 100), numbers(seen));
    }

    @Test
    void closingLetsEverybodyGoWhoWaits() throws Exception {
        MemoryEntryLog log = log(new MemoryEntryLog.Bounds(10_000, 100));
        CountDownLatch release = new CountDownLatch(1);
        log.read(0, entry -> awaitQuietly(release));
        for (int i = 0; i < 5; i++) {
            append(log);
        }
        CountDownLatch gone = new CountDownLatch(2);
        pool.execute(() -> {
            try {
                log.awaitRoom();
                gone.countDown();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        pool.execute(() -> {
            try {
                log.awaitSeen(5);
                gone.countDown();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        log.close();

        gone.await();
        release.countDown();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

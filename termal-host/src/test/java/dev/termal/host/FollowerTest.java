package dev.termal.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.host.event.EntryPage;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.StoredSession;
import dev.termal.host.store.SessionJournal;
import dev.termal.host.store.StoreRig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Following a session that another host has open. */
@Timeout(120)
class FollowerTest {
    @TempDir
    private Path folder;

    private final LinkedBlockingQueue<EntryPage> pages = new LinkedBlockingQueue<>();

    private List<Long> next(int count) throws InterruptedException {
        List<Long> seen = new ArrayList<>();
        while (seen.size() < count) {
            EntryPage page = pages.poll(60, TimeUnit.SECONDS);
            assertTrue(page != null, "nothing more came after " + seen);
            page.entries().stream().map(SessionEntry::seq).forEach(seen::add);
        }
        return seen;
    }

    @Test
    void whatIsThereAndWhatComes() throws Exception {
        StoredSession session = StoreRig.session("s", "/work");
        try (StoreRig owner = new StoreRig(folder);
                StoreRig other = new StoreRig(folder);
                HostContext context = new HostContext()) {
            SessionJournal journal = owner.store.createNamed(session);
            StoreRig.talk(journal, "hello", "hi");
            Follower follower = new Follower(other.store, session.key(), 1, pages::add);
            follower.start(context);
            assertEquals(List.of(2L, 3L), next(2));
            journal.add(StoreRig.entry(4, 1, StoreRig.says("later")));
            assertEquals(List.of(4L), next(1));
            follower.close();
            journal.add(StoreRig.entry(5, 1, StoreRig.says("too late")));
            journal.close();
            assertEquals(0, pages.size());
        }
    }
}

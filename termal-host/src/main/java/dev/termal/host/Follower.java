package dev.termal.host;

import dev.termal.api.AgentException;
import dev.termal.host.event.EntryPage;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.session.Delivery;
import dev.termal.host.store.SessionStore;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks again and again what is new in a session that another process may have open. */
final class Follower implements TermalSession.Reading {
    private static final Logger LOG = LoggerFactory.getLogger(Follower.class);
    private static final int PAGE = 500;
    private static final long POLL_MS = 500;

    private final SessionStore store;
    private final SessionKey key;
    private final Consumer<EntryPage> reader;
    private long seen; // the follower's thread alone

    private final Object lock = new Object();
    private boolean closed; // guarded by lock
    private boolean delivering; // guarded by lock
    private Thread thread = Thread.currentThread(); // until it is started

    Follower(SessionStore store, SessionKey key, long afterSeq, Consumer<EntryPage> reader) {
        this.store = store;
        this.key = key;
        this.reader = reader;
        seen = afterSeq;
    }

    void start(HostContext context) {
        thread = context.threads().newThread(this::follow);
        thread.setName("termal-follower");
        thread.start();
    }

    private void follow() {
        try {
            while (true) {
                EntryPage page = page();
                synchronized (lock) {
                    if (closed) {
                        return;
                    }
                    if (page.entries().isEmpty() && page.rewindTo().isEmpty()) {
                        TimeUnit.MILLISECONDS.timedWait(lock, POLL_MS);
                        continue;
                    }
                    delivering = true;
                }
                deliver(page);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody interrupts it
        } catch (AgentException closedOrBroken) {
            LOG.debug("a session is no longer followed", closedOrBroken);
        }
    }

    private EntryPage page() {
        EntryPage page = store.after(key, seen, PAGE);
        if (!page.entries().isEmpty()) {
            List<SessionEntry> entries = page.entries();
            seen = entries.get(entries.size() - 1).seq();
        } else if (page.rewindTo().isPresent()) {
            seen = page.rewindTo().getAsLong();
        }
        return page;
    }

    private void deliver(EntryPage page) {
        try {
            reader.accept(page);
        } catch (RuntimeException e) {
            LOG.warn("who follows a session failed", e);
        } finally {
            synchronized (lock) {
                delivering = false;
                lock.notifyAll();
            }
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            lock.notifyAll();
            Delivery.awaitEnd(lock, () -> delivering && Thread.currentThread() != thread);
        }
    }
}

package dev.termal.host.service;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.host.StoredSessions;
import dev.termal.host.TermalSession;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.EntryPage;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One reader of one session, without gap or repeat, wherever the session is open: here its entries come at once, from another
 * process or from nowhere as they are kept. Which of the two it is may change at any time. Has a thread of its own.
 */
public final class EntryFeed implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EntryFeed.class);
    private static final int PAGE = 50;
    private static final long POLL_MS = 500;

    /** Who reads. Told by one thread at a time. */
    public interface Reader {
        /** The next entry; repeated history is left out. Must not block. */
        void entry(SessionEntry entry);

        /** What was shown behind a number was lost when its host was killed, and is to be taken back. Must not block. */
        void rewind(long to);

        /** The session was removed; nothing comes any more. Must not block. */
        void gone();

        /** Waits, where much is read that is kept, until there is room for more of it; within bounds. */
        void awaitRoom() throws InterruptedException;
    }

    private final SessionKey key;
    private final Reader reader;
    private final StoredSessions stored;
    private final Function<SessionKey, Optional<OpenSession>> opened;
    private final Thread thread;

    // of the thread that delivers: this one's own, or while the session is open here that session's
    private volatile long seen; // the place in the stream
    private volatile long told; // what the reader has

    private boolean closed; // guarded by this
    private boolean gone; // guarded by this

    /** A reader of what comes after a number; 0 for all. */
    EntryFeed(
            SessionKey key,
            long afterSeq,
            Reader reader,
            StoredSessions stored,
            Function<SessionKey, Optional<OpenSession>> opened) {
        this.key = key;
        this.reader = reader;
        this.stored = stored;
        this.opened = opened;
        seen = afterSeq;
        told = afterSeq;
        thread = new Thread(this::run, "termal-feed");
        thread.setDaemon(true);
    }

    SessionKey key() {
        return key;
    }

    void start() {
        thread.start();
    }

    /** The session may be open elsewhere now, or nowhere. */
    synchronized void moved() {
        notifyAll();
    }

    /** The session was removed. */
    synchronized void gone() {
        gone = true;
        notifyAll();
    }

    private void run() {
        try {
            while (!isOver()) {
                Optional<OpenSession> here = opened.apply(key);
                if (kept(here)) {
                    continue;
                }
                if (here.isPresent()) {
                    live(here.get());
                } else {
                    pause();
                }
            }
            if (isGone()) {
                reader.gone();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed while it waited
        } catch (AgentException closedOrBroken) {
            LOG.debug("a session is no longer read", closedOrBroken);
        }
    }

    /** Reads what is kept, a page; whether there may be more. */
    private boolean kept(Optional<OpenSession> here) throws InterruptedException {
        EntryPage page = stored.after(key, seen, PAGE);
        if (here.isPresent() && seen > here.get().session().openedAt()) {
            if (seen > here.get().shown()) { // of what has come since it was opened here, nothing was lost
                rewind(here.get().shown());
                return true;
            }
        } else if (page.rewindTo().isPresent()) {
            rewind(page.rewindTo().getAsLong());
        }
        for (SessionEntry entry : page.entries()) {
            reader.awaitRoom();
            if (isOver()) {
                return false;
            }
            deliver(entry);
        }
        return page.more();
    }

    /** Reads what happens, as long as the session is open here. */
    private void live(OpenSession here) throws InterruptedException {
        TermalSession.Reading reading = here.session().read(seen, entry -> {
            here.shown(entry.seq());
            deliver(entry);
        });
        try {
            synchronized (this) {
                while (!closed
                        && !gone
                        && opened.apply(key).filter(here::equals).isPresent()) {
                    wait();
                }
            }
        } finally {
            reading.close();
        }
    }

    /** Lets some time pass, unless something has changed or does. */
    private synchronized void pause() throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(POLL_MS);
        long left = until - System.nanoTime();
        while (left > 0 && !closed && !gone && opened.apply(key).isEmpty()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = until - System.nanoTime();
        }
    }

    private synchronized boolean isOver() {
        return closed || gone;
    }

    private synchronized boolean isGone() {
        return gone && !closed;
    }

    private void rewind(long to) {
        seen = Math.min(seen, to);
        if (to < told) {
            told = to;
            reader.rewind(to);
        }
    }

    private void deliver(SessionEntry entry) {
        if (entry.seq() <= seen) {
            return;
        }
        seen = entry.seq();
        boolean history = entry.body() instanceof EntryBody.Said said && said.event() instanceof AgentEvent.Replayed;
        if (!history) {
            told = entry.seq();
            reader.entry(entry);
        }
    }

    /** Reads no more; what is being told may still be. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        thread.interrupt(); // who waits for room
    }
}

package dev.termal.host.service;

import dev.termal.api.AgentException;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells who listens which sessions have changed: those of this process at once, those of others as they are kept, within a
 * second. One thread does all of it, so that changes are told in one order.
 */
final class Watch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watch.class);
    private static final long POLL_MS = 500;
    private static final long CLOSE_MS = 5_000;
    private static final int REMEMBERED = 1_000; // of what was told; more than are looked at
    private static final int PER_MILLI = 1_000;

    private final SessionService service;
    private final Set<SessionListener> listeners = new CopyOnWriteArraySet<>();
    private final Thread thread;

    // the thread's alone
    private final Map<SessionKey, StoredSession> seen = new HashMap<>();
    private final Map<SessionKey, SessionSummary> told = new LinkedHashMap<>();
    private long number = System.currentTimeMillis() * PER_MILLI; // rises across restarts, too

    // all guarded by this
    private final Set<SessionKey> changed = new LinkedHashSet<>();
    private final List<SessionListener> arriving = new ArrayList<>();
    private boolean closed;

    Watch(SessionService service) {
        this.service = service;
        thread = new Thread(this::run, "termal-watch");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Something has changed in a session, here. */
    synchronized void touch(SessionKey key) {
        changed.add(key);
        notifyAll();
    }

    /** Has a listener told of all, and then of each change. */
    synchronized void add(SessionListener listener) {
        arriving.add(listener);
        notifyAll();
    }

    void remove(SessionListener listener) {
        synchronized (this) {
            arriving.remove(listener);
        }
        listeners.remove(listener);
    }

    private void run() {
        long polled = System.nanoTime();
        try {
            while (true) {
                List<SessionKey> touched;
                List<SessionListener> newcomers;
                synchronized (this) {
                    long left = polled + TimeUnit.MILLISECONDS.toNanos(POLL_MS) - System.nanoTime();
                    if (changed.isEmpty() && arriving.isEmpty() && left > 0 && !closed) {
                        TimeUnit.NANOSECONDS.timedWait(this, left);
                    }
                    if (closed) {
                        return;
                    }
                    touched = List.copyOf(changed);
                    changed.clear();
                    newcomers = List.copyOf(arriving);
                    arriving.clear();
                }
                boolean due = System.nanoTime() - polled >= TimeUnit.MILLISECONDS.toNanos(POLL_MS);
                polled = due ? System.nanoTime() : polled;
                look(touched, newcomers, due);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody interrupts it
        }
    }

    private void look(List<SessionKey> touched, List<SessionListener> newcomers, boolean due) {
        try {
            newcomers.forEach(this::welcome);
            if (!listeners.isEmpty()) {
                touched.forEach(this::tell);
            }
            if (due) {
                if (listeners.isEmpty()) {
                    seen.clear();
                    told.clear();
                } else {
                    poll();
                }
                service.tidy();
            }
        } catch (AgentException | Refusal broken) { // the store cannot be read now, or the host closes
            LOG.debug("sessions cannot be watched now", broken);
        } catch (RuntimeException mistake) {
            LOG.warn("watching the sessions failed", mistake);
        }
    }

    private void welcome(SessionListener listener) {
        List<SessionSummary> all = service.list(SessionService.LISTED);
        all.forEach(summary -> {
            seen.put(summary.session().key(), summary.session());
            told.put(summary.session().key(), summary);
        });
        listener.listed(++number, all);
        listeners.add(listener);
    }

    private void poll() {
        Map<SessionKey, StoredSession> before = new HashMap<>(seen);
        for (StoredSession session : service.stored(SessionService.LISTED)) {
            StoredSession known = before.remove(session.key());
            if (known == null) {
                told.remove(session.key()); // whoever began to listen later was not told
            }
            if (!session.equals(known)) {
                seen.put(session.key(), session);
                tell(session.key());
            }
        }
        for (SessionKey key : before.keySet()) { // gone, or not among the newest any more, which alone are looked at
            tell(key);
            seen.remove(key);
        }
    }

    private void tell(SessionKey key) {
        service.find(key).ifPresentOrElse(this::tell, () -> {
            seen.remove(key);
            if (told.remove(key) != null) {
                number++;
                listeners.forEach(each -> each.removed(number, key));
            }
        });
    }

    private void tell(SessionSummary summary) {
        SessionKey key = summary.session().key();
        if (!summary.equals(told.put(key, summary))) {
            if (told.size() > REMEMBERED) {
                told.remove(told.keySet().iterator().next());
            }
            number++;
            listeners.forEach(each -> each.changed(number, summary));
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        try {
            thread.join(CLOSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.termal.host.session;

import dev.termal.api.spi.ConnectRequest;
import dev.termal.api.spi.Engine;
import dev.termal.api.spi.EngineContext;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.mcp.Lender;
import dev.termal.host.permission.PermissionRules;
import dev.termal.host.store.SessionJournal;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Opens sessions, and closes those that are left. One for a host; thread-safe. */
public final class Sessions implements AutoCloseable {
    private static final long CLOSE_SECONDS = 60;

    private final EngineContext context;
    private final Timer timer;
    private final ExecutorService pool;
    private final Set<LiveSession> open = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Sessions on what the host lends engines too: threads, the timer, the clock, bounds, the log. */
    public Sessions(EngineContext context) {
        this(context, System::nanoTime);
    }

    Sessions(EngineContext context, LongSupplier nanoTime) {
        this.context = context;
        timer = Timer.of(context, nanoTime);
        AtomicInteger count = new AtomicInteger();
        pool = Executors.newCachedThreadPool(task -> {
            Thread thread = context.threads().newThread(task);
            thread.setName("termal-session-" + count.incrementAndGet());
            return thread;
        });
    }

    /**
     * Connects to an agent and opens a session.
     *
     * @param connect whom, and what the session shall be; its options may hold {@link HostOwnedOptions}, its listener is not
     *     used: what comes before a session exists is in the stream, in turn 0
     * @param rules its deadlines hold for the start too, and what that takes is missing from the first turn
     * @param journal where it is kept; closed with the session, and where none can be opened
     * @param permissions the rules that hold in it
     * @param lender lends its agent tools
     * @param meanwhile reads the stream from where it is opened until the session is open
     * @throws dev.termal.api.AgentException for whatever goes wrong; nothing is left running then
     */
    public LiveSession open(
            Engine engine,
            ConnectRequest connect,
            TurnRules rules,
            SessionJournal journal,
            PermissionRules permissions,
            Lender lender,
            Consumer<SessionEntry> meanwhile)
            throws InterruptedException {
        if (closed.get()) {
            journal.close();
            throw AgentLink.closedByHost();
        }
        LiveSession session = new LiveSession(
                context, pool, timer, engine, connect, rules, journal, permissions, lender, open::remove);
        open.add(session);
        boolean opened = false;
        Reading reading = session.read(session.openedAt(), meanwhile);
        try {
            session.open();
            if (closed.get()) {
                throw AgentLink.closedByHost(); // closed meanwhile, and it may have missed this one
            }
            opened = true;
            return session;
        } finally {
            reading.close();
            if (!opened) {
                journal.notReached();
                session.close();
            }
        }
    }

    /** Closes all sessions side by side, within bounds. Does nothing the second time. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        List<LiveSession> left = List.copyOf(open);
        CountDownLatch done = new CountDownLatch(left.size());
        left.forEach(session -> pool.execute(() -> {
            session.close();
            done.countDown();
        }));
        try {
            if (!done.await(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                context.log().log(System.Logger.Level.WARNING, "some sessions did not close in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        pool.shutdown();
    }
}

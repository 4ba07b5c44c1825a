package dev.termal.host.service;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.termal.api.AgentException;
import dev.termal.api.Prompt;
import dev.termal.host.SessionSpec;
import dev.termal.host.StoredSessions;
import dev.termal.host.Termal;
import dev.termal.host.TermalSession;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The sessions of a home, as a process that lives long has them: each is opened at most once in it, when it is first needed,
 * and closed when it was not used for a while. Changes are told to who listens.
 *
 * <p>Thread-safe. What opens a session blocks until its agent answers. Failures are {@link Refusal}s and
 * {@link AgentException}s.
 */
public final class SessionService implements AutoCloseable {
    /** How many sessions are listed and watched: the newest. */
    public static final int LISTED = 200;

    private static final int MAX_OPEN = 32;
    private static final Duration UNUSED = Duration.ofMinutes(10);
    private static final long CLOSE_SECONDS = 60;

    private final Termal host;
    private final StoredSessions stored;
    private final Summaries summaries;
    private final Watch watch;
    private final Map<SessionKey, CompletableFuture<OpenSession>> open = new ConcurrentHashMap<>();
    private final Set<EntryFeed> feeds = ConcurrentHashMap.newKeySet();
    private final ExecutorService closers = Executors.newCachedThreadPool(new ThreadFactoryBuilder()
            .setDaemon(true)
            .setNameFormat("termal-closer-%d")
            .build());
    private volatile boolean stopping;

    /** The sessions of a host, which is closed by whoever opened it, after this. */
    public SessionService(Termal host) {
        this.host = host;
        stored = host.sessions();
        summaries = new Summaries(stored, open::containsKey);
        watch = new Watch(this);
        watch.start();
    }

    // ---- what there is ----

    /** Sessions of a folder or of all, of an agent or of all; those first in which something happened last. */
    public List<StoredSession> stored(int limit) {
        return stored.list(Optional.empty(), Optional.empty(), limit);
    }

    /** The newest sessions, also those in which nothing was said yet. */
    public List<SessionSummary> list(int limit) {
        return Stream.concat(unsaid(), stored(limit).stream().map(this::summary))
                .toList();
    }

    /** The sessions that are open here and in which nothing was said yet that would be kept. */
    public Stream<SessionSummary> unsaid() {
        return opened().filter(each -> stored.get(each.key()).isEmpty())
                .map(each -> summaries.of(Summaries.unsaid(each), Optional.of(each)));
    }

    /** A session as it is kept, seen from here. */
    public SessionSummary summary(StoredSession kept) {
        return summaries.of(kept, ifOpen(kept.key()));
    }

    /** A session at a glance; empty where there is none. */
    public Optional<SessionSummary> find(SessionKey key) {
        Optional<OpenSession> here = ifOpen(key);
        return stored.get(key).or(() -> here.map(Summaries::unsaid)).map(session -> summaries.of(session, here));
    }

    /** A session at a glance; refused where there is none. */
    public SessionSummary summary(SessionKey key) {
        return find(key)
                .orElseThrow(() -> new Refusal(Refusal.Kind.NOT_FOUND, "there is no session " + key + " (any more)"));
    }

    /** The session, where this process has it open. */
    public Optional<OpenSession> ifOpen(SessionKey key) {
        return Optional.ofNullable(open.get(key))
                .filter(future -> future.isDone() && !future.isCompletedExceptionally())
                .map(CompletableFuture::join);
    }

    private Stream<OpenSession> opened() {
        return open.keySet().stream().flatMap(key -> ifOpen(key).stream());
    }

    // ---- opening ----

    /** Opens a new session. */
    public OpenSession create(SessionSpec spec) throws InterruptedException {
        refuseStopping();
        makeRoom(0);
        TermalSession session = host.open(spec);
        OpenSession opened = follow(session, spec);
        open.put(opened.key(), CompletableFuture.completedFuture(opened));
        if (stopping) {
            closeNow(opened);
            refuseStopping();
        }
        arrived(opened.key());
        return opened;
    }

    private OpenSession follow(TermalSession session, SessionSpec spec) {
        return new OpenSession(session, spec.cwd(), spec.session(), Instant.now(), () -> watch.touch(session.key()));
    }

    /** The session, opened where it is not. */
    public OpenSession open(SessionKey key) throws InterruptedException {
        return open(key, UnaryOperator.identity());
    }

    private OpenSession open(SessionKey key, UnaryOperator<SessionSpec.Builder> wishes) throws InterruptedException {
        while (true) {
            refuseStopping();
            CompletableFuture<OpenSession> mine = new CompletableFuture<>();
            CompletableFuture<OpenSession> there = open.putIfAbsent(key, mine);
            if (there == null) {
                return start(key, wishes, mine);
            }
            OpenSession session = settled(there);
            if (!session.isClosing()) {
                return session;
            }
            session.awaitClosed();
        }
    }

    private static OpenSession settled(CompletableFuture<OpenSession> opening) throws InterruptedException {
        try {
            return opening.get();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof AgentException why) {
                throw new AgentException(why.code(), String.valueOf(why.getMessage()), why.detail(), why);
            }
            if (failed.getCause() instanceof Refusal why) {
                throw new Refusal(why.kind(), String.valueOf(why.getMessage()));
            }
            throw new IllegalStateException(failed.getCause());
        }
    }

    private OpenSession start(
            SessionKey key, UnaryOperator<SessionSpec.Builder> wishes, CompletableFuture<OpenSession> mine)
            throws InterruptedException {
        boolean done = false;
        try {
            makeRoom(1);
            StoredSession kept = free(key);
            SessionSpec spec = wishes.apply(SessionSpec.builder(kept.cwd())
                            .session(key.value())
                            .patient(false)
                            .attended(true))
                    .build();
            OpenSession opened = follow(host.open(spec), spec);
            mine.complete(opened);
            done = true;
            if (stopping) {
                closeNow(opened);
                refuseStopping();
            }
            arrived(key);
            return opened;
        } catch (RuntimeException e) {
            mine.completeExceptionally(e);
            throw e;
        } finally {
            if (!done) {
                open.remove(key, mine);
                mine.completeExceptionally(new Refusal(Refusal.Kind.BUSY, "the session could not be opened just now"));
            }
        }
    }

    /** The session, where nobody else has it. */
    private StoredSession free(SessionKey key) {
        StoredSession session = summary(key).session();
        if (!session.holder().isEmpty() && ifOpen(key).isEmpty()) {
            throw new Refusal(Refusal.Kind.BUSY, "the session is in use by " + session.holder());
        }
        return session;
    }

    private void makeRoom(int mine) {
        if (open.size() - mine < MAX_OPEN) {
            return;
        }
        opened().sorted(Comparator.comparing(OpenSession::unused).reversed())
                .filter(each -> each.beginToClose(false))
                .findFirst()
                .ifPresentOrElse(this::closeSoon, () -> {
                    throw new Refusal(
                            Refusal.Kind.TOO_MANY,
                            MAX_OPEN + " sessions are at work, and no more can be: wait for one to end, or cancel one");
                });
    }

    private void arrived(SessionKey key) {
        feeds.stream().filter(feed -> feed.key().equals(key)).forEach(EntryFeed::moved);
        watch.touch(key);
    }

    // ---- prompts ----

    /** Hands in a prompt; the session is opened where it is not. */
    public OpenSession.Sent prompt(
            SessionKey key, Prompt prompt, boolean interrupt, UnaryOperator<SessionSpec.Builder> how)
            throws InterruptedException {
        while (true) {
            OpenSession session = open(key, how);
            Optional<OpenSession.Sent> sent = session.prompt(prompt, interrupt);
            if (sent.isPresent()) {
                return sent.get();
            }
            session.awaitClosed();
        }
    }

    // ---- closing, names, copies ----

    /** Closes a session that is open here, also amid a turn; does nothing where it is not. */
    public void close(SessionKey key) {
        ifOpen(key).filter(session -> session.beginToClose(true)).ifPresent(this::closeNow);
    }

    /** Gives a session another name, also one that is open here. */
    public void rename(SessionKey key, String name) throws InterruptedException {
        if (summary(key).session().name().equals(Optional.of(name))) {
            return;
        }
        if (stored.get(key).isEmpty()) {
            throw new Refusal(Refusal.Kind.BUSY, "nothing was said in the session yet, so it cannot be renamed");
        }
        free(key);
        stored.rename(key, name);
        watch.touch(key);
    }

    /** Removes a session. */
    public void remove(SessionKey key) throws InterruptedException {
        boolean kept = stored.get(key).isPresent();
        letGo(key);
        if (kept) {
            stored.remove(key);
        }
        watch.touch(key);
        gone(key);
    }

    /** Copies a session, with its agent's conversation. */
    public SessionSummary fork(SessionKey key, Optional<String> name) throws InterruptedException {
        free(key);
        StoredSession copy = stored.fork(key, name);
        watch.touch(copy.key());
        return summary(copy.key());
    }

    /** Closes it where nothing goes on, since nobody may have it open. */
    private void letGo(SessionKey key) {
        free(key);
        Optional<OpenSession> here = ifOpen(key);
        if (here.isEmpty()) {
            return;
        }
        if (!here.get().beginToClose(false)) {
            throw new Refusal(
                    Refusal.Kind.BUSY, "a turn runs in the session, so it cannot be removed: cancel it first");
        }
        closeNow(here.get());
    }

    private void closeSoon(OpenSession session) {
        closers.execute(() -> closeNow(session));
    }

    private void closeNow(OpenSession session) {
        try {
            session.close();
        } finally {
            SessionKey key = session.key();
            open.computeIfPresent(key, (same, future) -> future.getNow(null) == session ? null : future);
            session.closed();
            arrived(key);
        }
    }

    /** Closes what was not used for long; tells readers of sessions that are no more. By the watch. */
    void tidy() {
        opened().filter(each -> each.unused().compareTo(UNUSED) > 0 && each.beginToClose(false))
                .forEach(this::closeSoon);
        feeds.stream()
                .map(EntryFeed::key)
                .distinct()
                .filter(key -> find(key).isEmpty())
                .forEach(this::gone);
    }

    private void gone(SessionKey key) {
        feeds.forEach(feed -> {
            if (feed.key().equals(key) && feeds.remove(feed)) {
                feed.gone();
            }
        });
    }

    // ---- listening ----

    /** Tells of all sessions, first of those that there are. */
    public void listen(SessionListener listener) {
        watch.add(listener);
    }

    /** Tells of nothing more. */
    public void forget(SessionListener listener) {
        watch.remove(listener);
    }

    /** Reads a session after a number, wherever it is open. */
    public EntryFeed read(SessionKey key, long afterSeq, EntryFeed.Reader reader) {
        summary(key);
        EntryFeed feed = new EntryFeed(key, afterSeq, reader, stored, this::ifOpen);
        feeds.add(feed);
        feed.start();
        return feed;
    }

    /** Reads no more. */
    public void forget(EntryFeed feed) {
        feeds.remove(feed);
        feed.close();
    }

    private void refuseStopping() {
        if (stopping) {
            throw new Refusal(Refusal.Kind.STOPPING, "the server stops");
        }
    }

    /** Opens nothing more, and closes what is open, side by side and within bounds. */
    @Override
    public void close() {
        stopping = true;
        List<OpenSession> left =
                opened().filter(each -> each.beginToClose(true)).toList();
        CountDownLatch done = new CountDownLatch(left.size());
        left.forEach(session -> closers.execute(() -> {
            try {
                closeNow(session);
            } finally {
                done.countDown();
            }
        }));
        try {
            boolean unused = done.await(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        watch.close();
        feeds.forEach(EntryFeed::close);
        closers.shutdown();
    }
}

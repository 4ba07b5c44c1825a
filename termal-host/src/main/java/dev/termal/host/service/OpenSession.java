package dev.termal.host.service;

import dev.termal.api.AgentException;
import dev.termal.api.Prompt;
import dev.termal.host.TermalSession;
import dev.termal.host.event.EntryBody.Decider;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.TurnReport;
import dev.termal.host.event.WaitingPrompt;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session that this process has open, with the prompts on their way to it. Thread-safe.
 *
 * <p>It closes only where nothing goes on in it, unless it is told to; then it takes no prompt any more.
 */
public final class OpenSession {
    private static final Logger LOG = LoggerFactory.getLogger(OpenSession.class);
    private static final long CLOSE_SECONDS = 60;

    private final TermalSession session;
    private final Path cwd;
    private final Optional<String> name;
    private final Instant opened;
    private final Runnable onChange;
    private final Outbox outbox;
    private final Glance glance = new Glance();
    private final TermalSession.Reading reading;
    private final AtomicLong shown = new AtomicLong();
    private final AtomicLong usedNanos = new AtomicLong(System.nanoTime());
    private final CountDownLatch closed = new CountDownLatch(1);
    private boolean closing; // guarded by this
    private int entering; // prompts that are just handed in; guarded by this

    /**
     * Follows a session.
     *
     * @param name what it was opened by, where it is new
     * @param onChange told of what people want to see at once; called without a lock, on a thread of the host
     */
    OpenSession(TermalSession session, Path cwd, Optional<String> name, Instant opened, Runnable onChange) {
        this.session = session;
        this.cwd = cwd;
        this.name = name;
        this.opened = opened;
        this.onChange = onChange;
        outbox = new Outbox(new ToAgent(), this::changed);
        reading = session.read(session.openedAt(), this::entry);
    }

    private void entry(SessionEntry entry) {
        shown(entry.seq());
        usedNanos.set(System.nanoTime());
        if (glance.entry(entry)) {
            onChange.run();
        }
    }

    private void changed() {
        usedNanos.set(System.nanoTime());
        onChange.run();
    }

    /** The session itself, for all but prompts. */
    public TermalSession session() {
        return session;
    }

    /** The host's name for it. */
    public SessionKey key() {
        return session.key();
    }

    Path cwd() {
        return cwd;
    }

    Optional<String> name() {
        return name;
    }

    Instant opened() {
        return opened;
    }

    Glance glance() {
        return glance;
    }

    /** The requests and questions that wait for an answer, the first first. */
    public List<SessionEntry> asked() {
        return glance.asked();
    }

    /** The entry that asks for this permission, as long as it waits. */
    public Optional<SessionEntry> permission(String id) {
        return glance.asking(Glance.permission(id));
    }

    /** Who has settled this permission request; empty for one that was never there, or long ago. */
    public Optional<Decider> permissionState(String id) {
        return glance.settledBy(Glance.permission(id));
    }

    /** The entry that asks this question, as long as it waits. */
    public Optional<SessionEntry> question(String id) {
        return glance.asking(Glance.question(id));
    }

    /** Who has settled this question; empty for one that was never there, or long ago. */
    public Optional<Decider> questionState(String id) {
        return glance.settledBy(Glance.question(id));
    }

    /** Notes that somebody has seen an entry. */
    void shown(long seq) {
        shown.accumulateAndGet(seq, Math::max);
    }

    /** The number of the last entry that anybody here can have seen. */
    long shown() {
        return Math.max(shown.get(), session.openedAt());
    }

    /** What became of a prompt that was handed in. */
    public record Sent(long id, boolean waits) {}

    /**
     * Hands in a prompt.
     *
     * @param interrupt whether the turn that runs is ended for it, and it is next
     * @return empty where the session closes, and must be opened anew
     */
    Optional<Sent> prompt(Prompt prompt, boolean interrupt) {
        synchronized (this) {
            if (closing) {
                return Optional.empty();
            }
            entering++; // nobody may take it for idle meanwhile
        }
        try {
            boolean waits = outbox.isBusy();
            Outbox.Outgoing outgoing = new Outbox.Outgoing(Glance.preview(prompt.text()), prompt);
            OptionalLong id = interrupt ? outbox.interruptWith(outgoing) : outbox.add(outgoing);
            return Optional.of(new Sent(
                    id.orElseThrow(() -> new Refusal(Refusal.Kind.TOO_MANY, "too many prompts wait already")), waits));
        } finally {
            synchronized (this) {
                entering--;
            }
        }
    }

    /** The prompts that wait, the next first. */
    public List<WaitingPrompt> waiting() {
        return outbox.waiting();
    }

    /** Whether those that wait do so until a person goes on, since the turn before them was cancelled. */
    public boolean isHeld() {
        return outbox.isHeld();
    }

    /** Takes back a prompt; false where it does not wait (any more). */
    public boolean takeBack(long id) {
        return outbox.takeBack(id);
    }

    /** Lets the prompts that wait go on after a cancel. */
    public void resume() {
        outbox.resume();
    }

    /** Ends the turn that runs, softly or with the agent's process; prompts that wait are held then. False where none runs. */
    public boolean cancel(boolean kill) {
        int times = outbox.cancel();
        if (times == 1 && kill) {
            session.kill();
        }
        return times > 0;
    }

    boolean isBusy() {
        return outbox.isBusy() || glance.isRunning();
    }

    Duration unused() {
        return Duration.ofNanos(System.nanoTime() - usedNanos.get());
    }

    /** Takes no more prompts from now on; false where something goes on, unless it is to end. */
    synchronized boolean beginToClose(boolean evenBusy) {
        if (closing
                || (!evenBusy && (entering > 0 || isBusy() || !outbox.waiting().isEmpty()))) {
            return false;
        }
        closing = true;
        return true;
    }

    /** Ends the agent, within bounds. After {@link #beginToClose}, by one thread. */
    void close() {
        int unsent = outbox.clear();
        if (unsent > 0) {
            LOG.info("a session is closed, and prompts that waited in it are dropped: {}", unsent);
        }
        session.close(); // ends the turn, and with it the wait of the one that is with the agent
        outbox.close();
        reading.close();
    }

    /** The session can be opened anew. */
    void closed() {
        closed.countDown();
    }

    synchronized boolean isClosing() {
        return closing;
    }

    void awaitClosed() throws InterruptedException {
        if (!closed.await(CLOSE_SECONDS, TimeUnit.SECONDS)) {
            throw new Refusal(Refusal.Kind.BUSY, "the session is being closed, and its agent takes its time to end");
        }
    }

    /** What became of a turn is in the stream; what cannot even begin is in the log. */
    private final class ToAgent implements Outbox.Agent {
        @Override
        public void prompt(Prompt prompt) throws InterruptedException {
            try {
                TurnReport unused = session.prompt(prompt); // its end is an entry
            } catch (AgentException notBegun) {
                LOG.warn("a prompt could not be sent", notBegun);
            }
        }

        @Override
        public void cancel() {
            session.cancel();
        }

        @Override
        public void kill() {
            session.kill();
        }
    }
}

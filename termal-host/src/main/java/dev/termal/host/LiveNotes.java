package dev.termal.host;

import com.google.inject.Inject;
import dev.termal.api.spi.EngineContext.Scheduled;
import dev.termal.host.session.LiveSession;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what is known of the open sessions of this host where other processes can read it: soon after something has begun or
 * ended, and now and then while a turn runs. A session that is over sooner leaves no trace, and costs nothing.
 */
final class LiveNotes implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LiveNotes.class);
    private static final Duration SOON = Duration.ofMillis(300);
    private static final Duration NOW_AND_THEN = Duration.ofSeconds(10);

    private final Snapshots snapshots;
    private final HostContext context;
    private final Set<Note> open = ConcurrentHashMap.newKeySet();

    @Inject
    LiveNotes(Snapshots snapshots, HostContext context) {
        this.snapshots = snapshots;
        this.context = context;
    }

    /** Begins to keep notes of a session. */
    Note of(LiveSession session, Path cwd) {
        Note note = new Note(session, cwd);
        open.add(note);
        note.changed();
        return note;
    }

    /** Closes the notes of all sessions. */
    @Override
    public void close() {
        List.copyOf(open).forEach(Note::close);
    }

    /** The notes of one session. Thread-safe. */
    final class Note implements AutoCloseable {
        private final LiveSession session;
        private final Path cwd;
        private Scheduled next = () -> {}; // guarded by this, as the next
        private boolean soon;
        private boolean closed;

        private Note(LiveSession session, Path cwd) {
            this.session = session;
            this.cwd = cwd;
        }

        /** Something has begun or ended. */
        void changed() {
            schedule(SOON);
        }

        private synchronized void schedule(Duration delay) {
            if (closed || soon) {
                return;
            }
            next.cancel();
            soon = delay.equals(SOON);
            next = context.schedule(
                    delay, () -> context.threads().newThread(this::keep).start());
        }

        private void keep() {
            if (!begins()) {
                return;
            }
            try {
                snapshots.keep(session, cwd);
            } catch (IOException | RuntimeException e) {
                LOG.debug("what is known of session {} cannot be kept", session.key(), e);
            }
            if (isClosed()) {
                forget(); // closed meanwhile
            } else if (session.isRunning()) {
                schedule(NOW_AND_THEN);
            }
        }

        private synchronized boolean begins() {
            soon = false;
            return !closed;
        }

        private synchronized boolean isClosed() {
            return closed;
        }

        private void forget() {
            try {
                snapshots.forget(session.key());
            } catch (IOException e) {
                LOG.debug("what was known of session {} cannot be deleted", session.key(), e);
            }
        }

        @Override
        public void close() {
            synchronized (this) {
                closed = true;
                next.cancel();
            }
            open.remove(this);
            forget();
        }
    }
}

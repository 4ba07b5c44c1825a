package dev.termal.host;

import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession;
import dev.termal.host.store.SessionJournal;
import dev.termal.host.store.SessionStore;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Gives a session that is about to be opened its place in the store. */
final class Keeping {
    private final SessionStore store;

    Keeping(SessionStore store) {
        this.store = store;
    }

    /** The journal of the session; of one that is in use once it is free. */
    SessionJournal journal(SessionChoice.Chosen chosen, SessionPlanner.Prepared prepared) throws InterruptedException {
        SessionSpec spec = chosen.spec();
        if (!spec.kept()) {
            return SessionJournal.none();
        }
        StoredSession.Wishes wishes =
                new StoredSession.Wishes(spec.model(), spec.mode(), spec.effort(), spec.options());
        if (chosen.stored().isPresent()) {
            return store.open(chosen.stored().get().key(), prepared.binding().engine(), wishes, new Patience(spec));
        }
        Instant now = store.now();
        StoredSession session = new StoredSession(
                SessionKey.random(),
                spec.session(),
                prepared.profile().id(),
                prepared.binding().engine(),
                prepared.request().cwd(),
                "",
                wishes,
                now,
                now,
                0,
                0,
                StoredSession.State.OPEN,
                "",
                Optional.empty(),
                Map.of());
        return session.name().equals(Optional.empty()) ? store.create(session) : store.createNamed(session);
    }

    private record Patience(SessionSpec spec) implements SessionStore.Waiting {
        @Override
        public boolean patient() {
            return spec.patient();
        }

        @Override
        public String purpose() {
            return spec.purpose();
        }

        @Override
        public void waitsFor(String holder) {
            spec.whenWaiting().accept(holder);
        }
    }
}

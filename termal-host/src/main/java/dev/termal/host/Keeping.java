package dev.termal.host;

import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession;
import dev.termal.host.store.SessionJournal;
import dev.termal.host.store.SessionStore;
import java.util.Optional;
import java.util.function.Consumer;

/** Gives a session that is about to be opened its place in the store. */
final class Keeping {
    private final SessionStore store;

    Keeping(SessionStore store) {
        this.store = store;
    }

    /**
     * The journal of the session; of one that is in use once it is free. Empty where a session shall begin, or go on, by a
     * name that was free when it was chosen, and has been taken meanwhile.
     */
    Optional<SessionJournal> journal(
            SessionChoice.Chosen chosen, SessionPlanner.Prepared prepared, Consumer<String> whenWaiting)
            throws InterruptedException {
        SessionSpec spec = chosen.spec();
        if (!spec.kept()) {
            return Optional.of(SessionJournal.none());
        }
        StoredSession.Wishes wishes =
                new StoredSession.Wishes(spec.model(), spec.mode(), spec.effort(), spec.options());
        if (chosen.stored().isPresent()) {
            Patience patience = new Patience(spec, whenWaiting);
            return Optional.of(
                    store.open(chosen.stored().get().key(), prepared.binding().engine(), wishes, patience));
        }
        StoredSession session = StoredSession.opened(
                SessionKey.random(),
                spec.session(),
                prepared.profile().id(),
                prepared.binding().engine(),
                prepared.request().cwd(),
                wishes,
                store.now());
        if (session.name().isEmpty()) {
            return Optional.of(store.create(session));
        }
        return spec.fresh() ? Optional.of(store.createNamed(session)) : store.createUnlessTaken(session);
    }

    private record Patience(SessionSpec spec, Consumer<String> whenWaiting) implements SessionStore.Waiting {
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
            whenWaiting.accept(holder);
        }
    }
}

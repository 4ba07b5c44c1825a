package dev.termal.host.store;

import dev.termal.api.AgentException;
import dev.termal.api.EngineId;
import dev.termal.api.ErrorCode;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession.Wishes;
import dev.termal.host.text.Beginning;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The way to a session that is kept: waits for whoever has it, closes a turn in which its host ended, and takes it.
 *
 * @param token names the lease
 */
record Opening(SessionKey key, EngineId engine, Wishes wishes, String token, Clock clock) {
    private static final long POLL_MS = 150;

    SessionJournal open(SessionStore store, Writer writer, Reads reads, SessionStore.Waiting waiting)
            throws InterruptedException {
        long place = 0;
        boolean taken = false;
        try {
            while (true) {
                long from = place;
                Attempt attempt = writer.call(database -> attempt(database, from, waiting));
                if (attempt.row().isPresent()) {
                    taken = true;
                    SessionRow row = attempt.row().get();
                    return new StoredJournal(
                            store,
                            row.session(),
                            row.id(),
                            engine,
                            token,
                            row.numberedUpTo(),
                            attempt.seen(),
                            attempt.binding());
                }
                if (!waiting.patient()) {
                    throw SessionStore.wrong("the session is in use by " + attempt.holder());
                }
                if (place == 0) {
                    place = attempt.place();
                    waiting.waitsFor(attempt.holder());
                }
                awaitFree(reads, place);
            }
        } finally {
            if (!taken) {
                long left = place;
                writer.call(database -> {
                    Leases.giveBack(database, token); // taken just when the caller was interrupted
                    return Leases.leave(database, left);
                });
            }
        }
    }

    private record Attempt(Optional<SessionRow> row, Optional<Binding> binding, long seen, String holder, long place) {}

    private Attempt attempt(Database database, long place, SessionStore.Waiting waiting) {
        SessionRow row = SessionRows.byKey(database, key).orElseThrow(SessionStore::gone);
        if (place != 0 && !Leases.stillWaits(database, place)) {
            throw new AgentException(ErrorCode.CANCELLED, "the prompt was taken out of those that wait");
        }
        Optional<String> holder = Leases.take(database, row.id(), token, place, clock.instant());
        if (holder.isPresent()) {
            long waits = place != 0 || !waiting.patient()
                    ? place
                    : Leases.await(
                            database,
                            row.id(),
                            Beginning.of(waiting.purpose(), StoredJournal.PROMPT_CHARS),
                            clock.instant());
            return new Attempt(Optional.empty(), Optional.empty(), 0, holder.get(), waits);
        }
        SessionRow settled = Interrupted.settle(database, row, clock.instant());
        SessionRows.opened(database, row.id(), engine, wishes);
        return new Attempt(
                Optional.of(settled),
                SessionRows.binding(database, row.id(), engine),
                SessionRows.lastSeen(database, row.id(), engine),
                "",
                place);
    }

    /** Looks, without writing, until there is a chance. */
    private void awaitFree(Reads reads, long place) throws InterruptedException {
        boolean chance;
        do {
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
            chance = reads.read(database -> isFree(database, place));
        } while (!chance);
    }

    private boolean isFree(Database database, long place) {
        Optional<SessionRow> row = SessionRows.byKey(database, key);
        if (row.isEmpty() || !Leases.stillWaits(database, place)) {
            return true; // to be told why
        }
        long id = row.get().id();
        return Leases.holder(database, id).isEmpty()
                && Leases.waiting(database, id).stream().noneMatch(other -> other.id() < place);
    }
}

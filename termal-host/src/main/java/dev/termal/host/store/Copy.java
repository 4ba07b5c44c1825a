package dev.termal.host.store;

import dev.termal.host.event.SessionKey;
import java.time.Instant;
import java.util.Optional;

/** Copies all that is kept of a session but who it is known by. To be called in a transaction. */
final class Copy {
    private Copy() {}

    static void of(Database database, SessionRow from, SessionKey key, Optional<String> name, Instant now) {
        long id = database.insert("""
                INSERT INTO session (key, name, agent, engine, cwd, title, model, mode, effort, options, created, updated,
                    last_seq, last_turn, open_turn, clean)
                SELECT ?, ?, agent, engine, cwd, title, model, mode, effort, options, ?, ?,
                    last_seq, last_turn, open_turn, clean FROM session WHERE id = ?
                """, key.value(), name, now.toEpochMilli(), now.toEpochMilli(), from.id());
        database.update("""
                INSERT INTO turn (session, turn, prompt, first_seq, last_seq, started, ended, outcome, report)
                SELECT ?, turn, prompt, first_seq, last_seq, started, ended, outcome, report FROM turn WHERE session = ?
                """, id, from.id());
        database.update("""
                INSERT INTO entry (id, first_seq, time, turn, body, cuts)
                SELECT id + ?, first_seq, time, turn, body, cuts FROM entry WHERE id > ? AND id < ?
                """, Entries.id(id - from.id(), 0), Entries.id(from.id(), 0), Entries.id(from.id() + 1, 0));
    }
}

package dev.termal.host.store;

import dev.termal.host.event.WaitingPrompt;
import dev.termal.host.process.HostIdentity;
import dev.termal.host.text.ShownTime;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Who has which session open, and who waits for it. A lease names its process; that of a process which has ended is void.
 * All methods but those that only read are to be called in a transaction.
 */
final class Leases {
    private Leases() {}

    /** Somebody who has a session open. */
    record Lease(String token, HostIdentity host, Instant since) {
        String text() {
            return (isHere() ? "this process" : host.toString()) + " since " + ShownTime.of(since);
        }

        private boolean isHere() {
            return host.equals(HostIdentity.current());
        }
    }

    /** Who has the session open; nobody where its process has ended. */
    static Optional<Lease> holder(Database database, long session) {
        return database.first(
                        row -> new Lease(row.getString(1), host(row, 2), Instant.ofEpochMilli(row.getLong(5))),
                        "SELECT token, pid, start, machine, since FROM lease WHERE session = ?",
                        session)
                .filter(lease -> !lease.host().isDead());
    }

    /** Whether this process has the session open. */
    static boolean isHeldHere(Database database, long session) {
        return holder(database, session).filter(Lease::isHere).isPresent();
    }

    /** Takes the session where nobody has it and nobody came before; gives who has it otherwise. */
    static Optional<String> take(Database database, long session, String token, long place, Instant now) {
        Optional<Lease> holder = holder(database, session);
        if (holder.isPresent()) {
            return holder.map(Lease::text);
        }
        Optional<WaitingPrompt> earlier = waiting(database, session).stream()
                .filter(other -> place == 0 || other.id() < place)
                .findFirst();
        if (earlier.isPresent()) {
            return earlier.map(other -> other.who() + ", which waited for it since " + ShownTime.of(other.since()));
        }
        database.update("DELETE FROM lease WHERE session = ?", session); // of a process that has ended
        places(database, session).stream()
                .filter(waiter -> waiter.host().isDead())
                .forEach(waiter -> leave(database, waiter.id()));
        hold(database, session, token, now);
        leave(database, place);
        return Optional.empty();
    }

    /** Takes a session that nobody else can know of. */
    static void hold(Database database, long session, String token, Instant now) {
        HostIdentity me = HostIdentity.current();
        database.update(
                "INSERT INTO lease (session, token, pid, start, machine, since) VALUES (?, ?, ?, ?, ?, ?)",
                session,
                token,
                me.pid(),
                me.start(),
                me.machine(),
                now.toEpochMilli());
    }

    static void release(Database database, long session, String token) {
        database.update("DELETE FROM lease WHERE session = ? AND token = ?", session, token);
    }

    /** Gives back whatever was taken under a token. */
    static void giveBack(Database database, String token) {
        database.update("DELETE FROM lease WHERE token = ?", token);
    }

    /** Takes a place among those who wait. */
    static long await(Database database, long session, String text, Instant now) {
        HostIdentity me = HostIdentity.current();
        return database.insert(
                "INSERT INTO waiting (session, pid, start, machine, since, text) VALUES (?, ?, ?, ?, ?, ?)",
                session,
                me.pid(),
                me.start(),
                me.machine(),
                now.toEpochMilli(),
                text);
    }

    /** Gives up a place; false where it was not there. */
    static boolean leave(Database database, long place) {
        return database.update("DELETE FROM waiting WHERE id = ?", place) > 0;
    }

    static boolean stillWaits(Database database, long place) {
        return database.number("SELECT 1 FROM waiting WHERE id = ?", place).isPresent();
    }

    /** Those who wait and live, the first first. */
    static List<WaitingPrompt> waiting(Database database, long session) {
        return places(database, session).stream()
                .filter(place -> !place.host().isDead())
                .map(place -> new WaitingPrompt(place.id(), place.host().toString(), place.text(), place.since()))
                .toList();
    }

    private static List<Place> places(Database database, long session) {
        return database.query(
                row -> new Place(
                        row.getLong(1),
                        host(row, 2),
                        Instant.ofEpochMilli(row.getLong(5)),
                        String.valueOf(row.getString(6))),
                "SELECT id, pid, start, machine, since, text FROM waiting WHERE session = ? ORDER BY id",
                session);
    }

    /** The sessions for which somebody waits who lives. */
    static List<SessionRow> awaited(Database database) {
        return SessionRows.list(
                        database,
                        "JOIN (SELECT session, min(id) AS first FROM waiting GROUP BY session) ON session = session.id"
                                + " ORDER BY first")
                .stream()
                .filter(row -> !waiting(database, row.id()).isEmpty())
                .toList();
    }

    private record Place(long id, HostIdentity host, Instant since, String text) {}

    private static HostIdentity host(ResultSet row, int column) throws SQLException {
        return new HostIdentity(
                row.getLong(column),
                String.valueOf(row.getString(column + 1)),
                String.valueOf(row.getString(column + 2)));
    }
}

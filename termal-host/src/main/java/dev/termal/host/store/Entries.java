package dev.termal.host.store;

import dev.termal.api.AgentId;
import dev.termal.api.EngineId;
import dev.termal.host.event.EntryPage;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.json.EntryJson;
import dev.termal.host.json.EntryReader;
import dev.termal.host.json.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The entries of all sessions. An entry's id is made of its session's and its number, so a session's lie together. */
final class Entries {
    /** Bits for the number within a session. */
    static final int SEQ_BITS = 40;

    private static final String COLUMNS = "SELECT id, first_seq, time, turn, body, cuts FROM entry ";

    private Entries() {}

    static long id(long session, long seq) {
        return (session << SEQ_BITS) + seq;
    }

    static long session(long id) {
        return id >> SEQ_BITS;
    }

    static long seq(long id) {
        return id & ((1L << SEQ_BITS) - 1);
    }

    /** What makes JSON of a session's entries. */
    static EntryJson json(SessionKey key, AgentId agent, EngineId engine) {
        return new EntryJson(key, agent, engine);
    }

    /** Keeps a row; repeated history is not kept. */
    static void add(Database database, long session, EntryRow row, EntryJson json) {
        json.json(row.entry().body())
                .ifPresent(body -> database.update(
                        "INSERT INTO entry (id, first_seq, time, turn, body, cuts) VALUES (?, ?, ?, ?, ?, ?)",
                        id(session, row.entry().seq()),
                        row.first(),
                        row.entry().time().toEpochMilli(),
                        row.entry().turn(),
                        Json.line(body),
                        cuts(row.cuts())));
    }

    private static Optional<String> cuts(List<Integer> cuts) {
        return cuts.isEmpty()
                ? Optional.empty()
                : Optional.of(cuts.stream().map(String::valueOf).collect(Collectors.joining(",")));
    }

    /** The entries after a number, in order; of a row that holds it too, the rest. */
    static EntryPage after(Database database, long session, long seq, int limit) {
        List<EntryRow> rows = database.query(
                Entries::row,
                COLUMNS + "WHERE id > ? AND id < ? ORDER BY id LIMIT ?",
                id(session, seq),
                id(session + 1, 0),
                limit + 1);
        List<SessionEntry> entries =
                rows.stream().limit(limit).map(row -> row.after(seq)).collect(Collectors.toCollection(ArrayList::new));
        boolean inside = !rows.isEmpty() && rows.get(0).first() <= seq;
        return new EntryPage(
                entries, inside ? OptionalLong.empty() : lost(database, session, seq), rows.size() > limit);
    }

    private static OptionalLong lost(Database database, long session, long seq) {
        long before = database.number(
                        "SELECT max(id) FROM entry WHERE id > ? AND id <= ?", id(session, 0), id(session, seq))
                .map(Entries::seq)
                .orElse(0L);
        return before == seq ? OptionalLong.empty() : OptionalLong.of(before);
    }

    /** The last of the entries after a number, in order. */
    static EntryPage last(Database database, long session, long afterSeq, int limit) {
        return lastBetween(database, id(session, afterSeq), id(session + 1, 0), limit);
    }

    /** The last of the entries before a number, in order. */
    static EntryPage before(Database database, long session, long seq, int limit) {
        return lastBetween(database, id(session, 0), id(session, seq), limit);
    }

    private static EntryPage lastBetween(Database database, long from, long to, int limit) {
        List<SessionEntry> entries = database
                .query(Entries::row, COLUMNS + "WHERE id > ? AND id < ? ORDER BY id DESC LIMIT ?", from, to, limit + 1)
                .stream()
                .map(EntryRow::entry)
                .collect(Collectors.toCollection(ArrayList::new));
        boolean more = entries.size() > limit;
        if (more) {
            entries.remove(limit);
        }
        Collections.reverse(entries);
        return new EntryPage(entries, OptionalLong.empty(), more);
    }

    /** The rows between two numbers, both included. */
    static List<EntryRow> between(Database database, long session, long from, long to, int limit) {
        return database.query(
                Entries::row,
                COLUMNS + "WHERE id >= ? AND id <= ? ORDER BY id LIMIT ?",
                id(session, from),
                id(session, to),
                limit);
    }

    static void remove(Database database, long session) {
        database.update("DELETE FROM entry WHERE id > ? AND id < ?", id(session, 0), id(session + 1, 0));
    }

    private static EntryRow row(ResultSet row) throws SQLException {
        SessionEntry entry = new SessionEntry(
                seq(row.getLong(1)),
                Instant.ofEpochMilli(row.getLong(3)),
                row.getInt(4),
                EntryReader.body(row.getString(5)));
        String cuts = row.getString(6);
        return new EntryRow(
                row.getLong(2),
                entry,
                cuts == null || cuts.isEmpty()
                        ? List.of()
                        : Stream.of(cuts.split(",")).map(Integer::valueOf).toList());
    }
}

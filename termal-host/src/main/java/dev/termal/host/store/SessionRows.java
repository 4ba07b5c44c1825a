package dev.termal.host.store;

import dev.termal.api.AgentId;
import dev.termal.api.EngineId;
import dev.termal.api.SessionId;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession;
import dev.termal.host.event.StoredSession.Wishes;
import dev.termal.host.event.StoredTurn;
import dev.termal.host.event.TurnReport;
import dev.termal.host.json.EntryReader;
import dev.termal.host.json.Json;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The sessions themselves: who, where, what was wished, which turns. */
final class SessionRows {
    private static final String COLUMNS = """
            SELECT id, key, name, agent, engine, cwd, title, model, mode, effort, options, created, updated,
                last_seq, last_turn, open_turn, clean,
                (SELECT outcome FROM turn WHERE turn.session = session.id AND outcome IS NOT NULL ORDER BY turn DESC LIMIT 1)
            FROM session
            """;

    private SessionRows() {}

    static long insert(Database database, StoredSession session) {
        Wishes wishes = session.wishes();
        return database.insert(
                """
                INSERT INTO session (key, name, agent, engine, cwd, title, model, mode, effort, options, created, updated)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                session.key().value(),
                session.name(),
                session.agent().value(),
                session.engine().value(),
                session.cwd().toString(),
                session.title(),
                wishes.model(),
                wishes.mode(),
                wishes.effort(),
                options(wishes),
                session.created().toEpochMilli(),
                session.updated().toEpochMilli());
    }

    /** Notes who runs it from now on and what is wished. */
    static void opened(Database database, long id, EngineId engine, Wishes wishes) {
        database.update("UPDATE session SET engine = ?, clean = 0 WHERE id = ?", engine.value(), id);
        wish(database, id, wishes);
    }

    static void wish(Database database, long id, Wishes wishes) {
        database.update(
                "UPDATE session SET model = ?, mode = ?, effort = ?, options = ? WHERE id = ?",
                wishes.model(),
                wishes.mode(),
                wishes.effort(),
                options(wishes),
                id);
    }

    private static String options(Wishes wishes) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        wishes.options().forEach(node::put);
        return Json.line(node);
    }

    /** Where the session is, with the last entry. */
    static void advance(Database database, long id, long lastSeq, int lastTurn, Instant now) {
        database.update(
                "UPDATE session SET last_seq = ?, last_turn = max(last_turn, ?), updated = ?, clean = 0 WHERE id = ?",
                lastSeq,
                lastTurn,
                now.toEpochMilli(),
                id);
    }

    static void clean(Database database, long id) {
        database.update("UPDATE session SET clean = 1 WHERE id = ?", id);
    }

    static void title(Database database, long id, String title) {
        database.update("UPDATE session SET title = ? WHERE id = ?", title, id);
    }

    static void turnStarted(Database database, long id, int turn, long seq, Instant now, String prompt) {
        database.update(
                "INSERT INTO turn (session, turn, prompt, first_seq, started) VALUES (?, ?, ?, ?, ?)",
                id,
                turn,
                prompt,
                seq,
                now.toEpochMilli());
        database.update("UPDATE session SET open_turn = ? WHERE id = ?", turn, id);
        database.update("UPDATE session SET title = ? WHERE id = ? AND title = ''", prompt, id);
    }

    static void turnEnded(Database database, long id, int turn, long seq, Instant now, TurnReport report, String body) {
        database.update(
                "UPDATE turn SET ended = ?, last_seq = ?, outcome = ?, report = ? WHERE session = ? AND turn = ?",
                now.toEpochMilli(),
                seq,
                report.outcome().word(),
                body,
                id,
                turn);
        database.update("UPDATE session SET open_turn = 0 WHERE id = ?", id);
    }

    /** Notes the agent's own id; one that is known is never forgotten. */
    static void bind(Database database, long id, EngineId engine, Optional<SessionId> told, String agentName) {
        database.update("""
                INSERT INTO binding (session, engine, agent_session, agent_name) VALUES (?, ?, ?, ?)
                ON CONFLICT (session, engine) DO UPDATE SET
                    agent_session = coalesce(excluded.agent_session, agent_session),
                    agent_name = CASE excluded.agent_name WHEN '' THEN agent_name ELSE excluded.agent_name END
                """, id, engine.value(), told.map(SessionId::value), agentName);
    }

    /** Notes that the conversation by an engine took part in all that is kept. */
    static void seen(Database database, long id, EngineId engine) {
        database.update(
                "UPDATE binding SET seen = (SELECT last_seq FROM session WHERE id = session)"
                        + " WHERE session = ? AND engine = ?",
                id,
                engine.value());
    }

    /** The last entry that the conversation by an engine took part in; 0 for none. */
    static long lastSeen(Database database, long id, EngineId engine) {
        return database.number("SELECT seen FROM binding WHERE session = ? AND engine = ?", id, engine.value())
                .orElse(0L);
    }

    static Optional<Binding> binding(Database database, long id, EngineId engine) {
        return database.first(
                row -> new Binding(
                        Optional.ofNullable(row.getString(1)).map(SessionId::new), String.valueOf(row.getString(2))),
                "SELECT agent_session, agent_name FROM binding WHERE session = ? AND engine = ?",
                id,
                engine.value());
    }

    static Optional<SessionRow> byKey(Database database, SessionKey key) {
        return first(database, "WHERE key = ?", key.value());
    }

    private static Optional<SessionRow> first(Database database, String where, Object... values) {
        return list(database, where, values).stream().findFirst();
    }

    /** Sessions in the order of a condition. */
    static List<SessionRow> list(Database database, String where, Object... values) {
        return database.query(SessionRows::row, COLUMNS + where, values).stream()
                .map(row -> row.complete(database))
                .toList();
    }

    static List<StoredTurn> turns(Database database, long id) {
        return database.query(
                row -> {
                    Optional<TurnReport> report = Optional.ofNullable(row.getString(6))
                            .map(EntryReader::body)
                            .map(body -> ((EntryBody.TurnEnded) body).report());
                    Instant ended = Instant.ofEpochMilli(row.getLong(4));
                    return new StoredTurn(
                            row.getInt(1),
                            String.valueOf(row.getString(2)),
                            Instant.ofEpochMilli(row.getLong(3)),
                            report.map(each -> ended),
                            report.map(TurnReport::outcome),
                            report.flatMap(TurnReport::usage));
                },
                "SELECT turn, prompt, started, ended, outcome, report FROM turn WHERE session = ? ORDER BY turn",
                id);
    }

    static Optional<TurnReport> lastReport(Database database, long id) {
        return database.first(
                        row -> String.valueOf(row.getString(1)),
                        "SELECT report FROM turn WHERE session = ? AND report IS NOT NULL ORDER BY turn DESC LIMIT 1",
                        id)
                .flatMap(SessionRows::report);
    }

    private static Optional<TurnReport> report(String body) {
        return EntryReader.body(body) instanceof EntryBody.TurnEnded ended
                ? Optional.of(ended.report())
                : Optional.empty();
    }

    /** A row before its other tables are looked at. */
    private record Bare(SessionRow row) {
        SessionRow complete(Database database) {
            StoredSession bare = row.session();
            Map<EngineId, SessionId> ids = new LinkedHashMap<>();
            database.query(
                            each -> Map.entry(
                                    new EngineId(String.valueOf(each.getString(1))),
                                    new SessionId(String.valueOf(each.getString(2)))),
                            "SELECT engine, agent_session FROM binding"
                                    + " WHERE session = ? AND agent_session IS NOT NULL ORDER BY engine",
                            row.id())
                    .forEach(entry -> ids.put(entry.getKey(), entry.getValue()));
            Optional<Leases.Lease> holder = Leases.holder(database, row.id());
            boolean open = row.openTurn() > 0;
            StoredSession.State state = holder.isPresent()
                    ? open ? StoredSession.State.RUNNING : StoredSession.State.OPEN
                    : open ? StoredSession.State.INTERRUPTED : StoredSession.State.IDLE;
            return new SessionRow(
                    row.id(),
                    new StoredSession(
                            bare.key(),
                            bare.name(),
                            bare.agent(),
                            bare.engine(),
                            bare.cwd(),
                            bare.title(),
                            bare.wishes(),
                            bare.created(),
                            bare.updated(),
                            bare.turns(),
                            bare.lastSeq(),
                            state,
                            holder.map(Leases.Lease::text).orElse(""),
                            bare.lastOutcome(),
                            ids),
                    row.clean(),
                    row.openTurn());
        }
    }

    private static Bare row(ResultSet row) throws SQLException {
        Map<String, String> options = new LinkedHashMap<>();
        Json.read(String.valueOf(row.getString(11)))
                .properties()
                .forEach(
                        option -> options.put(option.getKey(), option.getValue().asString("")));
        StoredSession session = new StoredSession(
                new SessionKey(row.getString(2)),
                Optional.ofNullable(row.getString(3)),
                new AgentId(row.getString(4)),
                new EngineId(row.getString(5)),
                Path.of(row.getString(6)),
                row.getString(7),
                new Wishes(
                        Optional.ofNullable(row.getString(8)),
                        Optional.ofNullable(row.getString(9)),
                        Optional.ofNullable(row.getString(10)),
                        options),
                Instant.ofEpochMilli(row.getLong(12)),
                Instant.ofEpochMilli(row.getLong(13)),
                row.getInt(15),
                row.getLong(14),
                StoredSession.State.IDLE,
                "",
                Optional.ofNullable(row.getString(18)).flatMap(Outcome::ofWord),
                Map.of());
        return new Bare(new SessionRow(row.getLong(1), session, row.getInt(17) == 1, row.getInt(16)));
    }
}

package dev.termal.host.store;

import dev.termal.api.AgentEvent;
import dev.termal.api.AgentException;
import dev.termal.api.Answer;
import dev.termal.api.ErrorCode;
import dev.termal.api.ToolCall;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.Outcome;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.TurnError;
import dev.termal.host.event.TurnReport;
import dev.termal.host.json.EntryJson;
import dev.termal.host.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Closes a turn in which its host ended: what was asked was cancelled, what ran was stopped. To be called in a transaction. */
final class Interrupted {
    private static final int PAGE = 500;
    private static final int MAX_TEXT = 1024 * 1024;

    private final Set<String> permissions = new LinkedHashSet<>();
    private final Set<String> questions = new LinkedHashSet<>();
    private final Map<String, ToolCall> calls = new LinkedHashMap<>();
    private final StringBuilder text = new StringBuilder();
    private Instant began = Instant.EPOCH;
    private Instant last = Instant.EPOCH;

    private Interrupted() {}

    /** Gives the session as it is with the turn closed. */
    static SessionRow settle(Database database, SessionRow row, Instant now) {
        if (row.openTurn() == 0) {
            return row;
        }
        Interrupted turn = new Interrupted();
        turn.readThrough(database, row);
        EntryJson json = Entries.json(
                row.session().key(), row.session().agent(), row.session().engine());
        long seq = row.numberedUpTo();
        for (EntryBody body : turn.closing()) {
            seq++;
            Entries.add(database, row.id(), EntryRow.of(new SessionEntry(seq, now, row.openTurn(), body)), json);
        }
        TurnReport report = turn.report();
        seq++;
        EntryBody end = new EntryBody.TurnEnded(report);
        Entries.add(database, row.id(), EntryRow.of(new SessionEntry(seq, now, row.openTurn(), end)), json);
        String body = json.json(end).map(Json::line).orElse("");
        SessionRows.turnEnded(database, row.id(), row.openTurn(), seq, now, report, body);
        SessionRows.advance(database, row.id(), seq, row.openTurn(), now);
        SessionRows.clean(database, row.id());
        return SessionRows.byKey(database, row.session().key()).orElse(row);
    }

    private void readThrough(Database database, SessionRow row) {
        long from = database.number(
                        "SELECT first_seq FROM turn WHERE session = ? AND turn = ?", row.id(), row.openTurn())
                .orElse(0L);
        List<EntryRow> rows;
        do {
            rows = Entries.between(database, row.id(), from, row.session().lastSeq(), PAGE);
            rows.forEach(each -> look(each.entry()));
            from = rows.isEmpty() ? from : rows.get(rows.size() - 1).entry().seq() + 1;
        } while (rows.size() == PAGE);
    }

    private void look(SessionEntry entry) {
        EntryBody body = entry.body();
        last = entry.time();
        if (body instanceof EntryBody.TurnStarted) {
            began = entry.time();
        } else if (body instanceof EntryBody.PermissionRequested asked) {
            permissions.add(asked.id());
        } else if (body instanceof EntryBody.PermissionAnswered answered) {
            permissions.remove(answered.id());
        } else if (body instanceof EntryBody.QuestionAsked asked) {
            questions.add(asked.question().id());
        } else if (body instanceof EntryBody.QuestionAnswered answered) {
            questions.remove(answered.id());
        } else if (body instanceof EntryBody.Said said) {
            if (said.event() instanceof AgentEvent.ToolCallUpdate update) {
                calls.put(update.call().id(), update.call());
            } else if (said.event() instanceof AgentEvent.MessageChunk chunk
                    && chunk.role() == AgentEvent.Role.AGENT
                    && text.length() < MAX_TEXT) {
                EntryRow.piece(body).ifPresent(text::append);
            }
        }
    }

    private List<EntryBody> closing() {
        List<EntryBody> bodies = new ArrayList<>();
        permissions.forEach(
                id -> bodies.add(new EntryBody.PermissionAnswered(id, Optional.empty(), EntryBody.Decider.TURN_END)));
        questions.forEach(id ->
                bodies.add(new EntryBody.QuestionAnswered(id, new Answer.Cancelled(), EntryBody.Decider.TURN_END)));
        calls.values().stream()
                .filter(call -> !call.status().isFinal())
                .map(call -> call.toBuilder().status(ToolCall.Status.CANCELLED).build())
                .forEach(call -> bodies.add(new EntryBody.Said(new AgentEvent.ToolCallUpdate(call), false)));
        return bodies;
    }

    private TurnReport report() {
        TurnError error = TurnError.of(new AgentException(
                ErrorCode.CLOSED, "the host ended amid this turn; what it showed last may be missing here"));
        return new TurnReport(
                Outcome.INTERRUPTED,
                Outcome.INTERRUPTED.exitCode(),
                Optional.empty(),
                text.toString(),
                Optional.empty(),
                0,
                0,
                0,
                Duration.between(began, last),
                Optional.of(error));
    }
}

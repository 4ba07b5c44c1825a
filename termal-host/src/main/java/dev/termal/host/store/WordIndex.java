package dev.termal.host.store;

import dev.termal.api.AgentEvent;
import dev.termal.api.ContentBlock;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.SearchHit;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.StoredSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The words of prompts, of the agents' messages and of the titles of tool calls. They are taken in when a turn has ended,
 * each message as a whole, under the number of its first row. To be called in a transaction but for {@link #search}.
 */
final class WordIndex {
    private static final int PAGE = 500;
    private static final int MAX_DOCUMENT = 1024 * 1024;
    private static final int EXCERPT_BEFORE = 40;
    private static final int EXCERPT = 160;
    /** Rows that an excerpt looks at; a word behind them is found but not shown. */
    private static final int EXCERPT_ROWS = 200;

    private WordIndex() {}

    /** A text as it is collected from the rows that hold it. */
    private static final class Document {
        final long id;
        final EntryBody kind;
        final StringBuilder text = new StringBuilder();

        Document(long id, EntryBody kind) {
            this.id = id;
            this.kind = kind;
        }

        boolean continues(EntryBody body) {
            return isMessage(kind)
                    && isMessage(body)
                    && EntryRow.withText(kind, "").equals(EntryRow.withText(body, ""));
        }

        void add(String more) {
            text.append(more, 0, Math.min(more.length(), Math.max(0, MAX_DOCUMENT - text.length())));
        }
    }

    private static boolean isMessage(EntryBody body) {
        return body instanceof EntryBody.Said said
                && said.event() instanceof AgentEvent.MessageChunk chunk
                && chunk.delta() instanceof ContentBlock.Text;
    }

    /** What can be found in an entry. */
    private static Optional<String> words(EntryBody body) {
        if (body instanceof EntryBody.TurnStarted started) {
            return Optional.of(started.prompt().text());
        }
        if (isMessage(body)) {
            return EntryRow.piece(body);
        }
        if (body instanceof EntryBody.Said said
                && said.event() instanceof AgentEvent.ToolCallUpdate update
                && update.call().status().isFinal()) {
            return Optional.of(update.call().title()
                    + update.call().command().map(line -> "\n" + line).orElse(""));
        }
        return Optional.empty();
    }

    /** Takes in the turns of a session that have ended and are not yet in. */
    static void takeIn(Database database, long session) {
        long indexed = database.number("SELECT indexed FROM session WHERE id = ?", session)
                .orElse(0L);
        long ended = database.number("SELECT max(last_seq) FROM turn WHERE session = ?", session)
                .orElse(0L);
        if (ended <= indexed) {
            return;
        }
        Optional<Document> open = Optional.empty();
        long from = indexed + 1;
        List<EntryRow> rows;
        do {
            rows = Entries.between(database, session, from, ended, PAGE);
            for (EntryRow row : rows) {
                EntryBody body = row.entry().body();
                Optional<String> words = words(body);
                if (words.isEmpty()) {
                    continue;
                }
                if (open.isEmpty() || !open.get().continues(body)) {
                    open.ifPresent(document -> add(database, document));
                    open = Optional.of(
                            new Document(Entries.id(session, row.entry().seq()), body));
                }
                open.get().add(words.get());
                from = row.entry().seq() + 1;
            }
            from = rows.isEmpty() ? from : rows.get(rows.size() - 1).entry().seq() + 1;
        } while (rows.size() == PAGE);
        open.ifPresent(document -> add(database, document));
        database.update("UPDATE session SET indexed = ? WHERE id = ?", ended, session);
    }

    private static void add(Database database, Document document) {
        if (!document.text.toString().isBlank()) {
            database.update("INSERT INTO word (rowid, text) VALUES (?, ?)", document.id, document.text.toString());
        }
    }

    /** Sessions with turns that are not yet in: their host ended too early. */
    static List<Long> behind(Database database) {
        return database.query(row -> row.getLong(1), """
                SELECT session.id FROM session JOIN turn ON turn.session = session.id
                WHERE turn.last_seq > session.indexed GROUP BY session.id
                """);
    }

    static void remove(Database database, long session) {
        database.update(
                "DELETE FROM word WHERE rowid > ? AND rowid < ?", Entries.id(session, 0), Entries.id(session + 1, 0));
    }

    /** Where all the words stand, a turn once, the newest sessions and turns first; words in quotes stand together. */
    static List<SearchHit> search(
            Database database, String words, int limit, Function<Long, Optional<StoredSession>> sessions) {
        List<String> terms = terms(words);
        if (terms.isEmpty()) {
            return List.of();
        }
        String query = terms.stream()
                .map(term -> '"' + term.replace("\"", "\"\"") + '"')
                .collect(Collectors.joining(" "));
        List<SearchHit> hits = new ArrayList<>();
        for (long id : database.query(row -> row.getLong(1), """
                SELECT min(word.rowid) AS place FROM word
                JOIN turn ON turn.session = word.rowid >> ?
                    AND word.rowid - (turn.session << ?) BETWEEN turn.first_seq AND turn.last_seq
                WHERE word MATCH ? GROUP BY turn.session, turn.turn ORDER BY place DESC LIMIT ?
                """, Entries.SEQ_BITS, Entries.SEQ_BITS, query, limit)) {
            sessions.apply(Entries.session(id)).ifPresent(session -> hits.add(hit(database, session, id, terms)));
        }
        return hits;
    }

    /** The words, those in quotes together. */
    static List<String> terms(String words) {
        List<String> terms = new ArrayList<>();
        String[] parts = words.split("\"", -1);
        for (int i = 0; i < parts.length; i++) {
            boolean quoted = i % 2 == 1 && i < parts.length - 1;
            Stream<String> found = quoted
                    ? Stream.of(parts[i].strip())
                    : Stream.of(parts[i].strip().split("\\s+"));
            found.filter(term -> term.codePoints().anyMatch(Character::isLetterOrDigit))
                    .forEach(terms::add);
        }
        return terms;
    }

    private static SearchHit hit(Database database, StoredSession session, long id, List<String> terms) {
        long seq = Entries.seq(id);
        List<EntryRow> rows = Entries.between(database, Entries.session(id), seq, Long.MAX_VALUE >> 24, EXCERPT_ROWS);
        SessionEntry first = rows.get(0).entry();
        Document document = new Document(id, first.body());
        for (EntryRow row : rows) {
            if (document.text.length() > 0 && !document.continues(row.entry().body())) {
                break;
            }
            words(row.entry().body()).ifPresent(document::add);
        }
        return new SearchHit(session, seq, first.turn(), first.time(), excerpt(document.text.toString(), terms.get(0)));
    }

    /** The first place from one on where a word begins, no further than another. */
    private static int wordStart(String text, int from, int most) {
        int start = from;
        while (start > 0 && start < most && !Character.isWhitespace(text.charAt(start - 1))) {
            start++;
        }
        return start > 0 && start == most ? from : start;
    }

    static String excerpt(String text, String term) {
        int at = Math.max(0, text.toLowerCase(Locale.ROOT).indexOf(term.toLowerCase(Locale.ROOT)));
        int from = wordStart(text, Math.max(0, Math.min(at, text.length()) - EXCERPT_BEFORE), at);
        int to = Math.min(text.length(), from + EXCERPT);
        return (from > 0 ? "…" : "")
                + text.substring(from, to).replaceAll("\\s+", " ").strip()
                + (to < text.length() ? "…" : "");
    }
}

package dev.termal.host.web.api;

import dev.termal.host.StoredSessions;
import dev.termal.host.Termal;
import dev.termal.host.document.SessionExport;
import dev.termal.host.event.EntryPage;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession;
import dev.termal.host.json.EntryJson;
import dev.termal.host.json.Fields;
import dev.termal.host.json.Json;
import dev.termal.host.service.EntryFeed;
import dev.termal.host.service.SessionService;
import dev.termal.host.service.SessionSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What was said and what happens: pages of entries, exports, events. */
final class EntryRoutes {
    private final StoredSessions stored;
    private final SessionService service;
    private final SummaryJson summaries;

    EntryRoutes(Termal host, SessionService service, SummaryJson summaries) {
        stored = host.sessions();
        this.service = service;
        this.summaries = summaries;
    }

    List<Route> all() {
        return List.of(
                Route.of("GET", "/sessions/{key}/entries", this::entries),
                Route.of("GET", "/sessions/{key}/export", this::export),
                Route.of("GET", "/sessions/{key}/events", this::events),
                Route.of("GET", "/events", this::allEvents));
    }

    private ApiAnswer entries(ApiRequest request) {
        SessionKey key = request.key();
        SessionSummary session = service.summary(key);
        int limit = request.limit(ApiLimits.ENTRIES, ApiLimits.ENTRIES);
        Optional<Long> before = request.seq("before");
        Optional<Long> after = request.seq("after");
        if (before.isPresent() && after.isPresent()) {
            throw Problem.field("after", "entries before a number, or after one: not both");
        }
        EntryPage page = after.map(seq -> stored.after(key, seq, limit))
                .orElseGet(() ->
                        before.map(seq -> stored.before(key, seq, limit)).orElseGet(() -> stored.last(key, limit)));
        EntryJson json = json(session.session());
        List<SessionEntry> entries = page.entries();
        Fields answer = new Fields()
                .list(
                        "entries",
                        entries.stream()
                                .flatMap(entry -> json.of(entry).stream())
                                .toList(),
                        node -> node)
                .putNullable("first", entries.stream().findFirst().map(EntryRoutes::number))
                .putNullable(
                        "last", entries.stream().reduce((one, next) -> next).map(EntryRoutes::number))
                .put("more", page.more());
        page.rewindTo().ifPresent(to -> answer.put("rewindTo", to));
        return ApiAnswer.of(answer.node());
    }

    private static JsonNode number(SessionEntry entry) {
        return JsonNodeFactory.instance.numberNode(entry.seq());
    }

    private static EntryJson json(StoredSession session) {
        return new EntryJson(session.key(), session.agent(), session.engine());
    }

    private ApiAnswer export(ApiRequest request) {
        StoredSession session = service.summary(request.key()).session();
        SessionExport export = new SessionExport(stored, session);
        List<String> formats = List.of("markdown", "json");
        String format = request.query("format").orElse("markdown");
        if (!formats.contains(format)) {
            throw Problem.field("format", "must be one of " + String.join(", ", formats), formats);
        }
        return format.equals("json")
                ? new ApiAnswer.Text("application/x-ndjson", "session.jsonl", out -> export.json(into(out)))
                : new ApiAnswer.Text("text/markdown;charset=utf-8", "session.md", out -> export.markdown(into(out)));
    }

    private static Consumer<String> into(Writer out) {
        return piece -> {
            try {
                out.write(piece);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    // ---- events ----

    private ApiAnswer events(ApiRequest request) {
        SessionKey key = request.key();
        StoredSession session = service.summary(key).session();
        long after = request.after();
        return new ApiAnswer.Events(sink -> {
            EntryFeed feed = service.read(key, after, new EntryEvents(sink, json(session)));
            return () -> service.forget(feed);
        });
    }

    /** The entries of a session as events, numbered as they are. */
    private record EntryEvents(EventSink sink, EntryJson json) implements EntryFeed.Reader {
        @Override
        public void entry(SessionEntry entry) {
            json.of(entry).ifPresent(line -> sink.event("entry", String.valueOf(entry.seq()), Json.line(line)));
        }

        @Override
        public void rewind(long to) {
            ObjectNode data = new Fields().put("to", to).node();
            sink.event("rewind", String.valueOf(to), Json.line(data));
        }

        @Override
        public void gone() {
            sink.event("gone", "", "{}");
            sink.end();
        }

        @Override
        public void awaitRoom() throws InterruptedException {
            sink.awaitRoom();
        }
    }

    private ApiAnswer allEvents(ApiRequest request) {
        return new ApiAnswer.Events(sink -> {
            SessionEvents events = new SessionEvents(sink, summaries, request.lastEventId());
            service.listen(events);
            return () -> service.forget(events);
        });
    }
}

package dev.termal.host.web.api;

import dev.termal.api.PermissionPolicy;
import dev.termal.api.SessionState;
import dev.termal.host.SessionSpec;
import dev.termal.host.StoredSessions;
import dev.termal.host.Termal;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.OnLost;
import dev.termal.host.event.SearchHit;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.StoredSession;
import dev.termal.host.json.EntryJson;
import dev.termal.host.json.FactsJson;
import dev.termal.host.json.Fields;
import dev.termal.host.service.OpenSession;
import dev.termal.host.service.SessionService;
import dev.termal.host.service.SessionSummary;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Sessions: which there are, new ones, what they are called and how they work. */
final class SessionRoutes {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int LISTED = 50;

    private final Termal host;
    private final StoredSessions stored;
    private final SessionService service;
    private final SummaryJson summaries;

    SessionRoutes(Termal host, SessionService service, SummaryJson summaries) {
        this.host = host;
        stored = host.sessions();
        this.service = service;
        this.summaries = summaries;
    }

    List<Route> all() {
        return List.of(
                Route.of("GET", "/sessions", this::list),
                Route.slow("POST", "/sessions", this::create),
                Route.of("GET", "/sessions/{key}", request -> ApiAnswer.of(whole(request.key()))),
                Route.slow("PATCH", "/sessions/{key}", this::change),
                Route.slow("DELETE", "/sessions/{key}", this::remove),
                Route.slow("POST", "/sessions/{key}/fork", this::fork),
                Route.slow("POST", "/sessions/{key}/close", this::close),
                Route.of("GET", "/search", this::search));
    }

    // ---- which there are ----

    private ApiAnswer list(ApiRequest request) {
        int limit = request.limit(LISTED, ApiLimits.SESSIONS);
        Optional<Path> folder = request.query("folder").map(typed -> BodyFields.folder("folder", typed));
        Optional<String> agent = request.query("agent");
        Optional<Place> from = request.query("from").map(Place::read);
        List<StoredSession> kept = from.isPresent()
                ? stored.listBehind(from.get().key(), from.get().updated(), folder, agent, limit + 1)
                : stored.list(folder, agent, limit + 1);
        List<StoredSession> shown = kept.subList(0, Math.min(limit, kept.size()));
        boolean whole = folder.isEmpty() && agent.isEmpty() && from.isEmpty();
        Stream<SessionSummary> listed = Stream.concat(
                whole ? service.unsaid() : Stream.empty(), shown.stream().map(service::summary));
        Fields answer = new Fields().list("sessions", listed.toList(), summaries::of);
        if (kept.size() > limit) {
            answer.put("next", Place.behind(shown.get(limit - 1)).text());
        }
        return ApiAnswer.of(answer.node());
    }

    /** Where a page of sessions begins: behind one, which was listed with this time. */
    private record Place(Instant updated, SessionKey key) {
        static Place behind(StoredSession session) {
            return new Place(session.updated(), session.key());
        }

        String text() {
            return updated.toEpochMilli() + "." + key.value();
        }

        static Place read(String text) {
            int dot = text.indexOf('.');
            try {
                return new Place(
                        Instant.ofEpochMilli(Long.parseLong(text.substring(0, Math.max(0, dot)))),
                        new SessionKey(text.substring(dot + 1)));
            } catch (IllegalArgumentException broken) {
                throw Problem.field("from", "must be one that a list of sessions gave");
            }
        }
    }

    private ApiAnswer search(ApiRequest request) throws InterruptedException {
        String words = request.query("q")
                .filter(text -> !text.isBlank())
                .orElseThrow(() -> Problem.field("q", "is missing: the words to search for"));
        List<SearchHit> hits = stored.search(words, request.limit(LISTED, ApiLimits.HITS));
        return ApiAnswer.of(new Fields().list("hits", hits, this::hit).node());
    }

    private ObjectNode hit(SearchHit hit) {
        return new Fields()
                .put("session", summaries.of(service.summary(hit.session())))
                .put("seq", hit.seq())
                .put("turn", hit.turn())
                .put("time", hit.time().toString())
                .put("snippet", hit.excerpt())
                .node();
    }

    // ---- one ----

    private ObjectNode whole(SessionKey key) {
        SessionSummary summary = service.summary(key);
        Optional<OpenSession> open = service.ifOpen(key);
        SessionState state = open.map(each -> each.session().state()).orElse(SessionState.EMPTY);
        Fields fields = summaries
                .fields(summary)
                .put("stateFacts", FactsJson.state(state))
                .list(
                        "asked",
                        open.map(OpenSession::asked).orElse(List.of()),
                        entry -> new EntryJson(
                                        key,
                                        summary.session().agent(),
                                        summary.session().engine())
                                .of(entry)
                                .orElseThrow());
        return fields.put("rememberable", open.map(SessionRoutes::rememberable).orElseGet(NODES::objectNode))
                .node();
    }

    /** What would be kept of the answers to what is asked, in words, by id. */
    private static ObjectNode rememberable(OpenSession open) {
        Fields texts = new Fields();
        for (SessionEntry entry : open.asked()) {
            if (entry.body() instanceof EntryBody.PermissionRequested request) {
                texts.put(request.id(), open.session().rememberable(request.id()));
            }
        }
        return texts.node();
    }

    private ApiAnswer create(ApiRequest request) throws InterruptedException {
        BodyFields body = request.fields();
        SessionSpec.Builder spec = SessionSpec.builder(
                        body.folder("cwd").orElseThrow(() -> Problem.field("cwd", "is missing: the folder to work in")))
                .attended(true)
                .fresh(true);
        HostRoutes.known(host, body.text("agent")).ifPresent(spec::agent);
        body.text("engine").ifPresent(spec::engine);
        body.text("name").ifPresent(spec::session);
        body.text("model").ifPresent(spec::model);
        body.text("mode").ifPresent(spec::mode);
        body.text("effort").ifPresent(spec::effort);
        body.texts("options").forEach(spec::option);
        body.word("permissions", PermissionPolicy.values()).ifPresent(spec::permissions);
        body.folders("additionalFolders").forEach(spec::additionalDirectory);
        body.word("onLost", OnLost.values()).ifPresent(spec::onLost);
        body.done();
        return made(service.summary(service.create(spec.build()).key()));
    }

    private ApiAnswer made(SessionSummary session) {
        return new ApiAnswer.Document(
                201,
                summaries.of(session),
                Optional.of(Api.BASE + "/sessions/" + session.session().key().value()));
    }

    private ApiAnswer change(ApiRequest request) throws InterruptedException {
        BodyFields body = request.fields();
        Optional<String> name = body.text("name");
        Optional<String> mode = body.text("mode");
        Optional<String> model = body.text("model");
        Optional<String> effort = body.text("effort");
        Map<String, String> options = body.texts("options");
        body.done();
        SessionKey key = request.key();
        if (name.isPresent()) {
            service.rename(key, name.get());
        }
        if (mode.isPresent() || model.isPresent() || effort.isPresent() || !options.isEmpty()) {
            OpenSession open = service.open(key);
            check(open.session().state(), mode, options);
            if (mode.isPresent()) {
                open.session().setMode(mode.get());
            }
            if (model.isPresent()) {
                open.session().setModel(model.get());
            }
            if (effort.isPresent()) {
                open.session().setEffort(effort.get());
            }
            for (Map.Entry<String, String> option : options.entrySet()) {
                open.session().setOption(option.getKey(), option.getValue());
            }
        }
        return ApiAnswer.of(summaries.of(service.summary(key)));
    }

    /** Says what would be right, where the agent has told; where it has not, it is asked. */
    private static void check(SessionState state, Optional<String> mode, Map<String, String> options) {
        List<String> modes = state.modes().stream().map(SessionState.Mode::id).toList();
        mode.filter(id -> !modes.isEmpty() && !modes.contains(id)).ifPresent(id -> {
            throw Problem.field("mode", "must be one of " + String.join(", ", modes), modes);
        });
        options.forEach((id, value) -> {
            Optional<SessionState.Option> option = state.option(id);
            List<String> ids =
                    state.options().stream().map(SessionState.Option::id).toList();
            if (option.isEmpty() && !ids.isEmpty()) {
                throw Problem.field("options." + id, "is no option here; there are " + String.join(", ", ids), ids);
            }
            List<String> values = option.stream()
                    .flatMap(each -> each.choices().stream())
                    .map(SessionState.Choice::value)
                    .toList();
            if (!values.isEmpty() && !values.contains(value)) {
                throw Problem.field("options." + id, "must be one of " + String.join(", ", values), values);
            }
        });
    }

    private ApiAnswer remove(ApiRequest request) throws InterruptedException {
        service.remove(request.key());
        return ApiAnswer.done();
    }

    private ApiAnswer fork(ApiRequest request) throws InterruptedException {
        BodyFields body = request.fields();
        Optional<String> name = body.text("name");
        body.done();
        return made(service.fork(request.key(), name));
    }

    private ApiAnswer close(ApiRequest request) {
        service.summary(request.key());
        service.close(request.key());
        return ApiAnswer.done();
    }
}

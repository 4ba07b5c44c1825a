package dev.termal.host.web.api;

import dev.termal.api.Answer;
import dev.termal.api.PermissionDecision;
import dev.termal.api.PermissionOption;
import dev.termal.host.event.EntryBody;
import dev.termal.host.event.OnLost;
import dev.termal.host.event.Remember;
import dev.termal.host.event.SessionEntry;
import dev.termal.host.event.SessionKey;
import dev.termal.host.event.WaitingPrompt;
import dev.termal.host.json.Fields;
import dev.termal.host.json.PromptReader;
import dev.termal.host.service.OpenSession;
import dev.termal.host.service.SessionService;
import dev.termal.host.service.WaitingLine;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Talking with an agent: prompts, those that wait, what it asks. */
final class TalkRoutes {
    private final SessionService service;
    private final WaitingLine line;

    TalkRoutes(SessionService service, WaitingLine line) {
        this.service = service;
        this.line = line;
    }

    List<Route> all() {
        return List.of(
                Route.slow("POST", "/sessions/{key}/prompts", this::prompt),
                Route.of("GET", "/sessions/{key}/prompts", this::waiting),
                Route.of("DELETE", "/sessions/{key}/prompts/{id}", this::takeBack),
                Route.of("POST", "/sessions/{key}/resume", this::resume),
                Route.of("POST", "/sessions/{key}/cancel", this::cancel),
                Route.of("POST", "/sessions/{key}/permissions/{id}", this::permission),
                Route.of("POST", "/sessions/{key}/questions/{id}", this::question));
    }

    // ---- prompts ----

    private ApiAnswer prompt(ApiRequest request) throws InterruptedException {
        BodyFields body = request.fields();
        JsonNode content = body.json("content").orElseThrow(() -> Problem.field("content", "is missing"));
        boolean interrupt = body.flag("interrupt");
        Optional<OnLost> onLost = body.word("onLost", OnLost.values());
        body.done();
        OpenSession.Sent sent = service.prompt(
                request.key(),
                PromptReader.read(content),
                interrupt,
                spec -> onLost.map(spec::onLost).orElse(spec));
        return new ApiAnswer.Document(
                202,
                new Fields()
                        .put("id", WaitingLine.here(sent.id()))
                        .put("state", sent.waits() ? "waiting" : "running")
                        .node(),
                Optional.empty());
    }

    private ApiAnswer waiting(ApiRequest request) {
        SessionKey key = request.key();
        service.summary(key);
        return ApiAnswer.of(new Fields()
                .put("held", service.ifOpen(key).filter(OpenSession::isHeld).isPresent())
                .list("waiting", line.of(key), place -> {
                    WaitingPrompt prompt = place.prompt();
                    return new Fields()
                            .put("id", place.id())
                            .put("text", prompt.text())
                            .put("since", prompt.since().toString())
                            .put(
                                    "owner",
                                    new Fields()
                                            .put("here", place.here())
                                            .put("who", place.here() ? "this process" : prompt.who())
                                            .node())
                            .node();
                })
                .node());
    }

    private ApiAnswer takeBack(ApiRequest request) throws InterruptedException {
        service.summary(request.key());
        if (!line.takeBack(request.key(), request.path("id"))) {
            throw Problem.of(404, "no prompt " + request.path("id") + " waits (any more)");
        }
        return ApiAnswer.done();
    }

    private ApiAnswer resume(ApiRequest request) {
        service.summary(request.key());
        service.ifOpen(request.key()).ifPresent(OpenSession::resume);
        return ApiAnswer.done();
    }

    private ApiAnswer cancel(ApiRequest request) {
        BodyFields body = request.fields();
        boolean kill = body.flag("kill");
        body.done();
        if (open(request.key()).filter(session -> session.cancel(kill)).isEmpty()) {
            throw Problem.of(409, "no turn runs in the session");
        }
        return new ApiAnswer.Empty(202);
    }

    /** The session, where it is open here; refused where another process has it. */
    private Optional<OpenSession> open(SessionKey key) {
        service.summary(key).owner().filter(owner -> !owner.here()).ifPresent(owner -> {
            throw Problem.of(409, "the session is in use by " + owner.who() + ", which must answer for it");
        });
        return service.ifOpen(key);
    }

    /** The session that asks something, which its agent has done since it was opened here. */
    private OpenSession asking(SessionKey key) {
        return open(key).orElseThrow(() -> Problem.of(410, "it has expired: its agent has ended"));
    }

    // ---- what the agent asks ----

    private ApiAnswer permission(ApiRequest request) {
        BodyFields body = request.fields();
        if (!body.has("option")) {
            throw Problem.field("option", "is missing: the id of an option, or null for none");
        }
        Optional<String> option = body.text("option");
        Optional<Remember> remember = body.json("remember").map(node -> remember(new BodyFields(Optional.of(node))));
        Optional<Long> seq = body.number("seq");
        body.done();
        String id = request.path("id");
        OpenSession open = asking(request.key());
        SessionEntry asking = asking(open, open.permission(id), open.permissionState(id), seq);
        List<String> offered = ((EntryBody.PermissionRequested) asking.body())
                .request().options().stream().map(PermissionOption::id).toList();
        option.filter(chosen -> !offered.contains(chosen)).ifPresent(chosen -> {
            throw Problem.field("option", "must be one of " + String.join(", ", offered), offered);
        });
        PermissionDecision decision = option.<PermissionDecision>map(PermissionDecision.Selected::new)
                .orElseGet(PermissionDecision::cancelled);
        boolean answered;
        try {
            answered = remember.isPresent()
                    ? open.session().answerPermission(id, decision, remember.get())
                    : open.session().answerPermission(id, decision);
        } catch (IllegalArgumentException unfit) {
            throw Problem.field(remember.isPresent() ? "remember" : "option", String.valueOf(unfit.getMessage()));
        }
        return settled(answered);
    }

    private static Remember remember(BodyFields fields) {
        Remember.Scope scope = fields.word("scope", Remember.Scope.values())
                .orElseThrow(() -> Problem.field("remember.scope", "is missing"));
        Optional<Long> seconds = fields.number("seconds");
        fields.done();
        seconds.filter(number -> number <= 0).ifPresent(number -> {
            throw Problem.field("remember.seconds", "must be positive");
        });
        return new Remember(scope, seconds.map(Duration::ofSeconds));
    }

    private ApiAnswer question(ApiRequest request) {
        BodyFields body = request.fields();
        Kind kind = body.word("answer", Kind.values()).orElseThrow(() -> Problem.field("answer", "is missing"));
        Answer answer = switch (kind) {
            case ACCEPTED -> new Answer.Accepted(body.lists("values"));
            case DECLINED -> new Answer.Declined(body.text("reason").orElse(""));
            case CANCELLED -> new Answer.Cancelled();
        };
        Optional<Long> seq = body.number("seq");
        body.has("values");
        body.has("reason");
        body.done();
        String id = request.path("id");
        OpenSession open = asking(request.key());
        asking(open, open.question(id), open.questionState(id), seq);
        try {
            return settled(open.session().answerQuestion(id, answer));
        } catch (IllegalArgumentException unfit) {
            throw Problem.field("values", String.valueOf(unfit.getMessage()));
        }
    }

    private enum Kind {
        ACCEPTED,
        DECLINED,
        CANCELLED
    }

    /** What waits for the answer; told why where it does not. */
    private static SessionEntry asking(
            OpenSession open, Optional<SessionEntry> entry, Optional<EntryBody.Decider> settled, Optional<Long> seq) {
        if (entry.isPresent()
                && seq.filter(number -> number != entry.get().seq()).isEmpty()) {
            return entry.get();
        }
        if (entry.isPresent()
                || settled.filter(EntryBody.Decider.TURN_END::equals).isPresent()) {
            throw Problem.of(410, "it has expired: its turn has ended");
        }
        throw settled.isPresent()
                ? Problem.of(409, "it was answered already")
                : Problem.of(404, "nothing of this id is asked in the session " + open.key());
    }

    private static ApiAnswer settled(boolean answered) {
        if (!answered) {
            throw Problem.of(409, "it was answered already");
        }
        return ApiAnswer.done();
    }
}

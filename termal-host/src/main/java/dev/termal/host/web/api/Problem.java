package dev.termal.host.web.api;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.host.json.Fields;
import dev.termal.host.json.PromptReader;
import dev.termal.host.service.Refusal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.jetty.http.HttpStatus;
import tools.jackson.databind.node.ObjectNode;

/** Why a request is not answered as was wished, in the form of RFC 9457. */
final class Problem extends RuntimeException {
    /** The media type of its form. */
    static final String TYPE = "application/problem+json";

    private static final long serialVersionUID = 1L;
    private static final String NAMES = "urn:termal:problem:";

    private final int status;
    private final String name;
    private final transient Optional<String> field;
    private final transient List<String> choices;

    private Problem(int status, String name, String detail, Optional<String> field, List<String> choices) {
        super(detail);
        this.status = status;
        this.name = name;
        this.field = field;
        this.choices = List.copyOf(choices);
    }

    /** A problem of a status alone. */
    static Problem of(int status, String detail) {
        return new Problem(
                status,
                HttpStatus.getMessage(status).toLowerCase(Locale.ROOT).replace(' ', '_'),
                detail,
                Optional.empty(),
                List.of());
    }

    /** A field that is not acceptable. */
    static Problem field(String field, String detail) {
        return field(field, detail, List.of());
    }

    /** A field that is not acceptable, and what would be. */
    static Problem field(String field, String detail, List<String> choices) {
        return new Problem(
                HttpStatus.UNPROCESSABLE_ENTITY_422, "invalid", field + ": " + detail, Optional.of(field), choices);
    }

    /** What a failure is to who asked; empty for a mistake of ours. */
    static Optional<Problem> of(Throwable failure) {
        if (failure instanceof Problem problem) {
            return Optional.of(problem);
        }
        if (failure instanceof Refusal refusal) {
            return Optional.of(of(status(refusal.kind()), String.valueOf(refusal.getMessage())));
        }
        if (failure instanceof PromptReader.Mistake mistake) {
            return Optional.of(field(mistake.place(), String.valueOf(mistake.getMessage())));
        }
        if (failure instanceof AgentException told) {
            return Optional.of(new Problem(
                    status(told.code()),
                    told.code().name().toLowerCase(Locale.ROOT),
                    String.valueOf(told.getMessage()),
                    Optional.empty(),
                    List.of()));
        }
        return Optional.empty();
    }

    private static int status(Refusal.Kind kind) {
        return switch (kind) {
            case NOT_FOUND -> HttpStatus.NOT_FOUND_404;
            case BUSY -> HttpStatus.CONFLICT_409;
            case OVER -> HttpStatus.GONE_410;
            case TOO_MANY -> HttpStatus.TOO_MANY_REQUESTS_429;
            case STOPPING -> HttpStatus.SERVICE_UNAVAILABLE_503;
        };
    }

    private static int status(ErrorCode code) {
        return switch (code) {
            case CONFIGURATION, UNSUPPORTED -> HttpStatus.UNPROCESSABLE_ENTITY_422;
            case SESSION_NOT_FOUND -> HttpStatus.GONE_410;
            case CANCELLED -> HttpStatus.CONFLICT_409;
            case CLOSED -> HttpStatus.SERVICE_UNAVAILABLE_503;
            case TIMEOUT -> HttpStatus.GATEWAY_TIMEOUT_504;
            case EXECUTABLE_NOT_FOUND, LAUNCH_FAILED, AGENT_EXITED, AUTH_REQUIRED, PROTOCOL, AGENT_ERROR, LIMIT ->
                HttpStatus.BAD_GATEWAY_502;
        };
    }

    int status() {
        return status;
    }

    ObjectNode json() {
        Fields fields = new Fields()
                .put("type", NAMES + name)
                .put("title", HttpStatus.getMessage(status))
                .put("status", status)
                .put("detail", String.valueOf(getMessage()))
                .put("field", field);
        return choices.isEmpty()
                ? fields.node()
                : fields.texts("choices", choices).node();
    }
}

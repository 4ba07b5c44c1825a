package dev.termal.host.web.api;

import dev.termal.host.Termal;
import dev.termal.host.json.Json;
import dev.termal.host.service.SessionService;
import dev.termal.host.web.JsonErrors;
import dev.termal.host.web.Token;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * Carries the API over HTTP: lets in who has the token, reads what is asked, answers. What a route answers in JSON is written
 * at once; events are written as they come, with no thread that waits.
 */
public final class ApiHandler extends Handler.Abstract {
    private static final Logger LOG = LoggerFactory.getLogger(ApiHandler.class);
    private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

    private final Api api;
    private final Token token;
    private final EventStreams streams = new EventStreams();
    private final RequestBodies bodies = new RequestBodies();
    private final Semaphore slow = new Semaphore(ApiLimits.SLOW_REQUESTS);

    /**
     * The API to a host's sessions.
     *
     * @param cwd the folder that is meant where none is named
     */
    public ApiHandler(Termal host, SessionService service, Token token, Path cwd) {
        api = new Api(host, service, cwd);
        this.token = token;
    }

    /** How many bytes the body of a request may have. */
    public static long maxBody() {
        return ApiLimits.PROMPT_BYTES;
    }

    /** Ends all streams of events, so that the server can stop; begins no more. */
    public void endStreams() {
        streams.close();
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        try {
            write(answer(request), response, callback);
        } catch (Api.NotAllowed wrong) {
            response.getHeaders().put(HttpHeader.ALLOW, wrong.methods());
            write(
                    Problem.of(HttpStatus.METHOD_NOT_ALLOWED_405, String.valueOf(wrong.getMessage())),
                    response,
                    callback);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            write(Problem.of(HttpStatus.SERVICE_UNAVAILABLE_503, "the server stops"), response, callback);
        } catch (IOException | RuntimeException failure) {
            write(Problem.of(failure).orElseGet(() -> unexpected(failure)), response, callback);
        }
        return true;
    }

    private static Problem unexpected(Exception failure) {
        LOG.error("a request could not be answered", failure);
        return Problem.of(HttpStatus.INTERNAL_SERVER_ERROR_500, "an internal error; 'termal logs' tells more");
    }

    private ApiAnswer answer(Request request) throws IOException, InterruptedException {
        String path = String.valueOf(request.getHttpURI().getDecodedPath());
        String below = path.startsWith(Api.BASE + "/") ? path.substring(Api.BASE.length()) : "";
        if (!below.equals(Api.OPEN_PATH) && !token.isIn(header(request, HttpHeader.AUTHORIZATION))) {
            throw Problem.of(
                    HttpStatus.UNAUTHORIZED_401,
                    "the token is missing or wrong: it stands in the address that 'termal serve' prints, behind #token=");
        }
        Api.Found found = api.find(request.getMethod(), below);
        ApiRequest asked = new ApiRequest(
                found.values(),
                query(request),
                WITH_BODY.contains(request.getMethod()) ? bodies.read(request, found.route()) : Optional.empty(),
                Optional.ofNullable(request.getHeaders().get("Last-Event-ID")));
        if (!found.route().slow()) {
            return found.route().action().answer(asked);
        }
        if (!slow.tryAcquire()) {
            throw Problem.of(
                    HttpStatus.TOO_MANY_REQUESTS_429,
                    "too many requests wait for agents already; try again in a while");
        }
        try {
            return found.route().action().answer(asked);
        } finally {
            slow.release();
        }
    }

    private static Optional<String> header(Request request, HttpHeader name) {
        return Optional.ofNullable(request.getHeaders().get(name));
    }

    private static Map<String, String> query(Request request) {
        Map<String, String> query = new HashMap<>();
        try {
            Request.extractQueryParameters(request).forEach(field -> {
                if (field.hasMultipleValues()) {
                    throw Problem.field(field.getName(), "is given twice");
                }
                query.put(field.getName(), field.getValue());
            });
        } catch (IllegalArgumentException | IllegalStateException broken) {
            throw Problem.of(HttpStatus.BAD_REQUEST_400, "the parameters cannot be read: " + broken.getMessage());
        }
        return query;
    }

    // ---- answering ----

    private void write(ApiAnswer answer, Response response, Callback callback) throws IOException {
        if (answer instanceof ApiAnswer.Empty empty) {
            head(response, empty.status());
            callback.succeeded();
        } else if (answer instanceof ApiAnswer.Document document) {
            head(response, document.status());
            document.location().ifPresent(place -> response.getHeaders().put(HttpHeader.LOCATION, place));
            json(document.json(), RequestBodies.JSON, response, callback);
        } else if (answer instanceof ApiAnswer.Text text) {
            text(text, response, callback);
        } else if (answer instanceof ApiAnswer.Events events) {
            streams.begin(events.source(), response, callback);
        } else {
            throw new IllegalStateException("no way to write " + answer.getClass());
        }
    }

    private static void write(Problem problem, Response response, Callback callback) {
        if (response.isCommitted()) {
            callback.failed(problem); // the client sees that it was cut off
            return;
        }
        head(response, problem.status());
        HttpFields.Mutable headers = response.getHeaders();
        if (problem.status() == HttpStatus.UNAUTHORIZED_401) {
            headers.put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
        } else if (problem.status() == HttpStatus.TOO_MANY_REQUESTS_429
                || problem.status() == HttpStatus.SERVICE_UNAVAILABLE_503) {
            headers.put(HttpHeader.RETRY_AFTER, "1");
        }
        JsonErrors.closeUnlessRead(response);
        json(problem.json(), Problem.TYPE, response, callback);
    }

    /** What no answer is without: it is nobody else's, and nothing but what it says it is. */
    static void head(Response response, int status) {
        response.setStatus(status);
        HttpFields.Mutable headers = response.getHeaders();
        for (HttpField field : List.of(
                new HttpField(HttpHeader.CACHE_CONTROL, "no-store"),
                new HttpField("X-Content-Type-Options", "nosniff"),
                new HttpField("Cross-Origin-Resource-Policy", "same-origin"),
                new HttpField("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox"))) {
            headers.put(field);
        }
    }

    private static void json(JsonNode json, String type, Response response, Callback callback) {
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
        response.write(true, ByteBuffer.wrap(Json.line(json).getBytes(StandardCharsets.UTF_8)), callback);
    }

    private static void text(ApiAnswer.Text text, Response response, Callback callback) throws IOException {
        head(response, HttpStatus.OK_200);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, text.mediaType());
        response.getHeaders().put("Content-Disposition", "attachment; filename=\"" + text.fileName() + "\"");
        try (Writer out = new BufferedWriter(
                new OutputStreamWriter(Content.Sink.asOutputStream(response), StandardCharsets.UTF_8))) {
            text.writer().write(out);
        }
        callback.succeeded();
    }
}

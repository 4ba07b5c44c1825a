package dev.termal.host.web.api;

import dev.termal.host.json.Json;
import dev.termal.host.text.JsonMistake;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MimeTypes;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Reads bodies, which are JSON: bounded in length and in time, and only some at a time, since each takes a thread until it is
 * there. Thread-safe.
 */
final class RequestBodies {
    /** What bodies are, and answers. */
    static final String JSON = "application/json";

    private static final int PIECE = 16 * 1024;
    private static final long WHOLE_MS = 60_000;

    private final Semaphore threads = new Semaphore(ApiLimits.BODIES);

    /** The body of a request; empty where there is none. A {@link Problem} where it is not as it must be. */
    Optional<JsonNode> read(Request request, Route route) {
        boolean empty = request.getLength() == 0
                || (request.getLength() < 0 && request.getHeaders().get(HttpHeader.TRANSFER_ENCODING) == null);
        if (empty) {
            return Optional.empty();
        }
        String type = Optional.ofNullable(request.getHeaders().get(HttpHeader.CONTENT_TYPE))
                .map(MimeTypes::getContentTypeWithoutCharset)
                .orElse("none");
        if (!type.equalsIgnoreCase(JSON)) {
            throw Problem.of(HttpStatus.UNSUPPORTED_MEDIA_TYPE_415, "the body must be " + JSON + ", not " + type);
        }
        String text = text(request, route.path().endsWith("/prompts") ? ApiLimits.PROMPT_BYTES : ApiLimits.BODY_BYTES);
        try {
            return Optional.of(Json.read(text));
        } catch (JacksonException broken) {
            throw Problem.of(HttpStatus.BAD_REQUEST_400, "the body is no JSON: " + JsonMistake.of(broken));
        }
    }

    private String text(Request request, int most) {
        if (!threads.tryAcquire()) {
            throw Problem.of(
                    HttpStatus.TOO_MANY_REQUESTS_429,
                    ApiLimits.BODIES + " bodies are waited for already, which is all");
        }
        try (InputStream in = Content.Source.asInputStream(request)) {
            return text(in, most);
        } catch (IOException cutOff) { // by the client, or since nothing came for long
            throw Problem.of(HttpStatus.REQUEST_TIMEOUT_408, "the body did not come whole");
        } finally {
            threads.release();
        }
    }

    private static String text(InputStream in, int most) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        byte[] piece = new byte[PIECE];
        long begun = System.nanoTime();
        for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
            text.write(piece, 0, read);
            if (text.size() > most) {
                throw Problem.of(HttpStatus.PAYLOAD_TOO_LARGE_413, "the body may have " + most + " bytes at most");
            }
            if (System.nanoTime() - begun > TimeUnit.MILLISECONDS.toNanos(WHOLE_MS)) {
                throw Problem.of(HttpStatus.REQUEST_TIMEOUT_408, "the body did not come in time");
            }
        }
        return text.toString(StandardCharsets.UTF_8);
    }
}

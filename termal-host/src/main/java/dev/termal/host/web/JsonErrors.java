package dev.termal.host.web;

import dev.termal.host.json.Fields;
import dev.termal.host.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Errors in the form of RFC 9457: the status in words where nothing better is said, never what failed inside. */
public final class JsonErrors extends ErrorHandler {
    private static final String JSON = "application/problem+json";

    JsonErrors() {}

    /** Answers with an error. */
    public static void answer(Request request, Response response, Callback callback, int status, String error) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, JSON);
        closeUnlessRead(response);
        response.write(true, bytes(status, error), callback);
    }

    /** Tells a client whose request is not read to its end that its connection is of no more use. */
    public static void closeUnlessRead(Response response) {
        boolean tooLong = response.getStatus() == HttpStatus.PAYLOAD_TOO_LARGE_413;
        if (tooLong || !response.getRequest().consumeAvailable()) {
            response.getHeaders().put(new HttpField(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE));
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        answer(request, response, callback, response.getStatus(), words(response.getStatus()));
        return true;
    }

    private static String words(int status) {
        return HttpStatus.getMessage(status).toLowerCase(Locale.ROOT);
    }

    private static ByteBuffer bytes(int status, String error) {
        return ByteBuffer.wrap(Json.line(new Fields()
                        .put("type", "about:blank")
                        .put("title", HttpStatus.getMessage(status))
                        .put("status", status)
                        .put("detail", error)
                        .node())
                .getBytes(StandardCharsets.UTF_8));
    }
}

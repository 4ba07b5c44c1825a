package dev.termal.host.web.page;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Serves the files of the page, which stand beside this class, to anybody: they hold no secret. The page may run its own
 * scripts alone, and may talk to its own server alone.
 */
public final class PageHandler extends Handler.Abstract {
    private static final String INDEX = "index.html";

    /** Names of files alone: no dots that lead out, nothing hidden, no folder. */
    private static final Pattern FILE = Pattern.compile("(?:[A-Za-z0-9_-]+/)*[A-Za-z0-9_-][A-Za-z0-9._-]*\\.[a-z0-9]+");

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html;charset=utf-8",
            "js", "text/javascript;charset=utf-8",
            "mjs", "text/javascript;charset=utf-8",
            "css", "text/css;charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png",
            "ico", "image/x-icon",
            "woff2", "font/woff2",
            "webmanifest", "application/manifest+json");

    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            String.join(
                    "; ",
                    "default-src 'none'",
                    "script-src 'self'",
                    "style-src 'self'",
                    "img-src 'self' data: blob:",
                    "font-src 'self'",
                    "connect-src 'self'",
                    "manifest-src 'self'",
                    "base-uri 'none'",
                    "form-action 'none'",
                    "frame-ancestors 'none'",
                    "require-trusted-types-for 'script'",
                    "trusted-types dompurify"),
            "X-Content-Type-Options",
            "nosniff",
            "X-Frame-Options",
            "DENY",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "Permissions-Policy",
            "camera=(), microphone=(), geolocation=()",
            "Cache-Control",
            "no-cache");

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws IOException {
        HttpFields.Mutable headers = response.getHeaders();
        HEADERS.forEach(headers::put);
        String method = request.getMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            headers.put(HttpHeader.ALLOW, "GET, HEAD");
            Response.writeError(request, response, callback, HttpStatus.METHOD_NOT_ALLOWED_405);
            return true;
        }
        String path = String.valueOf(request.getHttpURI().getDecodedPath()).substring(1);
        String file = path.isEmpty() ? INDEX : path;
        Optional<String> type = Optional.ofNullable(TYPES.get(file.substring(file.lastIndexOf('.') + 1)));
        Optional<byte[]> content = type.isPresent() ? read(file) : Optional.empty();
        if (content.isEmpty()) {
            Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
            return true;
        }
        headers.put(HttpHeader.CONTENT_TYPE, type.get());
        headers.put(HttpHeader.CONTENT_LENGTH, content.get().length);
        response.write(true, method.equals("HEAD") ? ByteBuffer.allocate(0) : ByteBuffer.wrap(content.get()), callback);
        return true;
    }

    private static Optional<byte[]> read(String file) throws IOException {
        if (!FILE.matcher(file).matches()) {
            return Optional.empty();
        }
        try (InputStream in = PageHandler.class.getResourceAsStream(file)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        }
    }
}

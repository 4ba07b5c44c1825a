package dev.termal.host.web;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Lets in only who has asked for this machine by a name of its loopback. A page from elsewhere in a browser here can reach the
 * port too, by a name that it has pointed at loopback, or across origins; neither can pretend the {@code Host} and
 * {@code Origin} that are wanted.
 */
final class LoopbackGuard extends Handler.Wrapper {
    private static final Set<String> NAMES = Set.of("127.0.0.1", "localhost", "[::1]", "::1");

    LoopbackGuard(Handler guarded) {
        super(guarded);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        if (isOfThisMachine(request) && isOfThisOrigin(request)) {
            return super.handle(request, response, callback);
        }
        JsonErrors.answer(request, response, callback, HttpStatus.FORBIDDEN_403, "forbidden");
        return true;
    }

    private static boolean isOfThisMachine(Request request) {
        String host = request.getHttpURI().getHost();
        return host != null && NAMES.contains(host.toLowerCase(Locale.ROOT));
    }

    /** A program sends no origin; a page of this server sends the place it was asked for by. */
    private static boolean isOfThisOrigin(Request request) {
        Optional<HttpField> origin = Optional.ofNullable(request.getHeaders().getField(HttpHeader.ORIGIN));
        String own =
                request.getHttpURI().getScheme() + "://" + request.getHttpURI().getAuthority();
        return origin.isEmpty() || own.equalsIgnoreCase(origin.get().getValue());
    }
}

package dev.termal.host.web.api;

import dev.termal.host.Termal;
import dev.termal.host.json.Json;
import dev.termal.host.service.SessionService;
import dev.termal.host.service.WaitingLine;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The routes of the API. */
final class Api {
    /** Where it is. */
    static final String BASE = "/api/v1";

    /** What needs no token: it tells nothing of anybody. */
    static final String OPEN_PATH = "/openapi.json";

    private final List<Route> routes;

    Api(Termal host, SessionService service, Path cwd) {
        SummaryJson summaries = new SummaryJson(host);
        routes = Stream.of(
                        new HostRoutes(host, cwd, description()).all(),
                        new SessionRoutes(host, service, summaries).all(),
                        new TalkRoutes(service, new WaitingLine(service, host.sessions())).all(),
                        new EntryRoutes(host, service, summaries).all())
                .flatMap(List::stream)
                .toList();
    }

    /** A route, and what its placeholders stand for. */
    record Found(Route route, Map<String, String> values) {}

    List<Route> routes() {
        return routes;
    }

    /** Who answers a method and a path below {@link #BASE}; a {@link Problem} where nobody does. */
    Found find(String method, String path) {
        List<Found> there = routes.stream()
                .flatMap(route -> route.match(path).map(values -> new Found(route, values)).stream())
                .toList();
        if (there.isEmpty()) {
            throw Problem.of(404, "there is nothing at " + BASE + path);
        }
        return there.stream()
                .filter(found -> found.route().method().equals(method))
                .findFirst()
                .orElseThrow(() -> new NotAllowed(there.stream()
                        .map(found -> found.route().method())
                        .distinct()
                        .toList()));
    }

    /** A path that takes other methods. */
    static final class NotAllowed extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final String methods;

        NotAllowed(List<String> methods) {
            super("only " + String.join(", ", methods) + " can be asked here");
            this.methods = String.join(", ", methods);
        }

        String methods() {
            return methods;
        }
    }

    static JsonNode description() {
        try (InputStream in = Optional.ofNullable(Api.class.getResourceAsStream("openapi.json"))
                .orElseThrow(() -> new IllegalStateException("openapi.json is not packaged"))) {
            return Json.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

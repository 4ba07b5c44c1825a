package dev.termal.host.web.api;

import dev.termal.host.ConfigChange;
import dev.termal.host.DoctorSpec;
import dev.termal.host.SessionSpec;
import dev.termal.host.Termal;
import dev.termal.host.document.DoctorJson;
import dev.termal.host.document.ListsJson;
import dev.termal.host.json.Fields;
import dev.termal.host.json.Json;
import dev.termal.host.text.Nearest;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the host knows and how it is set up. */
final class HostRoutes {
    private final Termal host;
    private final Path cwd;
    private final JsonNode description;

    /**
     * Routes to a host.
     *
     * @param cwd the folder that is meant where none is named
     * @param description of the whole API, in OpenAPI's form
     */
    HostRoutes(Termal host, Path cwd, JsonNode description) {
        this.host = host;
        this.cwd = cwd;
        this.description = description;
    }

    List<Route> all() {
        return List.of(
                Route.of("GET", "/openapi.json", request -> ApiAnswer.of(description)),
                Route.of("GET", "/info", request -> ApiAnswer.of(info())),
                Route.of("GET", "/agents", request -> ApiAnswer.of(ListsJson.agents(host.agents()))),
                Route.of("GET", "/engines", request -> ApiAnswer.of(ListsJson.engines(host.engines()))),
                Route.slow("GET", "/models", this::models),
                Route.slow("GET", "/doctor", this::doctor),
                Route.of("GET", "/settings", request -> ApiAnswer.of(settings())),
                Route.of("GET", "/settings/schema", request -> ApiAnswer.of(Json.read(host.configSchema()))),
                Route.of("PUT", "/settings", this::set),
                Route.of("DELETE", "/settings", this::unset),
                Route.of("GET", "/rules", request -> ApiAnswer.of(ListsJson.rules(host.permissionRules()))),
                Route.of("DELETE", "/rules/{id}", this::revoke));
    }

    private static ObjectNode info() {
        return new Fields()
                .put("version", Termal.hostVersion())
                .put("limits", ApiLimits.json())
                .node();
    }

    private Path folder(ApiRequest request) {
        return request.query("cwd")
                .map(typed -> BodyFields.folder("cwd", typed))
                .orElse(cwd);
    }

    /** The same name, which must be that of an agent. */
    static Optional<String> known(Termal host, Optional<String> name) throws InterruptedException {
        if (name.isPresent()) {
            List<String> known =
                    host.agents().stream().map(agent -> agent.id().value()).toList();
            if (!known.contains(name.get())) {
                String wrong = "no agent is named \"" + name.get() + "\"" + Nearest.hint(name.get(), known);
                throw Problem.field("agent", wrong, known);
            }
        }
        return name;
    }

    private ApiAnswer models(ApiRequest request) throws InterruptedException {
        SessionSpec.Builder spec = SessionSpec.builder(folder(request)).attended(true);
        known(host, request.query("agent")).ifPresent(spec::agent);
        request.query("engine").ifPresent(spec::engine);
        return ApiAnswer.of(ListsJson.models(host.models(spec.build())));
    }

    private ApiAnswer doctor(ApiRequest request) throws InterruptedException {
        return ApiAnswer.of(DoctorJson.of(host.doctor(new DoctorSpec(folder(request), request.query("agent"), false))));
    }

    private ObjectNode settings() {
        return new Fields()
                .put("settings", ListsJson.settings(host.config()))
                .put("problem", host.configProblem())
                .node();
    }

    private ApiAnswer set(ApiRequest request) {
        BodyFields body = request.fields();
        String path = body.needed("path");
        JsonNode value = body.json("value").orElseThrow(() -> Problem.field("value", "is missing"));
        body.done();
        return ApiAnswer.of(change(host.setConfig(path, Json.line(value))));
    }

    private ApiAnswer unset(ApiRequest request) {
        String path = request.query("path").orElseThrow(() -> Problem.field("path", "is missing"));
        return ApiAnswer.of(change(host.unsetConfig(path)));
    }

    private static ObjectNode change(ConfigChange change) {
        return new Fields()
                .put("path", change.path())
                .put("before", change.before())
                .put("after", change.after())
                .texts("warnings", change.warnings())
                .node();
    }

    private ApiAnswer revoke(ApiRequest request) {
        if (host.revokePermissions(Set.of(request.path("id"))).isEmpty()) {
            throw Problem.of(404, "there is no remembered rule " + request.path("id") + " (any more)");
        }
        return ApiAnswer.done();
    }
}

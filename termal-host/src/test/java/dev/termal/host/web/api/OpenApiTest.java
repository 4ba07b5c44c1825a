package dev.termal.host.web.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.host.ScriptedHost;
import dev.termal.host.service.SessionService;
import dev.termal.host.session.FakeEngine;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What the API says of itself, and what it is. */
@Timeout(120)
class OpenApiTest {
    @TempDir
    private Path home;

    private final JsonNode description = Api.description();

    private Set<String> routes() {
        try (ScriptedHost host = new ScriptedHost(home, (prompt, agent) -> FakeEngine.DONE);
                SessionService service = new SessionService(host)) {
            return new Api(host, service, home)
                    .routes().stream()
                            .map(route -> route.method() + " " + route.path())
                            .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void whatIsDescribedIsThereAndWhatIsThereIsDescribed() {
        Set<String> described = new TreeSet<>();
        description
                .get("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .propertyNames()
                        .forEach(method -> described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
        assertEquals(routes(), described);
    }

    @Test
    void eachPlaceholderIsDescribed() {
        description
                .get("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(operation -> {
                    Set<String> named = new TreeSet<>();
                    operation.getValue().path("parameters").forEach(parameter -> {
                        if (parameter.get("in").asString().equals("path")) {
                            named.add("{" + parameter.get("name").asString() + "}");
                        }
                    });
                    Set<String> wanted = new TreeSet<>();
                    for (String part : path.getKey().split("/")) {
                        if (part.startsWith("{")) {
                            wanted.add(part);
                        }
                    }
                    assertEquals(wanted, named, path.getKey());
                }));
    }

    @Test
    void whatIsReferredToIsThere() {
        Set<String> there = new TreeSet<>(description.at("/components/schemas").propertyNames());
        Set<String> used = new TreeSet<>();
        references(description, used);
        assertEquals(there, used);
        assertEquals("3.1.0", description.get("openapi").asString());
    }

    private static void references(JsonNode node, Set<String> used) {
        JsonNode reference = node.path("$ref");
        if (reference.isString()) {
            assertTrue(reference.asString().startsWith("#/components/schemas/"));
            used.add(reference.asString().substring("#/components/schemas/".length()));
        }
        node.forEach(child -> references(child, used));
    }
}

package dev.termal.engine.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.RawJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** What the engine wrote in all unit tests before, against the protocol's own schema. */
@Timeout(400)
final class OutgoingSchemaIT {
    /** Gone from the protocol, and still what older agents understand. */
    private static final String LEGACY = "session/set_model";

    @Test
    @Tag("ACP-19")
    @Tag("SCHEMA-01")
    void everythingThatTheEngineWritesIsValid() throws Exception {
        ProtocolSchema stable = ProtocolSchema.load(false);
        ProtocolSchema unstable = ProtocolSchema.load(true);
        Set<String> methods = new TreeSet<>();
        List<String> wrong = new ArrayList<>();
        int answers = 0;
        for (String line : HostLines.kept()) {
            JsonNode message = Json.parse(new RawJson(line));
            assertEquals("2.0", message.path("jsonrpc").stringValue(), line);
            if (message.has("method")) {
                String method = message.path("method").stringValue();
                methods.add(method);
                if (!method.equals(LEGACY)) {
                    wrong.addAll(request(stable, unstable, method, message));
                }
            } else {
                answers++;
                wrong.addAll(answer(stable, message));
            }
        }
        assertEquals(List.of(), wrong);
        assertTrue(
                methods.containsAll(Set.of(
                        "initialize",
                        "authenticate",
                        "session/new",
                        "session/load",
                        "session/resume",
                        "session/list",
                        "session/close",
                        "session/delete",
                        "session/prompt",
                        "session/cancel",
                        "session/set_mode",
                        "session/set_config_option",
                        "$/cancel_request")),
                () -> "the unit tests of the engine must run before; they wrote only " + methods);
        assertTrue(answers > 10, "too few answers");
    }

    private static List<String> request(
            ProtocolSchema stable, ProtocolSchema unstable, String method, JsonNode message) {
        String kind = message.has("id") ? "Request" : "Notification";
        ProtocolSchema schema = stable.of(method, kind).isPresent() ? stable : unstable;
        Optional<String> definition = schema.of(method, kind);
        return definition
                .map(name -> prefixed(message, schema.errors(name, message.path("params"))))
                .orElseGet(() -> List.of("not of the protocol: " + message));
    }

    /** An answer does not say to what: it must be valid for one of the client's. */
    private static List<String> answer(ProtocolSchema schema, JsonNode message) {
        if (message.has("error")) {
            return prefixed(message, schema.errors("Error", message.path("error")));
        }
        List<String> errors = new ArrayList<>();
        for (String name : schema.clientResponses()) {
            List<String> found = schema.errors(name, message.path("result"));
            if (found.isEmpty()) {
                return List.of();
            }
            errors.addAll(found);
        }
        return prefixed(message, errors);
    }

    private static List<String> prefixed(JsonNode message, List<String> errors) {
        return errors.isEmpty() ? List.of() : List.of(message + "\n    " + String.join("\n    ", errors));
    }
}

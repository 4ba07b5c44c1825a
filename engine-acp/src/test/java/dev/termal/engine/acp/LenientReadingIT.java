package dev.termal.engine.acp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.termal.api.AgentEvent;
import dev.termal.api.RawJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the protocol's schema marks as forgivable is forgiven: a marked field that is malformed reads as if it were not there, a
 * malformed item of a marked list as if it were not in it.
 *
 * <p>The engine departs from that in three ways: a word that it does not know stays one, for it may be of a later version;
 * {@code true} in the place of a capability's empty object is a yes, for some agents say so; and an update whose one list is
 * malformed is passed on whole instead of emptying what was known.
 */
@Timeout(400)
final class LenientReadingIT {
    private static final String FORGIVEN = "x-deserialize-default-on-error";
    private static final String SKIPPED = "x-deserialize-skip-invalid-items";
    private static final List<JsonNode> MALFORMED =
            List.of(json("7"), json("\"?\""), json("[7]"), json("{\"?\":1}"), json("true"));

    /** Updates that are passed on as they are. */
    private static final Set<String> KEPT_WHOLE = Set.of("compaction_update", "compaction_summary_chunk");

    private final List<String> failures = new ArrayList<>();
    private int marks;

    private static JsonNode json(String text) {
        return Json.parse(new RawJson(text));
    }

    @Test
    @Tag("TOL-04")
    void whatTheSchemaForgivesIsForgiven() throws Exception {
        ProtocolSchema schema = ProtocolSchema.load(false);
        SchemaSamples samples = new SchemaSamples(schema);
        check(schema, samples, "InitializeResponse", result -> Handshake.read("agent", result));
        check(schema, samples, "NewSessionResponse", SessionFacts.NONE::opened);
        check(schema, samples, "LoadSessionResponse", SessionFacts.NONE::opened);
        check(
                schema,
                samples,
                "RequestPermissionRequest",
                params -> List.of(PermissionMapper.options(params), new ToolCalls().fold(params.path("toolCall"))));
        check(schema, samples, "CreateElicitationRequest", params -> ElicitationMapper.form("q", params));
        JsonNode variants = schema.definition("SessionUpdate").path("oneOf");
        assertTrue(variants.size() >= 11, () -> "variants: " + variants.size());
        for (JsonNode variant : variants) {
            String word = variant.path("properties")
                    .path("sessionUpdate")
                    .path("const")
                    .asString("");
            if (!KEPT_WHOLE.contains(word)) {
                check(schema, samples, variant, LenientReadingIT::read);
            }
        }
        assertEquals(List.of(), failures);
        assertTrue(marks > 100, "too few marks were found: " + marks);
    }

    private static Object read(JsonNode update) {
        List<AgentEvent> events = new UpdateReader().read(update);
        return events.stream().map(EventText::of).toList();
    }

    private void check(ProtocolSchema schema, SchemaSamples samples, String name, Function<JsonNode, Object> reader) {
        check(schema, samples, schema.definition(name), reader);
    }

    private void check(ProtocolSchema schema, SchemaSamples samples, JsonNode type, Function<JsonNode, Object> reader) {
        List<JsonNode> good = samples.of(type);
        assertFalse(good.isEmpty(), () -> "no sample of " + type);
        for (JsonNode sample : good) {
            assertFalse(reader.apply(sample).toString().startsWith("[extension"), () -> "not understood: " + sample);
            samples.walk(type, sample, (path, field) -> {
                if (schema.resolve(field)
                        .path(FORGIVEN)
                        .asBoolean(field.path(FORGIVEN).asBoolean(false))) {
                    forgiven(schema, sample, path, field, reader);
                }
                if (field.path(SKIPPED).asBoolean(false) && sample.at(path).isArray()) {
                    skipped(schema, sample, path, field, reader);
                }
            });
        }
    }

    private void forgiven(
            ProtocolSchema schema, JsonNode sample, String path, JsonNode field, Function<JsonNode, Object> reader) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        JsonNode without = changed(sample, path, copy -> copy.remove(name));
        for (JsonNode bad : MALFORMED) {
            JsonNode good = sample.at(path);
            boolean word = bad.isString() && good.isString();
            boolean yes = bad.isBoolean() && good.isObject() && good.isEmpty();
            boolean items = bad.isArray() && field.path(SKIPPED).asBoolean(false);
            if (!word && !yes && !items && !schema.isValid(field, bad)) {
                marks++;
                compare(reader, without, changed(sample, path, copy -> copy.set(name, bad)), path + " = " + bad);
            }
        }
    }

    private void skipped(
            ProtocolSchema schema, JsonNode sample, String path, JsonNode field, Function<JsonNode, Object> reader) {
        JsonNode items = schema.resolve(field).path("items");
        for (JsonNode bad : List.of(json("7"), json("null"), json("\"?\""), json("[]"))) {
            if (!schema.isValid(items, bad)) {
                marks++;
                JsonNode with = sample.deepCopy();
                ((ArrayNode) with.at(path)).insert(0, bad);
                compare(reader, sample, with, path + " with " + bad);
            }
        }
    }

    private static ObjectNode parent(JsonNode tree, String path) {
        return (ObjectNode) tree.at(path.substring(0, path.lastIndexOf('/')));
    }

    private interface Change {
        void apply(ObjectNode parent);
    }

    private static JsonNode changed(JsonNode sample, String path, Change change) {
        JsonNode copy = sample.deepCopy();
        change.apply(parent(copy, path));
        return copy;
    }

    private void compare(Function<JsonNode, Object> reader, JsonNode expected, JsonNode actual, String what) {
        Object wanted = reader.apply(expected);
        Object got;
        try {
            got = reader.apply(actual);
        } catch (RuntimeException e) {
            got = e;
        }
        boolean whole =
                wanted.toString().startsWith("[extension") && got.toString().startsWith("[extension");
        if (!whole && !wanted.equals(got)) {
            failures.add(what + " in " + expected + "\n  wanted " + wanted + "\n  got    " + got);
        }
    }
}

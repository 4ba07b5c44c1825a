package dev.termal.engine.acp;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.termal.engine.acp.jsonrpc.FrameCodec;
import dev.termal.testkit.NpmPackages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The protocol's own JSON schema of version 1. It comes with the published TypeScript package, which is installed from npm
 * into the cache of test downloads.
 */
final class ProtocolSchema {
    private static final String PACKAGE = "@agentclientprotocol/sdk";
    private static final String VERSION = "2.4.0";

    private final JsonNode definitions;
    private final Map<String, Schema> compiled = new HashMap<>();

    private ProtocolSchema(JsonNode definitions) {
        this.definitions = definitions;
    }

    /** What is stable, or also what is not yet. */
    static ProtocolSchema load(boolean unstable) throws IOException, InterruptedException {
        String name = unstable ? "schema.unstable.json" : "schema.json";
        Path file = NpmPackages.folder(PACKAGE, VERSION).resolve(PACKAGE + "/schema/v1/" + name);
        return new ProtocolSchema(
                FrameCodec.JSON.readTree(Files.readString(file)).path("$defs"));
    }

    JsonNode definition(String name) {
        return definitions.path(name);
    }

    /** The name of the definition for a method's {@code Request}, {@code Response} or {@code Notification}. */
    Optional<String> of(String method, String kind) {
        return definitions.properties().stream()
                .filter(entry -> entry.getKey().endsWith(kind)
                        && entry.getValue().path("x-method").asString("").equals(method))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** The names of what the client answers. */
    List<String> clientResponses() {
        return definitions.properties().stream()
                .filter(entry -> entry.getKey().endsWith("Response")
                        && entry.getValue().path("x-side").asString("").equals("client"))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** What is wrong with a value for a definition: nothing where it is valid and has no members of its own making. */
    List<String> errors(String name, JsonNode value) {
        Set<String> known = members(definition(name));
        Stream<String> unknown = value.propertyNames().stream()
                .filter(member -> !known.contains(member))
                .map(member -> member + " is made up");
        return Stream.concat(unknown, validate(name, definition(name), value).stream())
                .toList();
    }

    boolean isValid(JsonNode schema, JsonNode value) {
        return validate(schema.toString(), schema, value).isEmpty();
    }

    private List<String> validate(String key, JsonNode schema, JsonNode value) {
        Schema validator = compiled.computeIfAbsent(key, made -> {
            ObjectNode root = schema.deepCopy().asObject();
            root.set("$defs", definitions);
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(root.toString(), InputFormat.JSON);
        });
        return validator.validate(value.toString(), InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }

    /** Follows a reference to where it leads. */
    JsonNode resolve(JsonNode schema) {
        JsonNode reference = schema.path("$ref");
        return reference.isString() ? definition(reference.stringValue().replace("#/$defs/", "")) : schema;
    }

    private Set<String> members(JsonNode schema) {
        JsonNode resolved = resolve(schema);
        Set<String> found = new TreeSet<>(resolved.path("properties").propertyNames());
        for (String parts : List.of("allOf", "anyOf", "oneOf")) {
            resolved.path(parts).forEach(part -> found.addAll(members(part)));
        }
        return found;
    }
}

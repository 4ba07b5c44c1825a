package dev.termal.engine.acp;

import static org.junit.jupiter.api.Assertions.fail;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.termal.engine.acp.jsonrpc.FrameCodec;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The protocol's own JSON schema of version 1. It comes with the published TypeScript package, which is installed from npm
 * into the cache of test downloads, once. Where that cannot be done the test is skipped with the reason; with
 * {@code -Dtermal.required=all} it fails.
 */
final class ProtocolSchema {
    private static final String PACKAGE = "@agentclientprotocol/sdk";
    private static final String VERSION = "2.4.0";
    private static final long INSTALL_MINUTES = 5;

    private final JsonNode definitions;
    private final Map<String, Schema> compiled = new HashMap<>();

    private ProtocolSchema(JsonNode definitions) {
        this.definitions = definitions;
    }

    /** What is stable, or also what is not yet. */
    static ProtocolSchema load(boolean unstable) throws IOException, InterruptedException {
        String name = unstable ? "schema.unstable.json" : "schema.json";
        Path file = installed().resolve("node_modules/" + PACKAGE + "/schema/v1/" + name);
        return new ProtocolSchema(
                FrameCodec.JSON.readTree(Files.readString(file)).path("$defs"));
    }

    private static Path installed() throws IOException, InterruptedException {
        String given = System.getenv("TERMAL_TEST_CACHE");
        Path cache = given == null || given.isBlank()
                ? Path.of(System.getProperty("user.home"), ".cache", "termal-test")
                : Path.of(given);
        Path folder = Files.createDirectories(cache.resolve("acp-schema-" + VERSION));
        try (FileChannel channel =
                        FileChannel.open(folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = channel.lock()) {
            Path complete = folder.resolve(".complete");
            if (held.isValid() && !Files.exists(complete)) {
                install(folder);
                Files.createFile(complete);
            }
        }
        return folder;
    }

    private static void install(Path folder) throws IOException, InterruptedException {
        Path log = folder.resolve("npm.log");
        ProcessBuilder npm = new ProcessBuilder(
                        "npm",
                        "install",
                        "--prefix",
                        folder.toString(),
                        "--ignore-scripts",
                        "--no-audit",
                        "--no-fund",
                        PACKAGE + "@" + VERSION)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .redirectInput(new File("/dev/null"));
        Process process;
        try {
            process = npm.start();
        } catch (IOException e) {
            throw skip("npm cannot be started: " + e.getMessage());
        }
        boolean done = process.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES);
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        if (!done || process.waitFor() != 0) {
            throw skip("npm install " + PACKAGE + " failed:\n" + Files.readString(log));
        }
    }

    private static RuntimeException skip(String reason) {
        if ("all".equals(System.getProperty("termal.required"))) {
            fail(reason);
        }
        System.err.println("skipped: " + reason);
        Assumptions.abort(reason);
        return new IllegalStateException(reason);
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

package dev.termal.host.process;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.host.text.JsonMistake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A JSON file as a tree, whose members can be set and removed by pointer. Order and numbers are kept as they stand. */
final class JsonDocument {
    static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private static final DefaultIndenter INDENT = new DefaultIndenter("  ", "\n");
    private static final DefaultPrettyPrinter PRINTER = new DefaultPrettyPrinter()
            .withObjectIndenter(INDENT)
            .withArrayIndenter(INDENT)
            .withSeparators(Separators.createDefaultInstance().withObjectNameValueSpacing(Separators.Spacing.AFTER));

    private final Path file;
    private final ObjectNode root;
    private boolean exists;
    private boolean changed;

    private JsonDocument(Path file, ObjectNode root, boolean exists) {
        this.file = file;
        this.root = root;
        this.exists = exists;
    }

    /** Where a file really is: who keeps settings behind a link shall find the link unharmed. */
    static Path realPath(Path file) throws IOException {
        return Files.exists(file) ? file.toRealPath() : file.toAbsolutePath().normalize();
    }

    /**
     * Reads a file; a missing or empty one is an empty object.
     *
     * @throws AgentException {@code CONFIGURATION} where it holds anything but an object
     */
    static JsonDocument read(Path file) throws IOException {
        String text;
        try {
            text = Files.readString(file);
        } catch (NoSuchFileException e) {
            return new JsonDocument(file, MAPPER.createObjectNode(), false);
        }
        if (text.isBlank()) {
            return new JsonDocument(file, MAPPER.createObjectNode(), true);
        }
        try {
            if (MAPPER.readTree(text) instanceof ObjectNode object) {
                return new JsonDocument(file, object, true);
            }
        } catch (JacksonException e) {
            throw unreadable(file, JsonMistake.of(e), e);
        }
        throw unreadable(file, "it holds no object", new IllegalArgumentException("no object"));
    }

    private static AgentException unreadable(Path file, String why, Exception cause) {
        return new AgentException(
                ErrorCode.CONFIGURATION,
                file + " cannot be changed, as it is no plain JSON (" + why + "): repair it, or move it away",
                cause);
    }

    static JsonPointer pointer(String text) {
        try {
            JsonPointer pointer = JsonPointer.compile(text);
            if (!pointer.matches()) {
                return pointer;
            }
        } catch (IllegalArgumentException e) {
            throw new AgentException(ErrorCode.CONFIGURATION, "no JSON pointer: " + text, e);
        }
        throw new AgentException(ErrorCode.CONFIGURATION, "a JSON pointer to a whole file cannot be set");
    }

    Optional<JsonNode> get(JsonPointer pointer) {
        return Optional.of(root.at(pointer)).filter(node -> !node.isMissingNode());
    }

    /**
     * Sets a member; objects on the way are made where they are missing.
     *
     * @return the outermost thing that was made on the way: empty text for the file, else a pointer
     */
    Optional<String> set(JsonPointer pointer, JsonNode value) {
        @Nullable String made = exists ? null : "";
        ObjectNode container = root;
        StringBuilder path = new StringBuilder();
        JsonPointer rest = pointer;
        for (; !rest.tail().matches(); rest = rest.tail()) {
            String name = rest.getMatchingProperty();
            path.append('/').append(name.replace("~", "~0").replace("/", "~1"));
            JsonNode next = container.get(name);
            if (next == null) {
                next = container.putObject(name);
                made = made == null ? path.toString() : made;
            }
            if (!(next instanceof ObjectNode object)) {
                throw new AgentException(
                        ErrorCode.CONFIGURATION,
                        file + " cannot be changed at " + pointer + ": " + path + " is no object");
            }
            container = object;
        }
        container.set(rest.getMatchingProperty(), value);
        exists = true;
        changed = true;
        return Optional.ofNullable(made);
    }

    /** Removes a member, and of what was made on the way to it what is empty now. */
    void remove(JsonPointer pointer, Optional<String> made) {
        JsonPointer at = pointer;
        do {
            JsonPointer parent = at.head();
            if (root.at(parent) instanceof ObjectNode container) {
                container.remove(at.last().getMatchingProperty());
                changed = true;
            }
            at = parent;
        } while (!at.matches() && isLeftEmpty(at, made));
        if (root.isEmpty() && made.filter(String::isEmpty).isPresent()) {
            exists = false;
        }
    }

    private boolean isLeftEmpty(JsonPointer at, Optional<String> made) {
        return made.filter(outermost -> at.toString().startsWith(outermost)).isPresent()
                && root.at(at) instanceof ObjectNode object
                && object.isEmpty();
    }

    /** Writes the file, or deletes it if it was only made for what was removed. */
    void save() throws IOException {
        if (!changed) {
            return;
        }
        if (exists) {
            PrivateFiles.folder(Optional.ofNullable(file.getParent()).orElse(file));
            PrivateFiles.write(file, text(root));
        } else {
            Files.deleteIfExists(file);
        }
        changed = false;
    }

    /** Text as people read it. */
    static String text(JsonNode node) {
        return MAPPER.writer().with(PRINTER).writeValueAsString(node) + "\n";
    }
}

package dev.termal.host.skill;

import dev.termal.host.text.Beginning;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A folder with a {@code SKILL.md}: instructions for a kind of task, and what they need beside them.
 *
 * @param name what its front matter says, else the folder's name
 * @param description what it is for, on one line; may be empty
 */
record Skill(String name, String description, Path folder) {
    private static final String FILE = "SKILL.md";
    private static final int MAX_BYTES = 1024 * 1024;
    private static final int MAX_NAME = 100;
    private static final int MAX_DESCRIPTION = 160;
    private static final String MARK = "---";

    /** The skill of a folder; empty where it has none that can be read. */
    static Optional<Skill> of(Path folder) {
        try {
            JsonNode front = front(read(folder));
            return Optional.of(new Skill(
                    text(front, "name", MAX_NAME).orElse(String.valueOf(folder.getFileName())),
                    text(front, "description", MAX_DESCRIPTION).orElse(""),
                    folder));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Its name, and what it is for where that is said. */
    String about() {
        return description.isEmpty() ? name : name + ": " + description;
    }

    /** Where its instructions are. */
    Path file() {
        return folder.resolve(FILE);
    }

    /** All that its file says. */
    String instructions() throws IOException {
        return read(folder);
    }

    private static String read(Path folder) throws IOException {
        try (InputStream in = Files.newInputStream(folder.resolve(FILE))) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new IOException(FILE + " is longer than a MiB");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /** What stands between the marks at the beginning; what is no YAML says nothing. */
    private static JsonNode front(String file) {
        String[] parts = file.strip().split("(?m)^" + MARK + "\\s*$", 3);
        String yaml = parts.length == 3 && parts[0].isBlank() ? parts[1] : "";
        try {
            return YAMLMapper.shared().readTree(yaml);
        } catch (JacksonException e) {
            return YAMLMapper.shared().missingNode();
        }
    }

    private static Optional<String> text(JsonNode front, String key, int most) {
        return Optional.of(Beginning.of(front.path(key).asString(""), most)).filter(some -> !some.isEmpty());
    }
}

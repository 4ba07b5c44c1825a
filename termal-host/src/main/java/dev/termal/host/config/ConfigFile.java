package dev.termal.host.config;

import dev.termal.api.AgentException;
import dev.termal.api.ErrorCode;
import dev.termal.host.text.IoReason;
import dev.termal.host.text.JsonMistake;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads and writes a file that holds one JSON object. */
final class ConfigFile {
    /** Larger files are no config. */
    private static final long MAX_BYTES = 4L << 20;

    static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES) // 1.10 is a version more often than a number
            .build();

    private static final DefaultIndenter INDENT = new DefaultIndenter("  ", "\n");
    private static final DefaultPrettyPrinter PRINTER = new DefaultPrettyPrinter()
            .withObjectIndenter(INDENT)
            .withArrayIndenter(INDENT)
            .withSeparators(Separators.createDefaultInstance().withObjectNameValueSpacing(Separators.Spacing.AFTER));

    private ConfigFile() {}

    /** The object; an empty one where the file does not exist or is empty. */
    static ObjectNode read(Path file) {
        return parse(file.toString(), text(file));
    }

    /** The file's text; empty where it does not exist. */
    static String text(Path file) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw ConfigError.at(file.toString(), "over " + MAX_BYTES + " bytes, which is no config file");
            }
            byte[] bytes = Files.readAllBytes(file);
            if (isUtf16(bytes)) {
                throw ConfigError.at(file.toString(), "is text in UTF-16: save it in UTF-8");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            return "";
        } catch (IOException e) {
            throw new AgentException(ErrorCode.CONFIGURATION, file + ": cannot be read: " + why(file, e), e);
        }
    }

    private static boolean isUtf16(byte[] bytes) {
        if (bytes.length < 2) {
            return false;
        }
        int mark = (bytes[0] & 0xFF) << 8 | (bytes[1] & 0xFF);
        return mark == 0xFEFF || mark == 0xFFFE;
    }

    /** Why something cannot be done with a file, without its name. */
    static String why(Path file, IOException failure) {
        return Files.isDirectory(file) ? "it is a folder" : IoReason.of(failure);
    }

    /** As people write it. */
    static String pretty(JsonNode node) {
        return MAPPER.writer().with(PRINTER).writeValueAsString(node) + "\n";
    }

    static ObjectNode parse(String where, String text) {
        String json = text.startsWith("\uFEFF") ? text.substring(1) : text;
        if (json.isBlank()) {
            return MAPPER.createObjectNode();
        }
        try {
            if (MAPPER.readTree(json) instanceof ObjectNode object) {
                return object;
            }
            throw ConfigError.at(where, "must hold a JSON object: {\"NAME\": VALUE, …}");
        } catch (JacksonException e) {
            throw new AgentException(
                    ErrorCode.CONFIGURATION,
                    where + ": no valid JSON " + JsonMistake.of(e) + "; correct it, or move the file away",
                    e);
        }
    }
}

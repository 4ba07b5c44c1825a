package dev.termal.host.json;

import dev.termal.api.RawJson;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/** JSON text in and out. */
public final class Json {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    /** Reads JSON that came from elsewhere; what is no JSON, or nests too deeply, becomes a string. */
    public static JsonNode parse(RawJson json) {
        try {
            return MAPPER.readTree(json.text());
        } catch (JacksonException notJson) {
            return JsonNodeFactory.instance.stringNode(json.text());
        }
    }

    /** Reads JSON that a person wrote; fails with Jackson's exception, which knows line and column. */
    public static JsonNode read(String text) {
        return MAPPER.readTree(text);
    }

    /** One line, without its end. Characters that drive terminals are escaped: the reader may be one. */
    public static String line(JsonNode node) {
        return escapeControls(MAPPER.writeValueAsString(node));
    }

    /** Several lines, for people. */
    public static String pretty(JsonNode node) {
        return escapeControls(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node));
    }

    /** JSON itself escapes only what is below space; the rest can stand in strings alone, where an escape means the same. */
    private static String escapeControls(String json) {
        if (json.chars().noneMatch(Json::isHighControl)) {
            return json;
        }
        StringBuilder escaped = new StringBuilder(json.length() + 64);
        json.chars().forEach(c -> {
            if (isHighControl(c)) {
                escaped.append(String.format("\\u%04x", c));
            } else {
                escaped.append((char) c);
            }
        });
        return escaped.toString();
    }

    private static boolean isHighControl(int c) {
        return c >= 0x7f && c <= 0x9f;
    }
}

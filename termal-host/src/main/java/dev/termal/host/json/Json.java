package dev.termal.host.json;

import dev.termal.api.RawJson;
import java.io.StringWriter;
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

    /** One line, without its end. Characters that drive terminals are escaped: the reader may be one; so are halves of characters. */
    public static String line(JsonNode node) {
        StringWriter text = new StringWriter(); // a mapper's own way holds a text of megabytes thrice
        MAPPER.writeValue(text, node);
        return escape(text.toString());
    }

    /** Several lines, for people. */
    public static String pretty(JsonNode node) {
        return escape(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(node));
    }

    /**
     * JSON itself escapes only what is below space. What else drives terminals, and halves of characters, which UTF-8 has no
     * bytes for, can stand in strings alone, where an escape means the same.
     */
    private static String escape(String json) {
        StringBuilder escaped = new StringBuilder();
        int copied = 0;
        for (int i = 0; i < json.length(); i++) {
            if (isHighControl(json.charAt(i)) || isHalf(json, i)) {
                escaped.append(json, copied, i).append(String.format("\\u%04x", (int) json.charAt(i)));
                copied = i + 1;
            }
        }
        return copied == 0 ? json : escaped.append(json, copied, json.length()).toString();
    }

    private static boolean isHighControl(char c) {
        return c >= 0x7f && c <= 0x9f;
    }

    private static boolean isHalf(String text, int i) {
        char c = text.charAt(i);
        return Character.isHighSurrogate(c)
                ? i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))
                : Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
    }
}

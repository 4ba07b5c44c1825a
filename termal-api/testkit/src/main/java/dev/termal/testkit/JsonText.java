package dev.termal.testkit;

import java.util.Optional;

/**
 * Looks up fields in lines of JSON without understanding them, so that the test kit needs no JSON library and shares none
 * with the plugin under test. Tolerant: what is not found, or is no JSON, gives an empty result.
 */
public final class JsonText {
    private JsonText() {}

    /** Where a value stands: how deep its object is nested, and from where to where. */
    private record Place(int depth, int start, int end) {}

    /**
     * The value of a field as it stands in the text, strings with their quotes. A field of the outermost object is
     * preferred over one further in; of those, the first counts.
     */
    public static Optional<String> field(String json, String name) {
        return place(json, name).map(place -> json.substring(place.start(), place.end()));
    }

    /** The value of a field of the outermost object alone. */
    static Optional<String> outermost(String json, String name) {
        return place(json, name)
                .filter(place -> place.depth() <= 1)
                .map(place -> json.substring(place.start(), place.end()));
    }

    private static Optional<Place> place(String json, String name) {
        Optional<Place> inner = Optional.empty();
        int depth = 0;
        int i = 0;
        while (i < json.length()) {
            char c = json.charAt(i);
            if (c == '"') {
                int end = endOfString(json, i);
                int colon = skipSpace(json, end);
                if (colon < json.length()
                        && json.charAt(colon) == ':'
                        && unquote(json.substring(i, end)).equals(name)) {
                    int start = skipSpace(json, colon + 1);
                    Place found = new Place(depth, start, endOfValue(json, start));
                    if (depth <= 1) {
                        return Optional.of(found);
                    }
                    inner = inner.isPresent() ? inner : Optional.of(found);
                }
                i = end;
            } else {
                depth += nesting(c);
                i++;
            }
        }
        return inner;
    }

    /** The text that a field's value stands for: strings without quotes and escapes, all else as it is. */
    public static Optional<String> text(String json, String name) {
        return field(json, name).map(JsonText::unquote);
    }

    /** Text as a JSON string, quotes included. */
    public static String quote(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || c == '\u2028' || c == '\u2029' || Character.isSurrogate(c)) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }

    /** What a JSON string stands for; text that is no JSON string comes back as it is. */
    public static String unquote(String json) {
        if (json.length() < 2 || json.charAt(0) != '"') {
            return json;
        }
        StringBuilder out = new StringBuilder();
        int end = json.length() - 1;
        for (int i = 1; i < end; i++) {
            char c = json.charAt(i);
            if (c != '\\' || i + 1 >= end) {
                out.append(c);
                continue;
            }
            char escaped = json.charAt(++i);
            if (escaped == 'u' && i + 4 < end) {
                out.append((char) Integer.parseInt(json.substring(i + 1, i + 5), 16));
                i += 4;
            } else {
                int at = "bfnrt".indexOf(escaped);
                out.append(at < 0 ? escaped : "\b\f\n\r\t".charAt(at));
            }
        }
        return out.toString();
    }

    /** The text with the value of an outermost field replaced; unchanged where there is no such field. */
    static String withField(String json, String name, String value) {
        return place(json, name)
                .filter(place -> place.depth() <= 1)
                .map(place -> json.substring(0, place.start()) + value + json.substring(place.end()))
                .orElse(json);
    }

    private static int nesting(char c) {
        return c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
    }

    private static int endOfString(String json, int start) {
        for (int i = start + 1; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '"') {
                return i + 1;
            }
        }
        return json.length();
    }

    private static int endOfValue(String json, int start) {
        int depth = 0;
        int i = start;
        while (i < json.length()) {
            char c = json.charAt(i);
            if (c == '"') {
                i = endOfString(json, i);
                if (depth == 0) {
                    return i;
                }
                continue;
            }
            if (depth == 0 && (c == ',' || c == '}' || c == ']' || Character.isWhitespace(c))) {
                return i;
            }
            depth += nesting(c);
            i++;
            if (depth == 0 && (c == '}' || c == ']')) {
                return i;
            }
        }
        return i;
    }

    private static int skipSpace(String json, int start) {
        int i = start;
        while (i < json.length() && Character.isWhitespace(json.charAt(i))) {
            i++;
        }
        return i;
    }
}

package dev.termal.agent.gemini;

import java.util.LinkedHashMap;
import java.util.Map;

/** The part of the dotenv format that credentials are written in: comments, {@code export}, quotes around a value. */
final class Dotenv {
    private Dotenv() {}

    /** The values that are not blank; a later line wins. */
    static Map<String, String> parse(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        text.lines().map(String::strip).filter(line -> !line.startsWith("#")).forEach(line -> {
            int equals = line.indexOf('=');
            if (equals > 0) {
                String name = line.substring(0, equals).strip();
                String value = unquoted(line.substring(equals + 1).strip());
                if (!value.isBlank()) {
                    values.put(name.startsWith("export ") ? name.substring(7).strip() : name, value);
                }
            }
        });
        return values;
    }

    private static String unquoted(String value) {
        for (String quote : new String[] {"\"", "'"}) {
            if (value.length() > 1 && value.startsWith(quote) && value.endsWith(quote)) {
                return value.substring(1, value.length() - 1);
            }
        }
        return value;
    }
}

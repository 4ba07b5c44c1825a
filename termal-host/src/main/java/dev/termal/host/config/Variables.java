package dev.termal.host.config;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Replaces <code>${NAME}</code> in the config's texts by variables of the environment; <code>$${</code> stands for itself. */
final class Variables {
    private static final Pattern REFERENCE = Pattern.compile("\\$(\\$?)\\{([^}]*)}");

    private Variables() {}

    static String expand(String where, String text, Map<String, String> environment) {
        Matcher m = REFERENCE.matcher(text);
        StringBuilder out = new StringBuilder();
        while (m.find()) {
            m.appendReplacement(out, Matcher.quoteReplacement(value(where, m, environment)));
        }
        return m.appendTail(out).toString();
    }

    private static String value(String where, Matcher m, Map<String, String> environment) {
        if (!m.group(1).isEmpty()) {
            return "${" + m.group(2) + "}";
        }
        String value = environment.get(m.group(2));
        if (value == null) {
            throw ConfigError.at(where, "the environment has no variable " + m.group(2));
        }
        return value;
    }
}

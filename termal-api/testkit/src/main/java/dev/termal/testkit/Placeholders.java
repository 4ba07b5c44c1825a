package dev.termal.testkit;

import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fills in <code>{{name}}</code>. */
final class Placeholders {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([A-Za-z0-9_.-]+)}}");

    private Placeholders() {}

    static String fill(String template, Function<String, Optional<String>> values) {
        return PLACEHOLDER
                .matcher(template)
                .replaceAll(found -> Matcher.quoteReplacement(values.apply(found.group(1))
                        .orElseThrow(() -> new IllegalStateException(
                                "nothing to put in for " + found.group() + " in: " + template))));
    }
}

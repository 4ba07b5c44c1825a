package dev.termal.testkit;

import java.util.List;

/** Patterns for lines in text: {@code contains:…} and {@code method:…}. */
final class LinePattern {
    private static final String CONTAINS = "contains:";
    private static final String METHOD = "method:";

    private LinePattern() {}

    static List<String> contains(String... parts) {
        return List.of(parts).stream().map(CONTAINS::concat).toList();
    }

    static List<String> method(String name) {
        return List.of(METHOD + name);
    }

    static boolean matches(List<String> patterns, String line) {
        return patterns.stream().allMatch(pattern -> matches(pattern, line));
    }

    private static boolean matches(String pattern, String line) {
        return pattern.startsWith(METHOD)
                ? JsonText.text(line, "method")
                        .filter(pattern.substring(METHOD.length())::equals)
                        .isPresent()
                : line.contains(pattern.substring(CONTAINS.length()));
    }
}

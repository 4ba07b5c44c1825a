package dev.termal.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Checks that the records of this package share. */
final class Checks {
    private static final Pattern SLUG = Pattern.compile("[a-z][a-z0-9-]{0,63}");

    private Checks() {}

    static String slug(String what, String value) {
        if (!SLUG.matcher(value).matches()) {
            throw new IllegalArgumentException(what + " must match " + SLUG + ": " + value);
        }
        return value;
    }

    static String text(String what, String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException(what + " is blank");
        }
        return value;
    }

    /** An unmodifiable copy that keeps the order, which {@link Map#copyOf} does not. */
    static <K, V> Map<K, V> ordered(Map<? extends K, ? extends V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}

package dev.termal.host.text;

import java.util.Locale;

/** Values of enums as people type and read them. */
public final class Words {
    private Words() {}

    /** {@code READ_ONLY} is {@code read-only}. */
    public static String of(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

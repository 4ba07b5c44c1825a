package dev.termal.host.install;

import java.util.Locale;

/** Amounts of bytes for people. */
final class Sizes {
    private Sizes() {}

    static String text(long bytes) {
        return bytes < 1_000_000
                ? (bytes + 999) / 1000 + " kB"
                : String.format(Locale.ROOT, bytes < 10_000_000 ? "%.1f MB" : "%.0f MB", bytes / 1e6);
    }
}
